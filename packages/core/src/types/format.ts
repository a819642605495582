import type { DataType, TimeUnit } from './data-type.js';
import type { Field, Schema } from './field.js';

const shortUnit: Readonly<Record<TimeUnit, string>> = {
  second: 's',
  millisecond: 'ms',
  microsecond: 'µs',
  nanosecond: 'ns',
};

/** The type as `arrow_typeof` prints it, e.g. `Decimal128(15, 2)`, `Timestamp(ns, "UTC")`, `List(Int64)`. */
export function formatDataType(type: DataType): string {
  switch (type.kind) {
    case 'FixedSizeBinary':
      return `FixedSizeBinary(${type.byteWidth})`;
    case 'Time32':
    case 'Time64':
    case 'Duration':
      return `${type.kind}(${shortUnit[type.unit]})`;
    case 'Timestamp':
      return type.timezone === undefined
        ? `Timestamp(${shortUnit[type.unit]})`
        : `Timestamp(${shortUnit[type.unit]}, ${JSON.stringify(type.timezone)})`;
    case 'Interval':
      return `Interval(${type.unit[0]!.toUpperCase()}${type.unit.slice(1)})`;
    case 'Decimal32':
    case 'Decimal64':
    case 'Decimal128':
    case 'Decimal256':
      return `${type.kind}(${type.precision}, ${type.scale})`;
    case 'List':
    case 'LargeList':
    case 'ListView':
    case 'LargeListView':
      return `${type.kind}(${formatItem(type.field)})`;
    case 'FixedSizeList':
      return `FixedSizeList(${type.size} x ${formatItem(type.field)})`;
    case 'Struct':
      return `Struct(${type.fields.map(formatNamed).join(', ')})`;
    case 'Map':
      return `Map(${formatNamed(type.entries)}, ${type.keysSorted ? 'sorted' : 'unsorted'})`;
    case 'Dictionary':
      return `Dictionary(${formatDataType(type.key)}, ${formatDataType(type.value)})`;
    case 'Union':
      return `Union(${type.mode === 'sparse' ? 'Sparse' : 'Dense'}, ${type.fields
        .map((one, index) => `${type.typeIds[index] ?? index}: (${formatNamed(one)})`)
        .join(', ')})`;
    case 'RunEndEncoded':
      return `RunEndEncoded(${formatNamed(type.runEnds)}, ${formatNamed(type.values)})`;
    default:
      return type.kind;
  }
}

// `item` is what every writer calls a list's child, so saying it would only be noise.
const formatItem = (item: Field): string =>
  `${item.nullable ? '' : 'non-null '}${formatDataType(item.type)}${item.name === 'item' ? '' : `, field: '${item.name}'`}`;
const formatNamed = (one: Field): string =>
  `${JSON.stringify(one.name)}: ${one.nullable ? '' : 'non-null '}${formatDataType(one.type)}`;

/** `name:Type` pairs, `;N` marking a nullable column, as EXPLAIN shows schemas. */
export const formatSchema = (of: Schema): string =>
  of.fields.map((one) => `${one.name}:${formatDataType(one.type)}${one.nullable ? ';N' : ''}`).join(', ');
