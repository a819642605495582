import { type DataType, type Field, field, type TimeUnit } from '@ballista-ts/core';
import { FlatTable } from './flat-table.js';

/** Metadata key under which Arrow writers leave the schema they wrote from, as an IPC message in base64. */
const ARROW_SCHEMA_KEY = 'ARROW:schema';
const MAX_HINT_LENGTH = 16 * 1024 * 1024;
const MAX_DEPTH = 64;
const MAX_FIELDS = 100_000;

/** Numbers of Arrow's `Type` union, those that say more than Parquet does. */
const arrowTypes = {
  decimal: 7,
  date: 8,
  timestamp: 10,
  list: 12,
  struct: 13,
  fixedSizeList: 16,
  duration: 18,
  largeBinary: 19,
  largeUtf8: 20,
  largeList: 21,
} as const;
const SCHEMA_MESSAGE = 1;
const units: readonly TimeUnit[] = ['second', 'millisecond', 'microsecond', 'nanosecond'];

/** A field of the writer's Arrow schema. For dictionaries this is the type of the values. */
export interface ArrowHint {
  readonly name: string;
  readonly type: number;
  readonly parameters: FlatTable | undefined;
  readonly children: readonly ArrowHint[];
}

/**
 * The columns of the Arrow schema that a file was written from; undefined without one, or with one that makes no sense: it is
 * only a hint, and the file is complete without it.
 */
export function arrowSchemaHint(keyValues: ReadonlyMap<string, string>): readonly ArrowHint[] | undefined {
  const text = keyValues.get(ARROW_SCHEMA_KEY);
  if (text === undefined || text.length > MAX_HINT_LENGTH) return undefined;
  const bytes = Buffer.from(text, 'base64');
  try {
    // A continuation marker and the message's length; very old writers left out the marker.
    const begin = bytes.readInt32LE(0) === -1 ? 8 : 4;
    const message = FlatTable.root(bytes.subarray(begin));
    if (message.byte(1, 0) !== SCHEMA_MESSAGE) return undefined;
    const budget = { fields: MAX_FIELDS };
    return message
      .table(2)
      ?.tables(1)
      .map((one) => readField(one, budget, 0));
  } catch {
    return undefined;
  }
}

function readField(table: FlatTable, budget: { fields: number }, depth: number): ArrowHint {
  budget.fields -= 1;
  // Offsets may lead in circles.
  if (budget.fields < 0 || depth > MAX_DEPTH) throw new RangeError('the schema is too large');
  return {
    name: table.text(0) ?? '',
    type: table.byte(2, 0),
    parameters: table.table(3),
    children: table.tables(5).map((child) => readField(child, budget, depth + 1)),
  };
}

/**
 * The field with what the hint knows better. Only types that read the same stored values otherwise are taken over; for
 * dictionaries and views we keep the plain type, which the scan delivers.
 */
export function applyArrowHint(plain: Field, hint: ArrowHint): Field {
  let type: DataType;
  try {
    type = hintedType(plain.type, hint);
  } catch {
    return plain;
  }
  return type === plain.type ? plain : { ...plain, type };
}

function hintedType(plain: DataType, { type, parameters, children }: ArrowHint): DataType {
  switch (plain.kind) {
    case 'Utf8':
      return type === arrowTypes.largeUtf8 ? { kind: 'LargeUtf8' } : plain;
    case 'Binary':
      return type === arrowTypes.largeBinary ? { kind: 'LargeBinary' } : plain;
    case 'Timestamp': {
      const timezone = parameters?.text(1);
      // A zone is only a way to print an instant: it cannot turn local times into instants.
      return type === arrowTypes.timestamp && plain.timezone !== undefined && timezone ? { ...plain, timezone } : plain;
    }
    case 'Int64': {
      const unit = units[parameters?.short(0, 1) ?? 1];
      return type === arrowTypes.duration && unit !== undefined ? { kind: 'Duration', unit } : plain;
    }
    case 'Date32':
      return type === arrowTypes.date && (parameters?.short(0, 1) ?? 1) === 1 ? { kind: 'Date64' } : plain;
    case 'Decimal128':
      return type === arrowTypes.decimal && parameters?.int(2, 128) === 256 ? { ...plain, kind: 'Decimal256' } : plain;
    case 'List': {
      const [child] = children;
      if (child === undefined) return plain;
      const item = applyArrowHint(plain.field, child);
      const named = item.name === child.name ? item : field(child.name, item.type, item.nullable);
      if (type === arrowTypes.largeList) return { kind: 'LargeList', field: named };
      if (type === arrowTypes.fixedSizeList)
        return { kind: 'FixedSizeList', field: named, size: parameters?.int(0, 0) ?? 0 };
      return type === arrowTypes.list ? { kind: 'List', field: named } : plain;
    }
    case 'Struct':
      return type === arrowTypes.struct && children.length === plain.fields.length
        ? { ...plain, fields: plain.fields.map((one, index) => applyArrowHint(one, children[index]!)) }
        : plain;
    default:
      return plain;
  }
}
