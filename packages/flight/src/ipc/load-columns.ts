import { DecodeError, NotYetSupportedError } from '@ballista-ts/core';
import {
  type Data,
  DataType,
  type Field,
  IntervalUnit,
  MetadataVersion,
  makeData,
  UnionMode,
  Vector,
} from 'apache-arrow';
import type { BodyBuffers } from './body-buffers.js';
import { checkIndices, checkOffsets32, checkOffsets64, checkUnion, checkViews, countNulls } from './check-values.js';

export interface FieldNodeRange {
  readonly length: number;
  readonly nullCount: number;
}

export interface ColumnSource {
  readonly nodes: readonly FieldNodeRange[];
  readonly buffers: BodyBuffers;
  readonly variadicBufferCounts: readonly number[];
  readonly dictionaries: ReadonlyMap<number, Vector>;
  readonly metadataVersion: MetadataVersion;
}

const corrupt = (what: string): DecodeError => new DecodeError(`corrupt Arrow batch: ${what}`);
const maxLength = 2_147_483_647;

/**
 * Builds the columns of one message from its nodes and buffers, in the order the format prescribes, and checks them on the way:
 * every buffer is long enough for its rows, offsets, dictionary indices, views and union children point at something, null
 * counts are true. What comes out can be read without further checks.
 */
export class ColumnLoader {
  readonly #source: ColumnSource;
  #node = 0;
  #variadic = 0;

  constructor(source: ColumnSource) {
    this.#source = source;
  }

  /** @throws DecodeError when nodes or buffers are left over. */
  finish(): void {
    const nodes = this.#source.nodes.length - this.#node;
    if (nodes !== 0 || this.#source.buffers.remaining !== 0) {
      throw corrupt(
        `${nodes} nodes and ${this.#source.buffers.remaining} buffers are left over: it has another schema`,
      );
    }
  }

  field(field: Field): Data {
    return this.type(field.type, `column ${JSON.stringify(field.name)}`);
  }

