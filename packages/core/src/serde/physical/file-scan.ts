import { DecodeError, NotYetSupportedError } from '../../errors/errors.js';
import * as common from '../../gen/datafusion_common_pb.js';
import * as df from '../../gen/datafusion_pb.js';
import type { FileFormatKind, FileScanConfig, PartitionedFile } from '../../plan/file-format.js';
import { type FileScanExec, fileScanFullSchema } from '../../plan/physical/file-scan-exec.js';
import { unknownStatistics } from '../../plan/statistics.js';
import type { Field, Schema } from '../../types/field.js';
import { readOptionalPhysicalExpr, readPhysicalExpr, writeOptionalPhysicalExpr } from '../expr/physical-expr.js';
import { formatOptionsFromProto, formatOptionsToProto } from '../format/file-format.js';
import { booleanOption, byteOption, type OptionMap, optionMap } from '../format/option-text.js';
import { parquetOptionsFromProto, parquetOptionsToProto } from '../format/parquet-options.js';
import { scanByteFromProto } from '../format/text-options.js';
import { scalarValueFromProto, scalarValueToProto } from '../scalar/scalar-value.js';
import { statisticsFromProto, statisticsToProto } from '../statistics.js';
import { schemaFromProto, schemaToProto } from '../types/schema.js';
import { message, required, toSafeNumber, toUint64 } from '../wire/message.js';
import { call, type Task } from '../wire/task.js';
import { narrow, wide, widened } from './wide-number.js';

type Arm = Exclude<df.PhysicalPlanNode['PhysicalPlanType'], { case: undefined }>;

/** A scan, in the message of its format. */
export function* writeFileScan({ format, config, predicate: filter }: FileScanExec): Task<Arm> {
  const baseConf = configToProto(config);
  const predicate = yield* writeOptionalPhysicalExpr(filter);
  const formatOptions = formatOptionsToProto(format.options);
  switch (format.kind) {
    case 'parquet':
      return {
        case: 'parquetScan',
        value: message(df.ParquetScanExecNodeSchema, {
          baseConf,
          predicate,
          parquetOptions: parquetOptionsToProto(format.options),
          formatOptions,
        }),
      };
    case 'csv':
      return {
        case: 'csvScan',
        value: message(df.CsvScanExecNodeSchema, { baseConf, ...csvToProto(format.options), formatOptions, predicate }),
      };
    case 'json':
      return { case: 'jsonScan', value: message(df.JsonScanExecNodeSchema, { baseConf, formatOptions, predicate }) };
    case 'arrow':
      return { case: 'arrowScan', value: message(df.ArrowScanExecNodeSchema, { baseConf, formatOptions, predicate }) };
    case 'avro':
      return { case: 'avroScan', value: message(df.AvroScanExecNodeSchema, { baseConf, formatOptions, predicate }) };
  }
}

type ScanNode =
  | df.ParquetScanExecNode
  | df.CsvScanExecNode
  | df.JsonScanExecNode
  | df.ArrowScanExecNode
  | df.AvroScanExecNode;

/** A scan from the message of its format. */
export function* readFileScan(kind: FileFormatKind, proto: ScanNode): Task<FileScanExec> {
  const predicate = yield* readOptionalPhysicalExpr(proto.predicate);
  return {
    kind: 'FileScanExec',
    format: { kind, options: formatOptionsFromProto(proto.formatOptions, () => typedOptions(proto)) },
    config: yield* readConfig(required(proto.baseConf, proto, 'base_conf')),
    ...(predicate !== undefined && { predicate }),
  };
}

function typedOptions(proto: ScanNode): OptionMap {
  if (proto.$typeName === 'datafusion.CsvScanExecNode') return csvFromProto(proto);
  if (proto.$typeName !== 'datafusion.ParquetScanExecNode' || proto.parquetOptions === undefined) return new Map();
  return parquetOptionsFromProto(proto.parquetOptions);
}

function csvToProto(options: OptionMap) {
  const escape = byteOption(options, 'escape');
  const comment = byteOption(options, 'comment');
  return {
    hasHeader: booleanOption(options, 'has_header') ?? false,
    delimiter: byteOption(options, 'delimiter') ?? ',',
    quote: byteOption(options, 'quote') ?? '"',
    optionalEscape:
      escape === undefined ? ({ case: undefined } as const) : ({ case: 'escape', value: escape } as const),
    optionalComment:
      comment === undefined ? ({ case: undefined } as const) : ({ case: 'comment', value: comment } as const),
    newlinesInValues: booleanOption(options, 'newlines_in_values') ?? false,
    truncateRows: booleanOption(options, 'truncated_rows') ?? false,
  };
}

const csvFromProto = (proto: df.CsvScanExecNode): OptionMap =>
  optionMap([
    ['has_header', proto.hasHeader],
    ['delimiter', scanByteFromProto(proto.delimiter, proto, 'delimiter')],
    ['quote', scanByteFromProto(proto.quote, proto, 'quote')],
    ['escape', scanByteFromProto(proto.optionalEscape.value ?? '', proto, 'escape')],
    ['comment', scanByteFromProto(proto.optionalComment.value ?? '', proto, 'comment')],
    ['newlines_in_values', proto.newlinesInValues],
    ['truncated_rows', proto.truncateRows],
  ]);

