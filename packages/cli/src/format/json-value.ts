import { type DataType, formatValue, isDecimal, isFloat, isInteger, isListLike, type Value } from '@ballista-ts/core';

/**
 * A value as JSON text that loses nothing: integers of any size as numbers with all their digits, decimals as strings
 * (their scale matters), floats as numbers, or as strings where JSON has none (`"NaN"`, `"inf"`), everything else by its
 * usual text.
 */
export function jsonValue(type: DataType, value: Value): string {
  if (value === null) return 'null';
  if (type.kind === 'Boolean') return value ? 'true' : 'false';
  if (isInteger(type)) return String(value);
  if (isFloat(type))
    return Number.isFinite(value)
      ? Object.is(value, -0)
        ? '-0.0'
        : JSON.stringify(value)
      : JSON.stringify(formatValue(type, value));
  if (isDecimal(type)) return JSON.stringify(formatValue(type, value));
  if (isListLike(type))
    return `[${(value as readonly Value[]).map((item) => jsonValue(type.field.type, item)).join(',')}]`;
  if (type.kind === 'Struct') {
    return `{${type.fields.map((field, index) => `${JSON.stringify(field.name)}:${jsonValue(field.type, (value as readonly Value[])[index] ?? null)}`).join(',')}}`;
  }
  if (type.kind === 'Map' && type.entries.type.kind === 'Struct') {
    const [key, item] = type.entries.type.fields;
    return `{${(value as readonly (readonly Value[])[])
      .map(([k, v]) => `${JSON.stringify(formatValue(key!.type, k ?? null))}:${jsonValue(item!.type, v ?? null)}`)
      .join(',')}}`;
  }
  if (type.kind === 'Dictionary') return jsonValue(type.value, value);
  return JSON.stringify(formatValue(type, value));
}