  type(type: DataType, what: string): Data {
    const { length, nullCount } = this.#nextNode(what, DataType.isNull(type));
    const rows = `${what} (${length} rows)`;
    if (DataType.isNull(type)) return makeData({ type, length });
    if (DataType.isUnion(type)) return this.#union(type, length, nullCount, rows);
    const nullBitmap = this.#validity(length, nullCount, rows);
    const shared = { length, nullCount, nullBitmap: nullBitmap ?? null };

    if (DataType.isDictionary(type)) {
      const data = this.#values(type.indices, length, rows);
      const dictionary = this.#dictionary(type.id, length === nullCount, type.dictionary, rows);
      const column = makeData({ type, ...shared, data, dictionary });
      checkIndices(column.values as ArrayLike<number>, length, nullBitmap, dictionary.length, rows);
      return column as Data;
    }
    if (DataType.isUtf8(type) || DataType.isBinary(type)) {
      const valueOffsets = this.#offsets32(length, rows);
      const data = this.#source.buffers.take(`the values of ${rows}`);
      checkOffsets32(valueOffsets, data.byteLength, `${rows}, bytes`);
      return makeData({ type, ...shared, valueOffsets, data } as never) as Data;
    }
    if (DataType.isLargeUtf8(type) || DataType.isLargeBinary(type)) {
      const [valueOffsets, bytes] = this.#offsets64(length, rows);
      const data = this.#source.buffers.take(`the values of ${rows}`);
      checkOffsets64(bytes, data.byteLength, `${rows}, bytes`);
      return makeData({ type, ...shared, valueOffsets, data } as never) as Data;
    }
    if (DataType.isUtf8View(type) || DataType.isBinaryView(type)) {
      const views = this.#source.buffers.take(`the views of ${rows}`, length * 16);
      const count = this.#source.variadicBufferCounts[this.#variadic];
      this.#variadic += 1;
      if (count === undefined || count < 0 || count > this.#source.buffers.remaining) {
        throw corrupt(`${rows} has ${count ?? 'no number of'} data buffers`);
      }
      const variadicBuffers = Array.from({ length: count }, () => this.#source.buffers.take(`the data of ${rows}`));
      checkViews(views, length, nullBitmap, variadicBuffers, rows);
      return makeData({ type, length, nullBitmap, views, variadicBuffers } as never) as Data;
    }
    if (DataType.isList(type) || DataType.isMap(type)) {
      const valueOffsets = this.#offsets32(length, rows);
      const child = this.#child(type, 0, what);
      checkOffsets32(valueOffsets, child.length, `${rows}, values`);
      return makeData({ type, ...shared, valueOffsets, child } as never) as Data;
    }
    if (DataType.isLargeList(type)) {
      const [valueOffsets, bytes] = this.#offsets64(length, rows);
      const child = this.#child(type, 0, what);
      checkOffsets64(bytes, child.length, `${rows}, values`);
      return makeData({ type, ...shared, valueOffsets, child } as never) as Data;
    }
    if (DataType.isFixedSizeList(type)) {
      const child = this.#child(type, 0, what);
      if (type.listSize < 0 || child.length < length * type.listSize) {
        throw corrupt(`${rows} of lists of ${type.listSize} has only ${child.length} values`);
      }
      return makeData({ type, ...shared, child } as never) as Data;
    }
    if (DataType.isStruct(type)) {
      const children = type.children.map((_, index) => {
        const child = this.#child(type, index, what);
        if (child.length < length) throw corrupt(`field ${index} of ${rows} has only ${child.length}`);
        return child;
      });
      return makeData({ type, ...shared, children } as never) as Data;
    }
    return makeData({ type, ...shared, data: this.#values(type, length, rows) } as never) as Data;
  }

  /** The null count of a column of nulls is told by its length; some writers send nonsense for slices. */
  #nextNode(what: string, allNull: boolean): FieldNodeRange {
    const node = this.#source.nodes[this.#node];
    if (node === undefined) throw corrupt(`no node left for ${what}`);
    this.#node += 1;
    const badCount = !allNull && (node.nullCount < 0 || node.nullCount > node.length);
    if (node.length < 0 || node.length > maxLength || badCount) {
      throw corrupt(`${what} has ${node.length} rows with ${node.nullCount} nulls`);
    }
    return node;
  }

  #validity(length: number, nullCount: number, rows: string): Uint8Array | undefined {
    const bytes = (length + 7) >>> 3;
    const bitmap = this.#source.buffers.take(`the validity of ${rows}`);
    // A column without nulls may leave its bitmap out or send one of ones.
    if (nullCount === 0) return undefined;
    if (bitmap.byteLength < bytes) throw corrupt(`the validity of ${rows} has ${bitmap.byteLength} bytes`);
    const counted = countNulls(bitmap, length);
    if (counted !== nullCount) throw corrupt(`${rows} announces ${nullCount} nulls and has ${counted}`);
    return bitmap.subarray(0, bytes);
  }

  #values(type: DataType, length: number, rows: string): Uint8Array {
    const what = `the values of ${rows}`;
    if (DataType.isBool(type)) return this.#source.buffers.take(what, (length + 7) >>> 3);
    return this.#source.buffers.take(what, length * byteWidth(type, rows));
  }

