import { defineConfig } from '../define.js';
import { bool, bytes, float, int, oneOf, text } from '../kinds.js';
import { timeZoneProblem } from '../time-zone.js';

/** How plans run. */
export const datafusionExecutionConfig = defineConfig({
  'datafusion.execution.batch_size': int({
    default: 8192,
    min: 1,
    honoured: 'yes',
    doc: 'Rows of a batch.',
  }),
  'datafusion.execution.target_partitions': int({
    default: 0,
    ballista: 16,
    onlyNew: true,
    honoured: 'yes',
    doc: 'Partitions that scans and repartitions aim at. 0: one for each CPU core. In a Ballista session that does not set it, a scheduler may choose by the size of its cluster.',
  }),
  'datafusion.execution.planning_concurrency': int({
    default: 0,
    doc: 'Inputs that are planned side by side, such as the branches of a union. 0: one for each CPU core.',
  }),
  'datafusion.execution.coalesce_batches': bool({
    default: true,
    doc: 'Joins small batches between operators.',
  }),
  'datafusion.execution.collect_statistics': bool({
    default: true,
    honoured: 'yes',
    doc: 'Reads the statistics of files when a table is made.',
  }),
  'datafusion.execution.time_zone': text({
    optional: true,
    default: null,
    expected: 'a time zone such as Europe/Berlin, UTC or +02:00',
    check: timeZoneProblem,
    doc: 'Zone of now(), to_timestamp() and TIMESTAMP WITH TIME ZONE.',
  }),
  'datafusion.execution.perfect_hash_join_small_build_threshold': int({
    default: 1024,
    doc: 'A hash join addresses its table by the key itself when the range of keys is below this.',
  }),
  'datafusion.execution.perfect_hash_join_min_key_density': float({
    default: 0.15,
    min: 0,
    doc: 'The same when rows divided by the range of keys exceed this.',
  }),
  'datafusion.execution.skip_physical_aggregate_schema_check': bool({
    default: false,
    doc: 'Leaves out the comparison of the schemas that logical and physical planning give an aggregate.',
  }),
  'datafusion.execution.enable_migration_aggregate': bool({
    default: true,
    doc: 'Uses the newer streams of aggregation where they apply.',
  }),
  'datafusion.execution.spill_compression': oneOf(['uncompressed', 'lz4_frame', 'zstd'], {
    default: 'uncompressed',
    doc: 'Codec of spill files.',
  }),
  'datafusion.execution.sort_spill_reservation_bytes': bytes({
    default: 10_485_760,
    doc: 'Memory that a sort keeps for the merge of what it spilled.',
  }),
  'datafusion.execution.sort_in_place_threshold_bytes': bytes({
    default: 1_048_576,
    doc: 'Below this many bytes a sort joins its batches and sorts once.',
  }),
  'datafusion.execution.sort_pushdown_buffer_capacity': bytes({
    default: 1_073_741_824,
    doc: 'Bytes a partition may buffer where a sort was dropped because its source is in order.',
  }),
  'datafusion.execution.max_spill_file_size_bytes': bytes({
    default: 134_217_728,
    min: 1,
    doc: 'A spill file of this size is closed and another one begun.',
  }),
  'datafusion.execution.meta_fetch_concurrency': int({
    default: 32,
    min: 1,
    doc: 'Files whose schema and statistics are read side by side.',
  }),
  'datafusion.execution.minimum_parallel_output_files': int({
    default: 4,
    min: 1,
    doc: 'Files that a write fills side by side at least.',
  }),
  'datafusion.execution.soft_max_rows_per_output_file': int({
    default: 50_000_000,
    min: 1,
    doc: 'Rows after which a write begins another file.',
  }),
  'datafusion.execution.max_buffered_batches_per_output_file': int({
    default: 2,
    min: 2,
    doc: 'Batches that may wait for the writer of one file.',
  }),
  'datafusion.execution.listing_table_ignore_subdirectory': bool({
    default: true,
    honoured: 'yes',
    doc: 'Leaves out folders below a table location; those of partitions are read all the same.',
  }),
  'datafusion.execution.listing_table_factory_infer_partitions': bool({
    default: true,
    honoured: 'yes',
    doc: 'Takes folders named key=value as partition columns.',
  }),
  'datafusion.execution.enable_recursive_ctes': bool({
    default: true,
    doc: 'Permits WITH RECURSIVE.',
  }),
  'datafusion.execution.split_file_groups_by_statistics': bool({
    default: false,
    doc: 'Puts sorted files that do not overlap into one partition, so that no sort is needed.',
  }),
  'datafusion.execution.keep_partition_by_columns': bool({
    default: false,
    doc: 'Writes the partition columns into the files too.',
  }),
  'datafusion.execution.enable_file_stream_work_stealing': bool({
    default: true,
    doc: 'Lets an idle scan partition take files of its siblings. Tasks run apart from each other, so executors act as if it were false.',
  }),
  'datafusion.execution.skip_partial_aggregation_probe_ratio_threshold': float({
    default: 0.8,
    min: 0,
    doc: 'Above this ratio of groups to rows, partial aggregation hands rows on as they are.',
  }),
  'datafusion.execution.skip_partial_aggregation_probe_rows_threshold': int({
    default: 100_000,
    doc: 'Rows that partial aggregation looks at before it goes by that ratio.',
  }),
  'datafusion.execution.use_row_number_estimates_to_optimize_partitioning': bool({
    default: false,
    doc: 'Lets estimated row counts decide about repartitions, not exact ones only.',
  }),
  'datafusion.execution.enforce_batch_size_in_joins': bool({
    default: false,
    doc: 'Cuts the output of joins at the batch size.',
  }),
  'datafusion.execution.objectstore_writer_buffer_size': bytes({
    default: 10_485_760,
    min: 1,
    doc: 'Bytes of an output file that are sent to an object store in one piece.',
  }),
  'datafusion.execution.enable_ansi_mode': bool({
    default: false,
    doc: 'Makes Spark functions fail where ANSI SQL does, rather than give NULL.',
  }),
  'datafusion.execution.hash_join_buffering_capacity': bytes({
    default: 0,
    doc: 'Bytes of the probe side that a hash join reads while it still builds. 0: none.',
  }),
});
