import * as arrow from 'apache-arrow';
import { float64ToUint16 } from 'apache-arrow/util/math';
import { InvalidArgumentError, NotYetSupportedError } from '../errors/errors.js';
import { dataTypeToArrow, schemaToArrow } from './arrow.js';
import type { DataType } from './data-type.js';
import type { Field, Schema } from './field.js';
import { formatDataType } from './format.js';
import type { IntervalDayTime, IntervalMonthDayNano, Value } from './scalar-value.js';

/**
 * One Arrow column from values in the forms of `Value`; the inverse of `valueReader`. Values must fit their type: a typed array
 * would wrap them silently, so integers outside their range throw.
 *
 * Meant for edges, tests and the reference evaluator; nothing hot builds columns from JavaScript values.
 *
 * @throws InvalidArgumentError when a value does not have the form its type asks for, naming the row.
 * @throws NotYetSupportedError for layouts apache-arrow has no class for.
 */
export function columnFromValues(type: DataType, values: readonly Value[]): arrow.Data {
  const length = values.length;
  const base = { type: dataTypeToArrow(type) as never, length, ...validity(values) };
  const make = (rest: object): arrow.Data => arrow.makeData({ ...base, ...rest } as never);
  switch (type.kind) {
    case 'Null':
      return make({});
    case 'Boolean':
      return make({ data: bitmap(length, (row) => expectForm(type, 'boolean', values[row]!, row)) });
    case 'Int8':
    case 'Int16':
    case 'Int32':
    case 'UInt8':
    case 'UInt16':
    case 'UInt32':
    case 'Date32':
    case 'Time32':
      return make({ data: fill(type, new numberArrays[type.kind](length), values, 'number') });
    case 'Float32':
    case 'Float64':
      return make({ data: fill(type, new numberArrays[type.kind](length), values, 'number', true) });
    case 'Float16':
      return make({
        data: Uint16Array.from(values, (value, row) =>
          value === null ? 0 : float64ToUint16(expectForm(type, 'number', value, row)),
        ),
      });
    case 'Int64':
    case 'Date64':
    case 'Time64':
    case 'Timestamp':
    case 'Duration':
      return make({ data: fill(type, new BigInt64Array(length), values, 'bigint') });
    case 'UInt64':
      return make({ data: fill(type, new BigUint64Array(length), values, 'bigint') });
    case 'Decimal128':
    case 'Decimal256':
      return make({ data: decimalWords(type, values, type.kind === 'Decimal128' ? 4 : 8) });
    case 'Utf8':
    case 'LargeUtf8':
    case 'Binary':
    case 'LargeBinary':
      return make(variableBytes(type, values));
    case 'FixedSizeBinary':
      return make({ data: fixedBytes(type, type.byteWidth, values) });
    case 'Interval':
      return make({ data: intervalWords(type, type.unit, values) });
    case 'List':
    case 'LargeList': {
      const { offsets, items } = flatten(type, values);
      return make({
        valueOffsets: type.kind === 'List' ? Int32Array.from(offsets) : BigInt64Array.from(offsets, BigInt),
        child: columnFromValues(type.field.type, items),
      });
    }
    case 'Map': {
      const { offsets, items } = flatten(type, values);
      return make({ valueOffsets: Int32Array.from(offsets), child: columnFromValues(type.entries.type, items) });
    }
    case 'FixedSizeList': {
      const missing: Value[] = new Array<Value>(type.size).fill(null);
      const items = values.flatMap((value, row) =>
        value === null ? missing : [...expectItems(type, value, row, type.size)],
      );
      return make({ child: columnFromValues(type.field.type, items) });
    }
    case 'Struct': {
      const rows = values.map((value, row) =>
        value === null ? null : expectItems(type, value, row, type.fields.length),
      );
      const children = type.fields.map((one, index) =>
        columnFromValues(
          one.type,
          rows.map((row) => row?.[index] ?? null),
        ),
      );
      return make({ children });
    }
    case 'Dictionary': {
      const codes = new Map<Value, number>();
      for (const value of values) if (value !== null && !codes.has(value)) codes.set(value, codes.size);
      const dictionary = new arrow.Vector([columnFromValues(type.value, [...codes.keys()])]);
      const wide = type.key.kind === 'Int64' || type.key.kind === 'UInt64';
      const keys = values
        .map((value) => (value === null ? 0 : codes.get(value)!))
        .map((code) => (wide ? BigInt(code) : code));
      return make({ data: columnFromValues(type.key, keys).values, dictionary });
    }
    default:
      throw new NotYetSupportedError('Arrow layout', formatDataType(type));
  }
}

