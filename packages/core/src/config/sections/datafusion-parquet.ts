import { BALLISTA_VERSION } from '../../version.js';
import { defineConfig } from '../define.js';
import { bool, bytes, float, int, oneOf, text } from '../kinds.js';
import { timeZoneProblem } from '../time-zone.js';

const codecLevels: Readonly<Record<string, readonly [number, number]>> = {
  gzip: [0, 10],
  brotli: [0, 11],
  zstd: [1, 22],
};

function codecProblem(value: string): string | undefined {
  if (/^(?:uncompressed|snappy|lz4|lz4_raw)$/i.test(value)) return undefined;
  const parts = /^(gzip|brotli|zstd)\((\d{1,2})\)$/i.exec(value);
  if (parts === null) return '';
  const [lowest, highest] = codecLevels[parts[1]!.toLowerCase()]!;
  const level = Number(parts[2]);
  return level >= lowest && level <= highest ? undefined : `levels of ${parts[1]} go from ${lowest} to ${highest}`;
}

/** Reading and writing Parquet files. */
export const datafusionParquetConfig = defineConfig({
  'datafusion.execution.parquet.enable_page_index': bool({
    default: true,
    doc: 'Reads the page index of a file, to leave out pages.',
  }),
  'datafusion.execution.parquet.pruning': bool({
    default: true,
    doc: 'Leaves out row groups that cannot match, by their least and greatest values.',
  }),
  'datafusion.execution.parquet.skip_metadata': bool({
    default: true,
    doc: 'Drops the key-value metadata in the schema of a file.',
  }),
  'datafusion.execution.parquet.metadata_size_hint': bytes({
    optional: true,
    default: 524_288,
    doc: 'Bytes at the end of a file that are read first, in the hope that the footer lies in them.',
  }),
  'datafusion.execution.parquet.pushdown_filters': bool({
    default: false,
    doc: 'Filters while it decodes, so that the rest of a row that does not match is never read.',
  }),
  'datafusion.execution.parquet.reorder_filters': bool({
    default: false,
    doc: 'Begins with the filters that cost least.',
  }),
  'datafusion.execution.parquet.force_filter_selections': bool({
    default: false,
    doc: 'Keeps what filters selected as ranges of rows, never as bitmaps.',
  }),
  'datafusion.execution.parquet.schema_force_view_types': bool({
    default: true,
    ballista: false,
    doc: 'Reads strings and binaries as view types. Off in a Ballista session, because views make oversized messages.',
  }),
  'datafusion.execution.parquet.binary_as_string': bool({
    default: false,
    doc: 'Takes binary columns for text, as some writers leave out the annotation.',
  }),
  'datafusion.execution.parquet.coerce_int96': oneOf(['s', 'ms', 'us', 'ns'], {
    optional: true,
    default: null,
    doc: 'Unit that INT96 timestamps are read with.',
  }),
  'datafusion.execution.parquet.coerce_int96_tz': text({
    optional: true,
    default: null,
    expected: 'a time zone such as Europe/Berlin, UTC or +02:00',
    check: timeZoneProblem,
    doc: 'Zone that INT96 timestamps are given when datafusion.execution.parquet.coerce_int96 is set.',
  }),
  'datafusion.execution.parquet.bloom_filter_on_read': bool({
    default: true,
    doc: 'Uses the bloom filters that a file has.',
  }),
  'datafusion.execution.parquet.max_predicate_cache_size': bytes({
    optional: true,
    default: null,
    doc: 'Bytes of decoded filter columns that are kept for output. 0: none.',
  }),
  'datafusion.execution.parquet.max_in_list_size': int({
    default: 20,
    doc: 'Longest IN list that is compared with least and greatest values. 0: none.',
  }),
  'datafusion.execution.parquet.data_pagesize_limit': bytes({
    default: 1_048_576,
    min: 1,
    doc: 'Writing: bytes of a data page, roughly.',
  }),
  'datafusion.execution.parquet.write_batch_size': int({
    default: 1024,
    min: 1,
    doc: 'Writing: rows encoded in one step.',
  }),
  'datafusion.execution.parquet.writer_version': oneOf(['1.0', '2.0'], {
    default: '1.0',
    doc: 'Writing: version of the format.',
  }),
  'datafusion.execution.parquet.skip_arrow_metadata': bool({
    default: false,
    doc: 'Writing: leaves the Arrow schema out of the footer.',
  }),
  'datafusion.execution.parquet.compression': text({
    optional: true,
    default: 'zstd(3)',
    expected: 'uncompressed, snappy, gzip(0-10), brotli(0-11), lz4, zstd(1-22) or lz4_raw',
    check: codecProblem,
    doc: 'Writing: codec, and its level where it has one.',
  }),
  'datafusion.execution.parquet.dictionary_enabled': bool({
    optional: true,
    default: true,
    doc: 'Writing: tries dictionary pages.',
  }),
  'datafusion.execution.parquet.dictionary_page_size_limit': bytes({
    default: 1_048_576,
    min: 1,
    doc: 'Writing: bytes of a dictionary page, roughly.',
  }),
  'datafusion.execution.parquet.statistics_enabled': oneOf(['none', 'chunk', 'page'], {
    optional: true,
    default: 'page',
    doc: 'Writing: statistics for nothing, for column chunks, or for pages too.',
  }),
  'datafusion.execution.parquet.max_row_group_size': int({
    default: 1_048_576,
    min: 1,
    doc: 'Writing: rows of a row group.',
  }),
  'datafusion.execution.parquet.max_row_group_bytes': bytes({
    optional: true,
    default: null,
    min: 1,
    doc: 'Writing: bytes of a row group. Needs datafusion.execution.parquet.allow_single_file_parallelism = false.',
  }),
  'datafusion.execution.parquet.created_by': text({
    // Upstream: its own name and version. Readers go by this text to work around the faults of a writer, so it names ours.
    default: `ballista-ts version ${BALLISTA_VERSION}`,
    doc: 'Writing: the name of the writer in the footer.',
  }),
  'datafusion.execution.parquet.column_index_truncate_length': bytes({
    optional: true,
    default: 64,
    min: 1,
    doc: 'Writing: bytes of a bound in the column index.',
  }),
  'datafusion.execution.parquet.statistics_truncate_length': bytes({
    optional: true,
    default: 64,
    min: 1,
    doc: 'Writing: bytes of a bound in the statistics.',
  }),
  'datafusion.execution.parquet.data_page_row_count_limit': int({
    default: 20_000,
    min: 1,
    doc: 'Writing: rows of a data page, roughly.',
  }),
  'datafusion.execution.parquet.encoding': oneOf(
    [
      'plain',
      'plain_dictionary',
      'rle',
      'bit_packed',
      'delta_binary_packed',
      'delta_length_byte_array',
      'delta_byte_array',
      'rle_dictionary',
      'byte_stream_split',
    ],
    {
      optional: true,
      default: null,
      doc: 'Writing: encoding of columns that do not name theirs. NULL: chosen by the type.',
    },
  ),
  'datafusion.execution.parquet.bloom_filter_on_write': bool({
    default: false,
    doc: 'Writing: bloom filters for every column.',
  }),
  'datafusion.execution.parquet.bloom_filter_fpp': float({
    optional: true,
    default: null,
    min: 0,
    max: 1,
    doc: 'Writing: how often a bloom filter may say yes in error.',
  }),
  'datafusion.execution.parquet.bloom_filter_ndv': int({
    optional: true,
    default: null,
    doc: 'Writing: distinct values a bloom filter is made for.',
  }),
  'datafusion.execution.parquet.allow_single_file_parallelism': bool({
    default: true,
    doc: 'Writing: encodes columns and row groups of one file side by side.',
  }),
  'datafusion.execution.parquet.maximum_parallel_row_group_writers': int({
    default: 1,
    min: 1,
    doc: 'Writing: row groups encoded side by side.',
  }),
  'datafusion.execution.parquet.maximum_buffered_record_batches_per_stream': int({
    default: 2,
    min: 1,
    doc: 'Writing: batches that may wait for the encoder of one column.',
  }),
  'datafusion.execution.parquet.content_defined_chunking.enabled': bool({
    default: false,
    doc: 'Writing: ends pages by content, so that equal data in two files gives equal pages. Turns parallel encoding off.',
  }),
  'datafusion.execution.parquet.content_defined_chunking.min_chunk_size': bytes({
    default: 262_144,
    min: 1,
    doc: 'Writing: fewest bytes between two such ends.',
  }),
  'datafusion.execution.parquet.content_defined_chunking.max_chunk_size': bytes({
    default: 1_048_576,
    min: 1,
    doc: 'Writing: most bytes between two such ends.',
  }),
  'datafusion.execution.parquet.content_defined_chunking.norm_level': int({
    default: 0,
    min: -3,
    max: 3,
    doc: 'Writing: higher values even out the sizes of pages, lower ones find more that is equal.',
  }),
});
