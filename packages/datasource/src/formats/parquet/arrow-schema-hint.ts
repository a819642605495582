import { type DataType, type Field, type Schema, schemaFromArrow } from '@ballista-ts/core';
import { tableFromIPC } from 'apache-arrow';

/** Metadata key under which Arrow writers leave the schema they wrote from. */
const ARROW_SCHEMA_KEY = 'ARROW:schema';
const MAX_HINT_LENGTH = 16 * 1024 * 1024;

/** The Arrow schema a file was written from; undefined without one, or with one that we cannot read (it is only a hint). */
export function arrowSchemaHint(keyValues: ReadonlyMap<string, string>): Schema | undefined {
  const text = keyValues.get(ARROW_SCHEMA_KEY);
  if (text === undefined || text.length > MAX_HINT_LENGTH) return undefined;
  try {
    return schemaFromArrow(tableFromIPC(Buffer.from(text, 'base64')).schema);
  } catch {
    return undefined;
  }
}

/**
 * The field with what the hint knows better. Only types that read the same stored values otherwise are taken over; for
 * dictionaries and views we keep the plain type, which the scan delivers.
 */
export function applyArrowHint(plain: Field, hint: Field): Field {
  const type = hintedType(plain.type, hint.type);
  return type === plain.type ? plain : { ...plain, type };
}

function hintedType(plain: DataType, hint: DataType): DataType {
  if (hint.kind === 'Dictionary') return hintedType(plain, hint.value);
  switch (plain.kind) {
    case 'Utf8':
      return hint.kind === 'LargeUtf8' ? hint : plain;
    case 'Binary':
      return hint.kind === 'LargeBinary' ? hint : plain;
    case 'Timestamp':
      // A zone is only a way to print an instant: it cannot turn local times into instants.
      return hint.kind === 'Timestamp' &&
        hint.unit === plain.unit &&
        (hint.timezone === undefined) === (plain.timezone === undefined)
        ? hint
        : plain;
    case 'Int64':
      return hint.kind === 'Duration' ? hint : plain;
    case 'Date32':
      return hint.kind === 'Date64' ? hint : plain;
    case 'Decimal128':
      return hint.kind === 'Decimal256' && hint.precision === plain.precision && hint.scale === plain.scale
        ? hint
        : plain;
    case 'List':
      return hint.kind === 'List' || hint.kind === 'LargeList'
        ? { kind: hint.kind, field: applyArrowHint(plain.field, hint.field) }
        : hint.kind === 'FixedSizeList'
          ? { ...hint, field: applyArrowHint(plain.field, hint.field) }
          : plain;
    case 'Struct':
      return hint.kind === 'Struct' && hint.fields.length === plain.fields.length
        ? { ...plain, fields: plain.fields.map((one, index) => applyArrowHint(one, hint.fields[index]!)) }
        : plain;
    default:
      return plain;
  }
}
