import * as common from '../../gen/datafusion_common_pb.js';
import { message } from '../wire/message.js';
import { bigintOption, booleanOption, numberOption, type OptionMap, optionMap } from './option-text.js';

// The wire has no defaults for these: zero means zero, so a writer fills in what is not set. `content_defined_chunking` is off.
const defaults: OptionMap = new Map([
  ['enable_page_index', 'true'],
  ['pruning', 'true'],
  ['skip_metadata', 'true'],
  ['pushdown_filters', 'false'],
  ['reorder_filters', 'false'],
  ['force_filter_selections', 'false'],
  ['data_pagesize_limit', '1048576'],
  ['write_batch_size', '1024'],
  ['writer_version', '1.0'],
  ['allow_single_file_parallelism', 'true'],
  ['maximum_parallel_row_group_writers', '1'],
  ['maximum_buffered_record_batches_per_stream', '2'],
  ['bloom_filter_on_read', 'true'],
  ['bloom_filter_on_write', 'false'],
  ['schema_force_view_types', 'false'],
  ['binary_as_string', 'false'],
  ['skip_arrow_metadata', 'false'],
  ['metadata_size_hint', '524288'],
  ['compression', 'zstd(3)'],
  ['dictionary_enabled', 'true'],
  ['statistics_enabled', 'page'],
  ['column_index_truncate_length', '64'],
  ['statistics_truncate_length', '64'],
  ['dictionary_page_size_limit', '1048576'],
  ['data_page_row_count_limit', '20000'],
  ['max_row_group_size', '1048576'],
  ['max_in_list_size', '20'],
  ['created_by', 'ballista-ts'],
]);

const cdc = 'content_defined_chunking.';

function globalToProto(given: OptionMap): common.ParquetOptions {
  const options: OptionMap = new Map([...defaults, ...given]);
  const bool = (key: string): boolean => booleanOption(options, key) ?? false;
  const uint = (key: string): bigint => bigintOption(options, key) ?? 0n;
  const opt = <C extends string, V>(name: C, value: V | undefined): { case: C; value: V } | { case: undefined } =>
    value === undefined ? { case: undefined } : { case: name, value };
  return message(common.ParquetOptionsSchema, {
    enablePageIndex: bool('enable_page_index'),
    pruning: bool('pruning'),
    skipMetadata: bool('skip_metadata'),
    pushdownFilters: bool('pushdown_filters'),
    reorderFilters: bool('reorder_filters'),
    forceFilterSelections: bool('force_filter_selections'),
    dataPagesizeLimit: uint('data_pagesize_limit'),
    writeBatchSize: uint('write_batch_size'),
    writerVersion: options.get('writer_version') ?? '',
    allowSingleFileParallelism: bool('allow_single_file_parallelism'),
    maximumParallelRowGroupWriters: uint('maximum_parallel_row_group_writers'),
    maximumBufferedRecordBatchesPerStream: uint('maximum_buffered_record_batches_per_stream'),
    bloomFilterOnRead: bool('bloom_filter_on_read'),
    bloomFilterOnWrite: bool('bloom_filter_on_write'),
    schemaForceViewTypes: bool('schema_force_view_types'),
    binaryAsString: bool('binary_as_string'),
    skipArrowMetadata: bool('skip_arrow_metadata'),
    metadataSizeHintOpt: opt('metadataSizeHint', bigintOption(options, 'metadata_size_hint')),
    compressionOpt: opt('compression', options.get('compression')),
    dictionaryEnabledOpt: opt('dictionaryEnabled', booleanOption(options, 'dictionary_enabled')),
    statisticsEnabledOpt: opt('statisticsEnabled', options.get('statistics_enabled')),
    columnIndexTruncateLengthOpt: opt(
      'columnIndexTruncateLength',
      bigintOption(options, 'column_index_truncate_length'),
    ),
    statisticsTruncateLengthOpt: opt('statisticsTruncateLength', bigintOption(options, 'statistics_truncate_length')),
    encodingOpt: opt('encoding', options.get('encoding')),
    bloomFilterFppOpt: opt('bloomFilterFpp', numberOption(options, 'bloom_filter_fpp')),
    bloomFilterNdvOpt: opt('bloomFilterNdv', bigintOption(options, 'bloom_filter_ndv')),
    dictionaryPageSizeLimit: uint('dictionary_page_size_limit'),
    dataPageRowCountLimit: uint('data_page_row_count_limit'),
    maxRowGroupSize: uint('max_row_group_size'),
    maxInListSize: uint('max_in_list_size'),
    createdBy: options.get('created_by') ?? '',
    coerceInt96Opt: opt('coerceInt96', options.get('coerce_int96')),
    maxPredicateCacheSizeOpt: opt('maxPredicateCacheSize', bigintOption(options, 'max_predicate_cache_size')),
    maxRowGroupBytesOpt: opt('maxRowGroupBytes', bigintOption(options, 'max_row_group_bytes')),
    contentDefinedChunking:
      booleanOption(options, `${cdc}enabled`) === true
        ? message(common.ParquetCdcOptionsSchema, {
            enabled: true,
            minChunkSize: bigintOption(options, `${cdc}min_chunk_size`) ?? 262144n,
            maxChunkSize: bigintOption(options, `${cdc}max_chunk_size`) ?? 1048576n,
            normLevel: numberOption(options, `${cdc}norm_level`) ?? 0,
          })
        : undefined,
    coerceInt96TzOpt: opt('coerceInt96Tz', options.get('coerce_int96_tz')),
  });
}