/**
 * A record batch from rows, each an array of values in column order.
 * @throws InvalidArgumentError when a row has another number of values than the schema has columns, or a value does not fit.
 */
export function batchFromRows(schema: Schema, rows: readonly (readonly Value[])[]): arrow.RecordBatch {
  for (const [index, row] of rows.entries()) {
    if (row.length !== schema.fields.length) {
      throw new InvalidArgumentError(`row ${index} has ${row.length} values for ${schema.fields.length} columns`);
    }
  }
  return batchFromColumns(
    schema,
    schema.fields.map((one, column) =>
      fieldColumn(
        one,
        rows.map((row) => row[column]!),
      ),
    ),
    rows.length,
  );
}

/** A record batch from finished columns. `numRows` is needed because a batch may have rows and no columns. */
export function batchFromColumns(schema: Schema, columns: readonly arrow.Data[], numRows: number): arrow.RecordBatch {
  const arrowSchema = schemaToArrow(schema);
  const struct = new arrow.Struct(arrowSchema.fields);
  return new arrow.RecordBatch(
    arrowSchema,
    arrow.makeData({ type: struct, length: numRows, nullCount: 0, children: [...columns] }),
  );
}

function fieldColumn(one: Field, values: readonly Value[]): arrow.Data {
  const missing = one.nullable ? -1 : values.indexOf(null);
  if (missing !== -1) throw new InvalidArgumentError(`column ${one.name} is not nullable, and row ${missing} is NULL`);
  return columnFromValues(one.type, values);
}

const numberArrays = {
  Int8: Int8Array,
  Int16: Int16Array,
  Int32: Int32Array,
  UInt8: Uint8Array,
  UInt16: Uint16Array,
  UInt32: Uint32Array,
  Float32: Float32Array,
  Float64: Float64Array,
  Date32: Int32Array,
  Time32: Int32Array,
} as const;

function validity(values: readonly Value[]): { nullCount: number; nullBitmap?: Uint8Array } {
  const nullCount = values.reduce<number>((count, value) => count + (value === null ? 1 : 0), 0);
  return nullCount === 0
    ? { nullCount }
    : { nullCount, nullBitmap: bitmap(values.length, (row) => values[row] !== null) };
}

/** Bits in Arrow order, padded to 64 of them. */
function bitmap(length: number, isSet: (row: number) => boolean | null): Uint8Array {
  const bits = new Uint8Array(Math.ceil(length / 64) * 8);
  for (let row = 0; row < length; row += 1) if (isSet(row) === true) bits[row >> 3]! |= 1 << (row & 7);
  return bits;
}

interface Forms {
  readonly boolean: boolean;
  readonly number: number;
  readonly bigint: bigint;
  readonly string: string;
}

/** NULL passes as it is; anything else must have the form. */
function expectForm<F extends keyof Forms>(type: DataType, form: F, value: Exclude<Value, null>, row: number): Forms[F];
function expectForm<F extends keyof Forms>(type: DataType, form: F, value: Value, row: number): Forms[F] | null;
function expectForm<F extends keyof Forms>(type: DataType, form: F, value: Value, row: number): Forms[F] | null {
  if (value === null) return null;
  if (typeof value === form) return value as Forms[F];
  throw new InvalidArgumentError(
    `row ${row} of a ${formatDataType(type)} column is a ${typeof value}, expected a ${form}`,
  );
}

function expectItems(type: DataType, value: Value, row: number, count?: number): readonly Value[] {
  if (!Array.isArray(value)) {
    throw new InvalidArgumentError(
      `row ${row} of a ${formatDataType(type)} column is a ${typeof value}, expected an array`,
    );
  }
  if (count !== undefined && value.length !== count) {
    throw new InvalidArgumentError(
      `row ${row} of a ${formatDataType(type)} column has ${value.length} items, expected ${count}`,
    );
  }
  return value as readonly Value[];
}

