import { DecodeError, NotYetSupportedError } from '../../errors/errors.js';
import type { TableReference } from '../../expr/table-reference.js';
import * as common from '../../gen/datafusion_common_pb.js';
import * as df from '../../gen/datafusion_pb.js';
import type { FileFormat } from '../../plan/file-format.js';
import type { LogicalPlan } from '../../plan/logical/logical-plan.js';
import type { TableScanPlan } from '../../plan/logical/table-scan.js';
import {
  type CustomTableSource,
  type ListingTableSource,
  type TableSource,
  tableSourceSchema,
} from '../../plan/logical/table-source.js';
import type { Field, Schema } from '../../types/field.js';
import type { DecodeOptions, EncodeOptions } from '../context.js';
import { readExprs, readSortExprs } from '../expr/read-logical-expr.js';
import { tableReferenceFromProto, tableReferenceToProto } from '../expr/table-reference.js';
import { writeExprs, writeSortExprs } from '../expr/write-logical-expr.js';
import { formatOptionsFromProto, formatOptionsToProto } from '../format/file-format.js';
import { parquetOptionsFromProto, parquetOptionsToProto } from '../format/parquet-options.js';
import {
  csvOptionsFromProto,
  csvOptionsToProto,
  jsonOptionsFromProto,
  jsonOptionsToProto,
} from '../format/text-options.js';
import { statisticsFromProto, statisticsToProto } from '../statistics.js';
import { dataTypeFromProto, dataTypeToProto } from '../types/data-type.js';
import { fieldFromProto, fieldToProto, schemaFromProto, schemaToProto } from '../types/schema.js';
import { message, required, toSafeNumber, unsetOneof } from '../wire/message.js';
import type { Task } from '../wire/task.js';

type Arm = Exclude<df.LogicalPlanNode['LogicalPlanType'], { case: undefined }>;
type FormatArm = Exclude<df.ListingTableScanNode['FileFormatType'], { case: undefined }>;

/** A scan of a table, by the kind of its source. What a listing resolved to does not travel: the reader resolves again. */
export function* writeTableScan(plan: TableScanPlan, options: EncodeOptions): Task<Arm> {
  const filters = yield* writeExprs(plan.filters, options);
  const { source } = plan;
  const tableName = tableReferenceToProto(plan.tableName);
  const projection = projectionToProto(plan.projection, tableSourceSchema(source));
  const fetch = plan.fetch === undefined ? undefined : BigInt(plan.fetch);
  switch (source.kind) {
    case 'listing': {
      const fileSortOrder: df.SortExprNodeCollection[] = [];
      for (const order of source.fileSortOrder) {
        fileSortOrder.push(
          message(df.SortExprNodeCollectionSchema, { sortExprNodes: yield* writeSortExprs(order, options) }),
        );
      }
      return {
        case: 'listingScan',
        value: message(df.ListingTableScanNodeSchema, {
          tableName,
          paths: [...source.paths],
          fileExtension: source.fileExtension,
          projection,
          schema: schemaToProto(source.fileSchema),
          filters,
          tablePartitionCols: source.partitionColumns.map(partitionColumnToProto),
          FileFormatType: formatToProto(source.format),
          fileSortOrder,
          fetch,
          formatOptions: formatOptionsToProto(source.format.options),
          partitionFields: source.partitionColumns.map((one) => fieldToProto(one)),
        }),
      };
    }
    case 'memory':
      return {
        case: 'ext',
        value: message(df.LogicalPlanExtSchema, {
          plan: {
            case: 'memoryScan',
            value: message(df.MemoryTableScanExtSchema, {
              tableName,
              schema: schemaToProto(source.schema),
              partitions: [...source.partitions],
              statistics:
                source.statistics === undefined ? undefined : statisticsToProto(source.statistics, source.schema),
              projection,
              filters,
              fetch,
            }),
          },
        }),
      };
    case 'cteWorkTable':
      return {
        case: 'cteWorkTableScan',
        value: message(df.CteWorkTableScanNodeSchema, {
          name: source.name,
          schema: schemaToProto(source.schema),
          fetch,
          tableName,
          projection,
          filters,
        }),
      };
    case 'custom':
      return {
        case: 'customScan',
        value: message(df.CustomTableScanNodeSchema, {
          tableName,
          projection,
          schema: schemaToProto(source.schema),
          filters,
          customTableData: encodeCustomTable(source, options),
          fetch,
          providerType: source.type,
        }),
      };
  }
}

function encodeCustomTable(source: CustomTableSource, options: EncodeOptions): Uint8Array {
  for (const codec of options.logicalCodecs ?? []) {
    const bytes = codec.encodeTable?.(source);
    if (bytes !== undefined) return bytes;
  }
  throw new NotYetSupportedError(
    'sending a table without a codec',
    `register a logical codec for tables of type ${source.type}`,
  );
}

export function* readListingScan(proto: df.ListingTableScanNode, options: DecodeOptions): Task<TableScanPlan> {
  const fileSortOrder = [];
  for (const order of proto.fileSortOrder) fileSortOrder.push(yield* readSortExprs(order.sortExprNodes, options));
  const partitionColumns =
    proto.partitionFields.length > 0
      ? proto.partitionFields.map((one) => fieldFromProto(one))
      : proto.tablePartitionCols.map(partitionColumnFromProto);
  const source: ListingTableSource = {
    kind: 'listing',
    paths: proto.paths,
    format: formatFromProto(proto),
    fileExtension: proto.fileExtension,
    fileSchema: schemaFromProto(required(proto.schema, proto, 'schema')),
    partitionColumns,
    fileSortOrder,
  };
  return yield* readScan(proto, proto.tableName, source, options);
}

