import {
  type ColumnStatistics,
  type DataType,
  fixedByteWidth,
  isDecimal,
  known,
  type Statistics,
  type TableScanPlan,
  type TableSource,
  tableSourceSchema,
  type Value,
} from '@ballista-ts/core';
import { type ColumnEstimate, type Estimate, unknownEstimate } from './estimate.js';

/** Rows that a table is given of which nothing at all is known. */
const unknownRows = 100_000;
/** Bytes of a text or nested value of unknown length. */
const variableWidth = 20;

export const widthOf = (type: DataType): number =>
  type.kind === 'Boolean' ? 1 : (fixedByteWidth(type) ?? variableWidth);

/** A value as a number that keeps order and distance: numbers, decimals, days, instants. Undefined for everything else. */
export function asNumber(value: Value, type: DataType): number | undefined {
  if (typeof value === 'number') return Number.isNaN(value) ? undefined : value;
  if (typeof value === 'bigint') return isDecimal(type) ? Number(value) / 10 ** type.scale : Number(value);
  return typeof value === 'boolean' ? Number(value) : undefined;
}

/** The table's rows before its filters. */
export function estimateScan(plan: TableScanPlan): Estimate {
  const { fields } = tableSourceSchema(plan.source);
  const statistics = statisticsOf(plan.source);
  const rows = Math.max(known(statistics?.numRows ?? { kind: 'absent' }) ?? guessRows(plan.source), 1);
  const columns = fields.map((field, index) =>
    estimateColumn(field.type, statistics?.columns[index], rows, plan.source),
  );
  return {
    rows,
    columns: plan.projection === undefined ? columns : plan.projection.map((index) => columns[index]!),
  };
}

function statisticsOf(source: TableSource): Statistics | undefined {
  if (source.kind === 'listing') return source.resolved?.statistics;
  return source.kind === 'cteWorkTable' ? undefined : source.statistics;
}

/** Without a row count, the bytes there are by the width of a row; text files take about as much. */
function guessRows(source: TableSource): number {
  const bytes =
    source.kind === 'listing'
      ? source.resolved?.files.reduce((sum, file) => sum + file.size, 0)
      : source.kind === 'memory'
        ? source.partitions.reduce((sum, one) => sum + one.byteLength, 0)
        : undefined;
  if (bytes === undefined) return unknownRows;
  const width = tableSourceSchema(source).fields.reduce((sum, field) => sum + widthOf(field.type), 0);
  return Math.max(Math.round(bytes / Math.max(width, 1)), 1);
}

function estimateColumn(
  type: DataType,
  statistics: ColumnStatistics | undefined,
  rows: number,
  table: object,
): ColumnEstimate {
  const origin = { table, rows };
  if (statistics === undefined) return { ...unknownEstimate(widthOf(type)), origin };
  const min = number(known(statistics.min), type);
  const max = number(known(statistics.max), type);
  const counted = known(statistics.distinctCount);
  const bytes = known(statistics.byteSize);
  const nulls = known(statistics.nullCount);
  // Whole numbers and days have no more values than their range is wide.
  const stepped = type.kind.startsWith('Int') || type.kind.startsWith('UInt') || type.kind === 'Date32';
  const span = stepped && min !== undefined && max !== undefined ? max - min + 1 : undefined;
  return {
    domain: counted ?? (span === undefined ? undefined : Math.max(Math.min(span, rows), 1)),
    counted: counted !== undefined,
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    nullFraction: nulls === undefined ? 0 : Math.min(nulls / rows, 1),
    width: fixedByteWidth(type) === undefined && bytes !== undefined ? Math.max(bytes / rows, 1) : widthOf(type),
    origin,
  };
}

const number = (value: Value | undefined, type: DataType): number | undefined =>
  value === undefined || value === null ? undefined : asNumber(value, type);