const globalFromProto = (proto: common.ParquetOptions): [string, string | boolean | number | bigint | undefined][] => [
  ['enable_page_index', proto.enablePageIndex],
  ['pruning', proto.pruning],
  ['skip_metadata', proto.skipMetadata],
  ['pushdown_filters', proto.pushdownFilters],
  ['reorder_filters', proto.reorderFilters],
  ['force_filter_selections', proto.forceFilterSelections],
  ['data_pagesize_limit', proto.dataPagesizeLimit],
  ['write_batch_size', proto.writeBatchSize],
  ['writer_version', proto.writerVersion],
  ['allow_single_file_parallelism', proto.allowSingleFileParallelism],
  ['maximum_parallel_row_group_writers', proto.maximumParallelRowGroupWriters],
  ['maximum_buffered_record_batches_per_stream', proto.maximumBufferedRecordBatchesPerStream],
  ['bloom_filter_on_read', proto.bloomFilterOnRead],
  ['bloom_filter_on_write', proto.bloomFilterOnWrite],
  ['schema_force_view_types', proto.schemaForceViewTypes],
  ['binary_as_string', proto.binaryAsString],
  ['skip_arrow_metadata', proto.skipArrowMetadata],
  ['metadata_size_hint', proto.metadataSizeHintOpt.value],
  ['compression', proto.compressionOpt.value],
  ['dictionary_enabled', proto.dictionaryEnabledOpt.value],
  ['statistics_enabled', proto.statisticsEnabledOpt.value],
  ['column_index_truncate_length', proto.columnIndexTruncateLengthOpt.value],
  ['statistics_truncate_length', proto.statisticsTruncateLengthOpt.value],
  ['encoding', proto.encodingOpt.value],
  ['bloom_filter_fpp', proto.bloomFilterFppOpt.value],
  ['bloom_filter_ndv', proto.bloomFilterNdvOpt.value],
  ['dictionary_page_size_limit', proto.dictionaryPageSizeLimit],
  ['data_page_row_count_limit', proto.dataPageRowCountLimit],
  ['max_row_group_size', proto.maxRowGroupSize],
  ['max_in_list_size', proto.maxInListSize],
  ['created_by', proto.createdBy],
  ['coerce_int96', proto.coerceInt96Opt.value],
  ['max_predicate_cache_size', proto.maxPredicateCacheSizeOpt.value],
  ['max_row_group_bytes', proto.maxRowGroupBytesOpt.value],
  ...(proto.contentDefinedChunking?.enabled === true
    ? ([
        [`${cdc}enabled`, true],
        [`${cdc}min_chunk_size`, proto.contentDefinedChunking.minChunkSize],
        [`${cdc}max_chunk_size`, proto.contentDefinedChunking.maxChunkSize],
        [`${cdc}norm_level`, proto.contentDefinedChunking.normLevel],
      ] satisfies [string, string | boolean | number | bigint][])
    : []),
  ['coerce_int96_tz', proto.coerceInt96TzOpt.value],
];