type Fillable = { readonly length: number; [row: number]: number | bigint };

function fill<A extends Fillable>(
  type: DataType,
  target: A,
  values: readonly Value[],
  form: 'number' | 'bigint',
  lossy = false,
): A {
  for (const [row, value] of values.entries()) {
    if (value === null) continue;
    const stored = expectForm(type, form, value, row);
    target[row] = stored;
    if (!lossy && target[row] !== stored) {
      throw new InvalidArgumentError(`row ${row}: ${stored} does not fit a ${formatDataType(type)} column`);
    }
  }
  return target;
}

function decimalWords(type: DataType, values: readonly Value[], stride: number): Uint32Array {
  const words = new Uint32Array(values.length * stride);
  for (const [row, value] of values.entries()) {
    if (value === null) continue;
    const unscaled = expectForm(type, 'bigint', value, row);
    if (BigInt.asIntN(stride * 32, unscaled) !== unscaled) {
      throw new InvalidArgumentError(`row ${row}: ${unscaled} does not fit a ${formatDataType(type)} column`);
    }
    let rest = unscaled;
    for (let word = 0; word < stride; word += 1, rest >>= 32n) words[row * stride + word] = Number(rest & 0xffffffffn);
  }
  return words;
}

const utf8 = new TextEncoder();

function variableBytes(
  type: DataType,
  values: readonly Value[],
): { valueOffsets: Int32Array | BigInt64Array; data: Uint8Array } {
  const isText = type.kind === 'Utf8' || type.kind === 'LargeUtf8';
  const parts = values.map((value, row) => {
    if (value === null) return new Uint8Array(0);
    return isText ? utf8.encode(expectForm(type, 'string', value, row)) : expectBytes(type, value, row);
  });
  const offsets = [0];
  for (const part of parts) offsets.push(offsets.at(-1)! + part.length);
  const data = new Uint8Array(offsets.at(-1)!);
  for (const [row, part] of parts.entries()) data.set(part, offsets[row]!);
  const large = type.kind === 'LargeUtf8' || type.kind === 'LargeBinary';
  return { valueOffsets: large ? BigInt64Array.from(offsets, BigInt) : Int32Array.from(offsets), data };
}

function expectBytes(type: DataType, value: Value, row: number, width?: number): Uint8Array {
  if (!(value instanceof Uint8Array)) {
    throw new InvalidArgumentError(
      `row ${row} of a ${formatDataType(type)} column is a ${typeof value}, expected bytes`,
    );
  }
  if (width !== undefined && value.length !== width) {
    throw new InvalidArgumentError(
      `row ${row} of a ${formatDataType(type)} column has ${value.length} bytes, expected ${width}`,
    );
  }
  return value;
}

function fixedBytes(type: DataType, width: number, values: readonly Value[]): Uint8Array {
  const data = new Uint8Array(values.length * width);
  for (const [row, value] of values.entries())
    if (value !== null) data.set(expectBytes(type, value, row, width), row * width);
  return data;
}

function intervalWords(
  type: DataType,
  unit: 'yearMonth' | 'dayTime' | 'monthDayNano',
  values: readonly Value[],
): Int32Array {
  if (unit === 'yearMonth') return fill(type, new Int32Array(values.length), values, 'number');
  const stride = unit === 'dayTime' ? 2 : 4;
  const words = new Int32Array(values.length * stride);
  for (const [row, value] of values.entries()) {
    if (value === null) continue;
    if (unit === 'dayTime') {
      const { days, milliseconds } = value as IntervalDayTime;
      words.set([days, milliseconds], row * stride);
    } else {
      const { months, days, nanos } = value as IntervalMonthDayNano;
      words.set(
        [months, days, Number(BigInt.asIntN(32, nanos)), Number(BigInt.asIntN(32, nanos >> 32n))],
        row * stride,
      );
    }
  }
  return words;
}

function flatten(type: DataType, values: readonly Value[]): { offsets: number[]; items: Value[] } {
  const offsets = [0];
  const items: Value[] = [];
  for (const [row, value] of values.entries()) {
    // One by one: as arguments of a single call, a few hundred thousand items overflow the stack.
    if (value !== null) for (const item of expectItems(type, value, row)) items.push(item);
    offsets.push(items.length);
  }
  return { offsets, items };
}
