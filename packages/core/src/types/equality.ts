import type { DataType } from './data-type.js';
import type { Field, Schema } from './field.js';

/** Structural equality of types; nested field names, nullability and metadata count. */
export function dataTypeEquals(a: DataType, b: DataType): boolean {
  if (a === b) return true;
  if (a.kind !== b.kind) return false;
  switch (a.kind) {
    case 'FixedSizeBinary':
      return a.byteWidth === (b as typeof a).byteWidth;
    case 'Time32':
    case 'Time64':
    case 'Duration':
    case 'Interval':
      return a.unit === (b as typeof a).unit;
    case 'Timestamp':
      return a.unit === (b as typeof a).unit && a.timezone === (b as typeof a).timezone;
    case 'Decimal32':
    case 'Decimal64':
    case 'Decimal128':
    case 'Decimal256':
      return a.precision === (b as typeof a).precision && a.scale === (b as typeof a).scale;
    case 'List':
    case 'LargeList':
    case 'ListView':
    case 'LargeListView':
      return fieldEquals(a.field, (b as typeof a).field);
    case 'FixedSizeList':
      return a.size === (b as typeof a).size && fieldEquals(a.field, (b as typeof a).field);
    case 'Struct':
      return fieldsEqual(a.fields, (b as typeof a).fields);
    case 'Map':
      return a.keysSorted === (b as typeof a).keysSorted && fieldEquals(a.entries, (b as typeof a).entries);
    case 'Dictionary':
      return dataTypeEquals(a.key, (b as typeof a).key) && dataTypeEquals(a.value, (b as typeof a).value);
    case 'Union': {
      const other = b as typeof a;
      return (
        a.mode === other.mode &&
        a.typeIds.length === other.typeIds.length &&
        a.typeIds.every((id, index) => id === other.typeIds[index]) &&
        fieldsEqual(a.fields, other.fields)
      );
    }
    case 'RunEndEncoded':
      return fieldEquals(a.runEnds, (b as typeof a).runEnds) && fieldEquals(a.values, (b as typeof a).values);
    default:
      return true;
  }
}

export function fieldEquals(a: Field, b: Field): boolean {
  return (
    a === b ||
    (a.name === b.name &&
      a.nullable === b.nullable &&
      dataTypeEquals(a.type, b.type) &&
      metadataEquals(a.metadata, b.metadata))
  );
}

const fieldsEqual = (a: readonly Field[], b: readonly Field[]): boolean =>
  a.length === b.length && a.every((one, index) => fieldEquals(one, b[index]!));

export const schemaEquals = (a: Schema, b: Schema): boolean =>
  a === b || (fieldsEqual(a.fields, b.fields) && metadataEquals(a.metadata, b.metadata));

function metadataEquals(
  a: ReadonlyMap<string, string> | undefined,
  b: ReadonlyMap<string, string> | undefined,
): boolean {
  if ((a?.size ?? 0) !== (b?.size ?? 0)) return false;
  if (a === undefined || b === undefined) return true;
  for (const [key, value] of a) if (b.get(key) !== value) return false;
  return true;
}