const metadataPrefix = 'metadata::';

/** Options as they apply to one column: `compression::c` is the option `compression` of the column `c`. */
function byColumn(options: OptionMap): Map<string, Map<string, string>> {
  const columns = new Map<string, Map<string, string>>();
  for (const [key, value] of options) {
    const split = key.indexOf('::');
    if (split === -1 || key.startsWith(metadataPrefix)) continue;
    const column = key.slice(split + 2);
    columns.set(column, (columns.get(column) ?? new Map()).set(key.slice(0, split), value));
  }
  return columns;
}

function columnToProto(columnName: string, options: OptionMap): common.ParquetColumnSpecificOptions {
  const opt = <C extends string, V>(name: C, value: V | undefined): { case: C; value: V } | { case: undefined } =>
    value === undefined ? { case: undefined } : { case: name, value };
  return message(common.ParquetColumnSpecificOptionsSchema, {
    columnName,
    options: message(common.ParquetColumnOptionsSchema, {
      bloomFilterEnabledOpt: opt('bloomFilterEnabled', booleanOption(options, 'bloom_filter_enabled')),
      encodingOpt: opt('encoding', options.get('encoding')),
      dictionaryEnabledOpt: opt('dictionaryEnabled', booleanOption(options, 'dictionary_enabled')),
      compressionOpt: opt('compression', options.get('compression')),
      statisticsEnabledOpt: opt('statisticsEnabled', options.get('statistics_enabled')),
      bloomFilterFppOpt: opt('bloomFilterFpp', numberOption(options, 'bloom_filter_fpp')),
      bloomFilterNdvOpt: opt('bloomFilterNdv', bigintOption(options, 'bloom_filter_ndv')),
    }),
  });
}

/** What a Parquet file is read and written with, for peers that do not know our own list of options. */
export const parquetOptionsToProto = (options: OptionMap): common.TableParquetOptions =>
  message(common.TableParquetOptionsSchema, {
    global: globalToProto(options),
    columnSpecificOptions: [...byColumn(options)].map(([name, own]) => columnToProto(name, own)),
    keyValueMetadata: Object.fromEntries(
      [...options]
        .filter(([key]) => key.startsWith(metadataPrefix))
        .map(([key, value]) => [key.slice(metadataPrefix.length), value]),
    ),
  });

export const parquetOptionsFromProto = (proto: common.TableParquetOptions): OptionMap =>
  optionMap([
    ...(proto.global === undefined ? [] : globalFromProto(proto.global)),
    ...proto.columnSpecificOptions.flatMap(
      ({ columnName, options }): [string, string | boolean | number | bigint | undefined][] =>
        options === undefined
          ? []
          : [
              [`bloom_filter_enabled::${columnName}`, options.bloomFilterEnabledOpt.value],
              [`encoding::${columnName}`, options.encodingOpt.value],
              [`dictionary_enabled::${columnName}`, options.dictionaryEnabledOpt.value],
              [`compression::${columnName}`, options.compressionOpt.value],
              [`statistics_enabled::${columnName}`, options.statisticsEnabledOpt.value],
              [`bloom_filter_fpp::${columnName}`, options.bloomFilterFppOpt.value],
              [`bloom_filter_ndv::${columnName}`, options.bloomFilterNdvOpt.value],
            ],
    ),
    ...Object.entries(proto.keyValueMetadata).map(([key, value]): [string, string] => [
      `${metadataPrefix}${key}`,
      value,
    ]),
  ]);
