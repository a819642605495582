import {
  type DataType,
  type ExecutionPlan,
  fixedByteWidth,
  known,
  planSchema,
  planStatistics,
} from '@ballista-ts/core';

/** Bytes that one value is reckoned with when only the number of rows is known. */
function valueWidth(type: DataType): number {
  if (type.kind === 'Boolean') return 1;
  const width = fixedByteWidth(type);
  return width === undefined || type.kind === 'FixedSizeBinary' || type.kind === 'Interval' ? 32 : width;
}

/**
 * Bytes of a plan's rows as join planning estimates them: the byte statistic when it is there and not zero, else rows times
 * the width of a row (at least 8 bytes). Undefined when neither is known. E.g. 1000 rows of (int64, utf8) are 40000 bytes.
 */
export function sideSize(plan: ExecutionPlan): number | undefined {
  const statistics = planStatistics(plan);
  const bytes = known(statistics.totalByteSize);
  if (bytes !== undefined && bytes > 0) return bytes;
  const rows = known(statistics.numRows);
  if (rows === undefined || rows === 0) return undefined;
  const width = planSchema(plan).fields.reduce((sum, field) => sum + valueWidth(field.type), 0);
  return rows * Math.max(width, 8);
}