function configToProto(config: FileScanConfig): df.FileScanExecConf {
  const full = fileScanFullSchema(config);
  return message(df.FileScanExecConfSchema, {
    fileGroups: config.fileGroups.map((files) =>
      message(df.FileGroupSchema, { files: files.map((file) => fileToProto(file, config.fileSchema)) }),
    ),
    schema: schemaToProto(full),
    projection: [],
    limit:
      config.limit === undefined
        ? undefined
        : message(df.ScanLimitSchema, { limit: narrow(config.limit), wideLimit: wide(config.limit) }),
    statistics: statisticsToProto(config.statistics, full),
    tablePartitionCols: config.partitionColumns.map((one) => one.name),
    objectStoreUrl: config.objectStoreUrl,
    outputOrdering: [],
    constraints: message(common.ConstraintsSchema, { constraints: [] }),
    batchSize: undefined,
    projectionExprs: config.projection === undefined ? undefined : projectionToProto(config.projection, full),
    partitionedByFileGroup: undefined,
    outputPartitioning: undefined,
  });
}

/** The projection travels as expressions, each a column. */
const projectionToProto = (projection: readonly number[], full: Schema): df.ProjectionExprs =>
  message(df.ProjectionExprsSchema, {
    projections: projection.map((index) => {
      const name = full.fields[index]?.name ?? '';
      const column = message(df.PhysicalColumnSchema, { name, index });
      return message(df.ProjectionExprSchema, {
        alias: name,
        expr: message(df.PhysicalExprNodeSchema, { exprId: undefined, ExprType: { case: 'column', value: column } }),
      });
    }),
  });

/** What a sender knows of orders and partitioning of the files helps planning alone, which is over. */
function* readConfig(proto: df.FileScanExecConf): Task<FileScanConfig> {
  if (proto.projection.length > 0) throw new NotYetSupportedError('the former projection field of a file scan');
  const full = schemaFromProto(required(proto.schema, proto, 'schema'));
  const fileColumns = full.fields.length - proto.tablePartitionCols.length;
  const partitionColumns = full.fields.slice(Math.max(fileColumns, 0));
  if (fileColumns < 0 || partitionColumns.some((one, index) => one.name !== proto.tablePartitionCols[index])) {
    throw new DecodeError(`${proto.$typeName}.schema does not end in the partition columns`);
  }
  const fileSchema = { ...full, fields: full.fields.slice(0, fileColumns) };
  const projection = yield* readProjection(proto.projectionExprs, full);
  const { limit, statistics } = proto;
  return {
    objectStoreUrl: proto.objectStoreUrl === '' ? 'file:///' : proto.objectStoreUrl,
    fileGroups: proto.fileGroups.map((group) =>
      group.files.map((file) => fileFromProto(file, fileSchema, partitionColumns)),
    ),
    fileSchema,
    partitionColumns,
    ...(projection !== undefined && { projection }),
    ...(limit !== undefined && { limit: widened(limit.limit, limit.wideLimit, limit, 'limit') }),
    statistics:
      statistics === undefined ? unknownStatistics(full.fields.length) : statisticsFromProto(statistics, full),
  };
}

function* readProjection(proto: df.ProjectionExprs | undefined, full: Schema): Task<readonly number[] | undefined> {
  if (proto === undefined) return undefined;
  const positions: number[] = [];
  for (const one of proto.projections) {
    const expr = yield* call(readPhysicalExpr(required(one.expr, one, 'expr')));
    const field = expr.kind === 'Column' ? full.fields[expr.index] : undefined;
    if (expr.kind !== 'Column') throw new NotYetSupportedError('a file scan that computes columns');
    if (field === undefined) {
      throw new DecodeError(`a file scan asks for column ${expr.index} of ${full.fields.length}`);
    }
    if (one.alias !== field.name) throw new NotYetSupportedError('a file scan that renames columns');
    positions.push(expr.index);
  }
  return positions;
}

const fileToProto = (file: PartitionedFile, fileSchema: Schema): df.PartitionedFile =>
  message(df.PartitionedFileSchema, {
    path: file.path,
    size: toUint64(file.size),
    lastModifiedNs: file.lastModifiedNs,
    partitionValues: file.partitionValues.map(scalarValueToProto),
    range:
      file.range === undefined
        ? undefined
        : message(df.FileRangeSchema, { start: toUint64(file.range.start), end: toUint64(file.range.end) }),
    statistics: file.statistics === undefined ? undefined : statisticsToProto(file.statistics, fileSchema),
    arrowSchema: undefined,
  });

function fileFromProto(
  proto: df.PartitionedFile,
  fileSchema: Schema,
  partitionColumns: readonly Field[],
): PartitionedFile {
  if (proto.partitionValues.length !== partitionColumns.length) {
    throw new DecodeError(
      `${proto.$typeName} has ${proto.partitionValues.length} partition values for ${partitionColumns.length} columns`,
    );
  }
  const { range } = proto;
  return {
    path: proto.path,
    size: toSafeNumber(proto.size, proto, 'size'),
    lastModifiedNs: proto.lastModifiedNs,
    partitionValues: proto.partitionValues.map((value) => scalarValueFromProto(value)),
    ...(range !== undefined && {
      range: { start: toSafeNumber(range.start, range, 'start'), end: toSafeNumber(range.end, range, 'end') },
    }),
    ...(proto.statistics !== undefined && { statistics: statisticsFromProto(proto.statistics, fileSchema) }),
  };
}
