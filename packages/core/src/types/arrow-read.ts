import * as arrow from 'apache-arrow';
import { uint16ToFloat64 } from 'apache-arrow/util/math';
import { NotYetSupportedError } from '../errors/errors.js';
import type { Value } from './scalar-value.js';

/** Reads one row of a column. Rows are not checked against the length. */
export type ValueReader = (row: number) => Value;

/**
 * A reader of one Arrow column chunk in the forms of `Value`. Types are dispatched once, here, and not once a row. Reads the
 * raw buffers: apache-arrow's own `get` gives fractional milliseconds for timestamps and big-number objects for decimals.
 *
 * Meant for edges, tests and the reference evaluator; nothing hot reads rows one by one.
 *
 * @throws NotYetSupportedError for layouts outside our scope.
 */
export function valueReader(data: arrow.Data): ValueReader {
  const read = validValueReader(data);
  if (arrow.DataType.isNull(data.type) || data.nullCount === 0) return read;
  return (row) => (data.getValid(row) ? read(row) : null);
}

/** All values of a vector, chunk after chunk. */
export function vectorValues(vector: arrow.Vector): Value[] {
  const out: Value[] = [];
  for (const chunk of vector.data) {
    const read = valueReader(chunk);
    for (let row = 0; row < chunk.length; row += 1) out.push(read(row));
  }
  return out;
}

/** The rows of a batch, each an array in column order. A batch without columns still has its rows. */
export function batchRows(batch: arrow.RecordBatch): Value[][] {
  const readers = batch.data.children.map(valueReader);
  return Array.from({ length: batch.numRows }, (_, row) => readers.map((read) => read(row)));
}

const utf8 = new TextDecoder();

function validValueReader(data: arrow.Data): ValueReader {
  const { type } = data;
  if (arrow.DataType.isNull(type)) return () => null;
  if (arrow.DataType.isBool(type)) {
    const bits = data.values as Uint8Array;
    // Boolean buffers are not cut when a column is sliced: the offset counts bits.
    return (row) => ((bits[(data.offset + row) >> 3]! >> ((data.offset + row) & 7)) & 1) === 1;
  }
  if (arrow.DataType.isFloat(type) && type.precision === arrow.Precision.HALF) {
    const halves = data.values as Uint16Array;
    return (row) => uint16ToFloat64(halves[row]!);
  }
  if (
    arrow.DataType.isInt(type) ||
    arrow.DataType.isFloat(type) ||
    arrow.DataType.isDate(type) ||
    arrow.DataType.isTime(type) ||
    arrow.DataType.isTimestamp(type) ||
    arrow.DataType.isDuration(type)
  ) {
    const values = data.values as ArrayLike<number | bigint>;
    return (row) => values[row]!;
  }
  if (arrow.DataType.isUtf8(type) || arrow.DataType.isLargeUtf8(type)) {
    const bytes = bytesReader(data);
    return (row) => utf8.decode(bytes(row));
  }
  if (arrow.DataType.isBinary(type) || arrow.DataType.isLargeBinary(type)) return bytesReader(data);
  if (arrow.DataType.isFixedSizeBinary(type)) {
    const bytes = data.values as Uint8Array;
    return (row) => bytes.subarray(row * type.byteWidth, (row + 1) * type.byteWidth);
  }
  if (arrow.DataType.isDecimal(type)) return decimalReader(data.values as Uint32Array, type.bitWidth / 32);
  if (arrow.DataType.isInterval(type)) return intervalReader(data.values as Int32Array, type.unit);
  if (arrow.DataType.isList(type) || arrow.DataType.isLargeList(type) || arrow.DataType.isMap(type)) {
    const offsets = data.valueOffsets as ArrayLike<number | bigint>;
    const item = valueReader(data.children[0]!);
    return (row) => readRange(item, Number(offsets[row]!), Number(offsets[row + 1]!));
  }
  if (arrow.DataType.isFixedSizeList(type)) {
    const item = valueReader(data.children[0]!);
    return (row) => readRange(item, row * type.listSize, (row + 1) * type.listSize);
  }
  if (arrow.DataType.isStruct(type)) {
    const parts = data.children.map(valueReader);
    return (row) => parts.map((part) => part(row));
  }
  if (arrow.DataType.isDictionary(type)) {
    const codes = data.values as ArrayLike<number | bigint>;
    const entries = vectorValues(data.dictionary!);
    return (row) => entries[Number(codes[row]!)]!;
  }
  throw new NotYetSupportedError('Arrow type', String(type));
}

function readRange(item: ValueReader, start: number, end: number): Value[] {
  const out: Value[] = [];
  for (let row = start; row < end; row += 1) out.push(item(row));
  return out;
}

function bytesReader(data: arrow.Data): (row: number) => Uint8Array {
  const bytes = data.values as Uint8Array;
  const offsets = data.valueOffsets as ArrayLike<number | bigint>;
  return (row) => bytes.subarray(Number(offsets[row]!), Number(offsets[row + 1]!));
}

/** Little-endian two's complement words, most significant last. */
function decimalReader(words: Uint32Array, stride: number): ValueReader {
  return (row) => {
    let value = 0n;
    for (let word = stride - 1; word >= 0; word -= 1) value = (value << 32n) | BigInt(words[row * stride + word]!);
    return BigInt.asIntN(stride * 32, value);
  };
}

function intervalReader(parts: Int32Array, unit: arrow.IntervalUnit): ValueReader {
  if (unit === arrow.IntervalUnit.YEAR_MONTH) return (row) => parts[row]!;
  if (unit === arrow.IntervalUnit.DAY_TIME)
    return (row) => ({ days: parts[row * 2]!, milliseconds: parts[row * 2 + 1]! });
  return (row) => ({
    months: parts[row * 4]!,
    days: parts[row * 4 + 1]!,
    nanos: (BigInt(parts[row * 4 + 3]!) << 32n) | BigInt(parts[row * 4 + 2]! >>> 0),
  });
}