export function* readMemoryScan(proto: df.MemoryTableScanExt, options: DecodeOptions): Task<TableScanPlan> {
  const schema = schemaFromProto(required(proto.schema, proto, 'schema'));
  const source: TableSource = {
    kind: 'memory',
    schema,
    partitions: proto.partitions,
    ...(proto.statistics !== undefined && { statistics: statisticsFromProto(proto.statistics, schema) }),
  };
  return yield* readScan(proto, proto.tableName, source, options);
}

export function* readCteWorkTableScan(proto: df.CteWorkTableScanNode, options: DecodeOptions): Task<TableScanPlan> {
  const schema = schemaFromProto(required(proto.schema, proto, 'schema'));
  const tableName = proto.tableName ?? tableReferenceToProto({ table: proto.name });
  return yield* readScan(proto, tableName, { kind: 'cteWorkTable', name: proto.name, schema }, options);
}

/** A table known to be empty. */
export function* readEmptyTableScan(proto: df.EmptyTableScanNode, options: DecodeOptions): Task<TableScanPlan> {
  const schema = schemaFromProto(required(proto.schema, proto, 'schema'));
  return yield* readScan(proto, proto.tableName, { kind: 'memory', schema, partitions: [] }, options);
}

export function* readCustomScan(proto: df.CustomTableScanNode, options: DecodeOptions): Task<TableScanPlan> {
  const schema = schemaFromProto(required(proto.schema, proto, 'schema'));
  const type = proto.providerType ?? '';
  for (const codec of options.logicalCodecs ?? []) {
    const source = codec.decodeTable?.(type, proto.customTableData, schema);
    if (source !== undefined) return yield* readScan(proto, proto.tableName, source, options);
  }
  throw new NotYetSupportedError(
    'receiving a table without a codec',
    `register a logical codec for tables of type ${type}`,
  );
}

interface ScanProto {
  readonly $typeName: string;
  readonly projection?: df.ProjectionColumns | undefined;
  readonly filters: df.LogicalExprNode[];
  readonly fetch?: bigint | undefined;
}

function* readScan(
  proto: ScanProto,
  tableName: df.TableReference | undefined,
  source: TableSource,
  options: DecodeOptions,
): Task<TableScanPlan> {
  return {
    kind: 'TableScan',
    tableName: tableReferenceFromProto(required(tableName, proto, 'table_name')),
    source,
    ...projectionFromProto(proto.projection, tableSourceSchema(source)),
    filters: yield* readExprs(proto.filters, options),
    ...(proto.fetch !== undefined && { fetch: toSafeNumber(proto.fetch, proto, 'fetch') }),
  };
}

/** Positions travel as names. Absent: all columns; empty: none. */
const projectionToProto = (
  projection: readonly number[] | undefined,
  schema: Schema,
): df.ProjectionColumns | undefined =>
  projection === undefined
    ? undefined
    : message(df.ProjectionColumnsSchema, { columns: projection.map((index) => schema.fields[index]?.name ?? '') });

/** @throws DecodeError for a column that the table does not have. */
export function projectionFromProto(
  proto: df.ProjectionColumns | undefined,
  schema: Schema,
): { readonly projection?: readonly number[] } {
  if (proto === undefined) return {};
  const positions = new Map(schema.fields.map((one, index) => [one.name, index]));
  return {
    projection: proto.columns.map((name) => {
      const index = positions.get(name);
      if (index === undefined)
        throw new DecodeError(`a scan asks for the column ${JSON.stringify(name)}, which its table does not have`);
      return index;
    }),
  };
}

export const partitionColumnToProto = (field: Field): df.PartitionColumn =>
  message(df.PartitionColumnSchema, { name: field.name, arrowType: dataTypeToProto(field.type) });
export const partitionColumnFromProto = (proto: df.PartitionColumn): Field => ({
  name: proto.name,
  type: dataTypeFromProto(required(proto.arrowType, proto, 'arrow_type')),
  nullable: true,
});

function formatToProto({ kind, options }: FileFormat): FormatArm {
  switch (kind) {
    case 'parquet':
      return {
        case: 'parquet',
        value: message(common.ParquetFormatSchema, { options: parquetOptionsToProto(options) }),
      };
    case 'csv':
      return { case: 'csv', value: message(common.CsvFormatSchema, { options: csvOptionsToProto(options) }) };
    case 'json':
      return { case: 'json', value: message(common.NdJsonFormatSchema, { options: jsonOptionsToProto(options) }) };
    case 'arrow':
      return { case: 'arrow', value: message(common.ArrowFormatSchema, {}) };
    case 'avro':
      return { case: 'avro', value: message(common.AvroFormatSchema, {}) };
  }
}

function formatFromProto(proto: df.ListingTableScanNode): FileFormat {
  const arm = proto.FileFormatType;
  if (arm.case === undefined) throw unsetOneof(proto, 'FileFormatType');
  return {
    kind: arm.case,
    options: formatOptionsFromProto(proto.formatOptions, () => {
      switch (arm.case) {
        case 'parquet':
          return arm.value.options === undefined ? new Map() : parquetOptionsFromProto(arm.value.options);
        case 'csv':
          return arm.value.options === undefined ? new Map() : csvOptionsFromProto(arm.value.options);
        case 'json':
          return arm.value.options === undefined ? new Map() : jsonOptionsFromProto(arm.value.options);
        default:
          return new Map();
      }
    }),
  };
}

/** The plan a scan of a view stands for: its columns under the view's name. */
export const viewScan = (tableName: TableReference, input: LogicalPlan): LogicalPlan => ({
  kind: 'SubqueryAlias',
  alias: tableName,
  input,
});