  #offsets32(length: number, rows: string): Int32Array {
    // Some writers send no offsets at all for no rows.
    const bytes = this.#source.buffers.take(`the offsets of ${rows}`, length === 0 ? undefined : (length + 1) * 4);
    if (length === 0) return new Int32Array(1);
    return new Int32Array(bytes.buffer, bytes.byteOffset, length + 1);
  }

  #offsets64(length: number, rows: string): [BigInt64Array, Uint8Array] {
    const bytes = this.#source.buffers.take(`the offsets of ${rows}`, length === 0 ? undefined : (length + 1) * 8);
    if (length === 0) return [new BigInt64Array(1), new Uint8Array(8)];
    return [new BigInt64Array(bytes.buffer, bytes.byteOffset, length + 1), bytes];
  }

  #child(type: DataType, index: number, what: string): Data {
    const field = (type.children as Field[] | null)?.[index];
    if (field === undefined) throw corrupt(`the type of ${what} has no child ${index}`);
    return this.type(field.type, `${what}.${JSON.stringify(field.name)}`);
  }

  #dictionary(id: number, allNull: boolean, type: DataType, rows: string): Vector {
    const dictionary = this.#source.dictionaries.get(id);
    if (dictionary !== undefined) return dictionary;
    // Nobody needs entries for a column of nulls, and some writers then send none.
    if (!allNull) throw corrupt(`dictionary ${id} of ${rows} was never sent`);
    return new Vector([makeData({ type, length: 0 } as never) as Data]);
  }

  #union(type: DataType, length: number, nullCount: number, rows: string): Data {
    if (!DataType.isUnion(type)) throw corrupt(`${rows} is no union`);
    // Before version 5 of the metadata, unions had a validity bitmap of their own.
    if (this.#source.metadataVersion < MetadataVersion.V5) this.#source.buffers.take(`the validity of ${rows}`);
    const typeIdBytes = this.#source.buffers.take(`the type ids of ${rows}`, length);
    const typeIds = new Int8Array(typeIdBytes.buffer, typeIdBytes.byteOffset, length);
    const offsetBytes =
      type.mode === UnionMode.Dense ? this.#source.buffers.take(`the offsets of ${rows}`, length * 4) : undefined;
    const valueOffsets = offsetBytes && new Int32Array(offsetBytes.buffer, offsetBytes.byteOffset, length);
    const children = type.children.map((_, index) => this.#child(type, index, rows));
    const lengths = new Map<number, number>();
    type.typeIds.forEach((id: number, index: number) => {
      const child = children[index];
      if (child !== undefined) lengths.set(id, child.length);
    });
    checkUnion(typeIds, valueOffsets, (id) => lengths.get(id), rows);
    return makeData({ type, length, nullCount, typeIds, valueOffsets, children } as never) as Data;
  }
}

/** Bytes of one value of a fixed-width type. */
function byteWidth(type: DataType, rows: string): number {
  if (DataType.isInt(type) || DataType.isTime(type)) return bits(type.bitWidth, [8, 16, 32, 64], rows);
  if (DataType.isDecimal(type)) return bits(type.bitWidth, [32, 64, 128, 256], rows);
  if (DataType.isFloat(type)) return precisionBytes[type.precision] ?? refuse(type, rows);
  if (DataType.isDate(type)) return type.ArrayType.BYTES_PER_ELEMENT;
  if (DataType.isTimestamp(type) || DataType.isDuration(type)) return 8;
  if (DataType.isInterval(type)) return intervalBytes[type.unit] ?? refuse(type, rows);
  if (DataType.isFixedSizeBinary(type) && type.byteWidth >= 0) return type.byteWidth;
  return refuse(type, rows);
}

const precisionBytes: Readonly<Record<number, number>> = { 0: 2, 1: 4, 2: 8 };
const intervalBytes: Readonly<Record<number, number>> = {
  [IntervalUnit.YEAR_MONTH]: 4,
  [IntervalUnit.DAY_TIME]: 8,
  [IntervalUnit.MONTH_DAY_NANO]: 16,
};

function bits(width: number, allowed: readonly number[], rows: string): number {
  if (!allowed.includes(width)) throw corrupt(`${rows} has values of ${width} bits`);
  return width / 8;
}

function refuse(type: DataType, rows: string): never {
  throw new NotYetSupportedError(`Arrow type ${String(type)}`, `in ${rows}`);
}
