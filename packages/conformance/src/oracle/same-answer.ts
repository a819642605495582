import {
  type DataType,
  formatDecimal,
  formatValue,
  isDecimal,
  isFloat,
  isInteger,
  type Value,
} from '@ballista-ts/core';
import type { Rows } from '@ballista-ts/testing';

/**
 * How two engines' answers differ, or undefined. Names do not matter, types do not either as long as the values are the same
 * number, text or date. Where one side computes in floating point (the oracle's averages) numbers may differ by one unit in
 * the last place of the other side's scale, or by 1e-9 of their size.
 */
export function differenceOf(ours: Rows, theirs: Rows, options: { readonly ordered: boolean }): string | undefined {
  if (ours.schema.fields.length !== theirs.schema.fields.length) {
    return `${ours.schema.fields.length} columns, the oracle has ${theirs.schema.fields.length}`;
  }
  if (ours.rows.length !== theirs.rows.length) return `${ours.rows.length} rows, the oracle has ${theirs.rows.length}`;
  const a = options.ordered ? ours.rows : sortRows(ours);
  const b = options.ordered ? theirs.rows : sortRows(theirs);
  for (let row = 0; row < a.length; row += 1) {
    for (let column = 0; column < ours.schema.fields.length; column += 1) {
      const x = a[row]![column]!;
      const y = b[row]![column]!;
      const field = ours.schema.fields[column]!;
      const other = theirs.schema.fields[column]!;
      if (!sameValue(field.type, x, other.type, y)) {
        return `row ${row}, column ${field.name}: ${formatValue(field.type, x)}, the oracle says ${formatValue(other.type, y)}`;
      }
    }
  }
  return undefined;
}

const isNumber = (type: DataType): boolean => isInteger(type) || isFloat(type) || isDecimal(type);
const toText = (type: DataType, value: Value): string =>
  isDecimal(type) ? formatDecimal(value as bigint, type.scale) : String(value);

function sameValue(a: DataType, x: Value, b: DataType, y: Value): boolean {
  if (x === null || y === null) return x === y;
  if (!isNumber(a) || !isNumber(b)) return formatValue(a, x) === formatValue(b, y);
  if (!isFloat(a) && !isFloat(b)) {
    const scale = Math.max(scaleOf(a), scaleOf(b));
    return scaled(a, x, scale) === scaled(b, y, scale);
  }
  const m = Number(toText(a, x));
  const n = Number(toText(b, y));
  if (Number.isNaN(m) || Number.isNaN(n)) return Number.isNaN(m) && Number.isNaN(n);
  const unit = isFloat(a) ? (isFloat(b) ? 0 : 10 ** -scaleOf(b)) : 10 ** -scaleOf(a);
  return Math.abs(m - n) <= Math.max(unit, Math.abs(n) * 1e-9);
}

const scaleOf = (type: DataType): number => (isDecimal(type) ? type.scale : 0);
const scaled = (type: DataType, value: Value, scale: number): bigint =>
  BigInt(value as number | bigint) * 10n ** BigInt(scale - scaleOf(type));

/** Rounded to what both sides agree on, so that the same rows come to stand at the same place. */
function sortRows({ schema, rows }: Rows): (readonly Value[])[] {
  const key = (row: readonly Value[]): string =>
    row
      .map((value, index) => {
        const { type } = schema.fields[index]!;
        if (value === null) return '~';
        return isNumber(type) ? Number(toText(type, value)).toPrecision(6) : formatValue(type, value);
      })
      .join('\u0001');
  return rows
    .map((row) => ({ row, key: key(row) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ row }) => row);
}
