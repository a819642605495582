import { type DataType, formatValue, isDecimal, isFloat, isInteger, isString, type Value } from '@ballista-ts/core';

/** The letters of a query's columns: B boolean, I integer, R float or decimal, T text, D date, P timestamp, ? anything else. */
export const formatColumnTypes = (types: readonly DataType[]): string => types.map(columnLetter).join('');

function columnLetter(type: DataType): string {
  if (type.kind === 'Dictionary') return columnLetter(type.value);
  if (type.kind === 'Boolean') return 'B';
  if (isInteger(type)) return 'I';
  if (isFloat(type) || isDecimal(type)) return 'R';
  if (isString(type)) return 'T';
  if (type.kind === 'Date32' || type.kind === 'Date64') return 'D';
  if (type.kind === 'Timestamp') return 'P';
  return '?';
}

/**
 * One value in the text of a `.slt` answer. NULL is `NULL`, the empty string `(empty)`, line breaks are escaped. Floats show 12
 * significant digits: a distributed sum adds in another order, and its last bits differ rightly. Everything else is exact.
 */
export function formatSltValue(type: DataType, value: Value): string {
  if (value === null) return 'NULL';
  if (type.kind === 'Dictionary') return formatSltValue(type.value, value);
  if (isFloat(type)) return formatSltFloat(value as number);
  const text = formatValue(type, value);
  return text === '' ? '(empty)' : text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
}

function formatSltFloat(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'NaN' : value > 0 ? 'Infinity' : '-Infinity';
  return Object.is(value, -0) ? '-0' : String(Number(value.toPrecision(12)));
}

/** A row in the text of a `.slt` answer: values separated by one space. */
export const formatSltRow = (types: readonly DataType[], row: readonly Value[]): string =>
  types.map((type, column) => formatSltValue(type, row[column] ?? null)).join(' ');
