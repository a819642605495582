import { uint16ToFloat64 } from 'apache-arrow/util/math';
import { DecodeError, NotYetSupportedError } from '../../errors/errors.js';
import type { DataType } from '../../types/data-type.js';
import { formatDataType } from '../../types/format.js';
import { fixedByteWidth } from '../../types/predicates.js';
import type { Value } from '../../types/scalar-value.js';
import type { IpcRecordBatch } from './ipc-message.js';

/** One column of a batch, every buffer checked against its length. */
interface Column {
  readonly length: number;
  readonly value: (row: number) => Value;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads columns of a batch in the forms of `Value`, checking every length and offset on the way. Buffers come in the order of a
 * depth-first walk over the types.
 *
 * @throws DecodeError when the bytes do not hold what the types ask for.
 */
export class BatchDecoder {
  private node = 0;
  private buffer = 0;

  constructor(
    private readonly batch: IpcRecordBatch,
    private readonly body: Uint8Array,
    /** Values of the dictionaries, by the position of their type in the schema. */
    private readonly dictionaries: readonly (readonly Value[])[],
    /** How many values may still be made, over all columns: an offset of a few bytes can ask for billions. */
    private readonly budget: { left: number },
  ) {}

  /** Position of the next dictionary type. */
  private dictionary = 0;

  /** The next column. Every column has to be read, in order. */
  column(type: DataType): Column {
    const node = this.batch.nodes[this.node];
    if (node === undefined) throw new DecodeError(`an Arrow batch has no column of type ${formatDataType(type)}`);
    this.node += 1;
    const { length } = node;
    if (type.kind === 'Null') return { length, value: () => this.spend(null) };
    const validity = this.nextBuffer();
    // An absent bitmap means that nothing is NULL.
    const isValid =
      !node.mayHaveNulls || validity.length === 0
        ? (): boolean => true
        : bitReader(this.sized(validity, Math.ceil(length / 8), type));
    const value = this.values(type, length);
    return { length, value: (row) => this.spend(isValid(row) ? value(row) : null) };
  }

  private spend(value: Value): Value {
    this.budget.left -= 1;
    if (this.budget.left < 0) throw new DecodeError('a nested scalar holds more values than the limit allows');
    return value;
  }

  private nextBuffer(): Uint8Array {
    const at = this.batch.buffers[this.buffer];
    this.buffer += 1;
    if (at === undefined || at.offset + at.length > this.body.length) {
      throw new DecodeError('a buffer of an Arrow batch lies outside its body');
    }
    return this.body.subarray(at.offset, at.offset + at.length);
  }

  private sized(buffer: Uint8Array, bytes: number, type: DataType): Uint8Array {
    if (buffer.length < bytes) {
      throw new DecodeError(
        `a buffer of a ${formatDataType(type)} column has ${buffer.length} bytes, and ${bytes} are needed`,
      );
    }
    return buffer;
  }

  private values(type: DataType, length: number): (row: number) => Value {
    switch (type.kind) {
      case 'Boolean':
        return bitReader(this.sized(this.nextBuffer(), Math.ceil(length / 8), type));
      case 'Utf8':
      case 'LargeUtf8':
      case 'Binary':
      case 'LargeBinary': {
        const offsets = this.offsets(type, length, type.kind === 'LargeUtf8' || type.kind === 'LargeBinary');
        const bytes = this.nextBuffer();
        const isText = type.kind === 'Utf8' || type.kind === 'LargeUtf8';
        return (row) => {
          const [start, end] = range(offsets, row, bytes.length);
          return isText ? text(bytes.subarray(start, end)) : bytes.slice(start, end);
        };
      }
      case 'List':
      case 'LargeList':
      case 'Map': {
        const offsets = this.offsets(type, length, type.kind === 'LargeList');
        const items = this.column(type.kind === 'Map' ? type.entries.type : type.field.type);
        return (row) => slice(items, ...range(offsets, row, items.length));
      }
      case 'FixedSizeList': {
        const items = this.column(type.field.type);
        if (items.length < length * type.size) {
          throw new DecodeError(`a ${formatDataType(type)} column has ${items.length} items for ${length} rows`);
        }
        return (row) => slice(items, row * type.size, (row + 1) * type.size);
      }
      case 'Struct': {
        const parts = type.fields.map((one) => this.column(one.type));
        if (parts.some((one) => one.length < length)) {
          throw new DecodeError(`a ${formatDataType(type)} column has a field with fewer than ${length} rows`);
        }
        return (row) => parts.map((one) => one.value(row));
      }
      case 'Dictionary': {
        const codes = this.values(type.key, length);
        const entries = this.dictionaries[this.dictionary];
        this.dictionary += 1;
        return (row) => {
          const entry = entries?.[Number(codes(row))];
          if (entry === undefined) throw new DecodeError('a dictionary code has no entry');
          return entry;
        };
      }
      default:
        return this.fixedWidth(type, length);
    }
  }

  private fixedWidth(type: DataType, length: number): (row: number) => Value {
    const width = fixedByteWidth(type);
    if (width === undefined) throw new NotYetSupportedError('Arrow layout of a nested scalar', formatDataType(type));
    const bytes = this.sized(this.nextBuffer(), length * width, type);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    switch (type.kind) {
      case 'Int8':
        return (row) => view.getInt8(row);
      case 'UInt8':
        return (row) => view.getUint8(row);
      case 'Int16':
        return (row) => view.getInt16(row * 2, true);
      case 'UInt16':
        return (row) => view.getUint16(row * 2, true);
      case 'Int32':
      case 'Date32':
      case 'Time32':
        return (row) => view.getInt32(row * 4, true);
      case 'UInt32':
        return (row) => view.getUint32(row * 4, true);
      case 'Float16':
        return (row) => uint16ToFloat64(view.getUint16(row * 2, true));
      case 'Float32':
        return (row) => view.getFloat32(row * 4, true);
      case 'Float64':
        return (row) => view.getFloat64(row * 8, true);
      case 'Int64':
      case 'Date64':
      case 'Time64':
      case 'Timestamp':
      case 'Duration':
        return (row) => view.getBigInt64(row * 8, true);
      case 'UInt64':
        return (row) => view.getBigUint64(row * 8, true);
      case 'Decimal32':
      case 'Decimal64':
      case 'Decimal128':
      case 'Decimal256':
        return (row) => littleEndian(bytes.subarray(row * width, (row + 1) * width));
      case 'Interval':
        if (type.unit === 'yearMonth') return (row) => view.getInt32(row * 4, true);
        if (type.unit === 'dayTime') {
          return (row) => ({ days: view.getInt32(row * 8, true), milliseconds: view.getInt32(row * 8 + 4, true) });
        }
        return (row) => ({
          months: view.getInt32(row * 16, true),
          days: view.getInt32(row * 16 + 4, true),
          nanos: view.getBigInt64(row * 16 + 8, true),
        });
      default:
        return (row) => bytes.slice(row * width, (row + 1) * width);
    }
  }

  private offsets(type: DataType, length: number, large: boolean): (index: number) => number {
    const buffer = this.nextBuffer();
    // A column without rows may have no offsets at all.
    if (length === 0) return () => 0;
    const bytes = this.sized(buffer, (length + 1) * (large ? 8 : 4), type);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return large ? (index) => Number(view.getBigInt64(index * 8, true)) : (index) => view.getInt32(index * 4, true);
  }
}

function range(offsets: (index: number) => number, row: number, available: number): [number, number] {
  const start = offsets(row);
  const end = offsets(row + 1);
  if (start < 0 || end < start || end > available)
    throw new DecodeError(`an Arrow batch has the offsets ${start} and ${end}`);
  return [start, end];
}

function slice(items: Column, start: number, end: number): Value[] {
  const out: Value[] = [];
  for (let row = start; row < end; row += 1) out.push(items.value(row));
  return out;
}

const bitReader =
  (bits: Uint8Array) =>
  (row: number): boolean =>
    ((bits[row >> 3]! >> (row & 7)) & 1) === 1;

function text(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch (error) {
    throw new DecodeError('a string is not UTF-8', { cause: error });
  }
}

/** Two's complement. */
function littleEndian(bytes: Uint8Array): bigint {
  let value = 0n;
  for (let index = bytes.length - 1; index >= 0; index -= 1) value = (value << 8n) | BigInt(bytes[index]!);
  return BigInt.asIntN(bytes.length * 8, value);
}
