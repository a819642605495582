import { DecodeError } from '@ballista-ts/core';

/** Types of Thrift's compact protocol. Booleans are types of their own in structs, and bytes in lists. */
export const ThriftType = {
  stop: 0,
  true: 1,
  false: 2,
  i8: 3,
  i16: 4,
  i32: 5,
  i64: 6,
  double: 7,
  binary: 8,
  list: 9,
  set: 10,
  map: 11,
  struct: 12,
  uuid: 13,
} as const;

const MAX_DEPTH = 64;

/**
 * Reads Thrift's compact protocol from bytes that may be hostile: every length is checked against what is left, so that no
 * list or string is larger than the input, and nesting is limited.
 * @throws DecodeError at the first thing that is not right, with its position
 */
export class CompactReader {
  #at = 0;
  #depth = 0;
  #type = 0;

  constructor(private readonly bytes: Uint8Array) {}

  /** Reads a struct: for every field that is in `fields`, by its id, the function that reads it; skips the others. */
  struct(fields: Readonly<Record<number, () => void>>): void {
    this.#enter();
    for (let id = 0; ; ) {
      const header = this.#byte();
      const type = header & 15;
      if (type === ThriftType.stop) break;
      const delta = header >> 4;
      id = delta === 0 ? this.#zigzag() : id + delta;
      this.#type = type;
      const read = Object.hasOwn(fields, id) ? fields[id] : undefined;
      if (read === undefined) this.#skip(type);
      else read();
    }
    this.#depth -= 1;
  }

  /** Reads a list of whatever `item` reads. */
  list<T>(item: () => T): T[] {
    this.#expect(ThriftType.list, 'a list');
    const { count, type } = this.#listHeader();
    const items: T[] = [];
    for (let i = 0; i < count; i += 1) {
      this.#type = type;
      items.push(item());
    }
    return items;
  }

  boolean(): boolean {
    if (this.#type === ThriftType.true) return true;
    if (this.#type === ThriftType.false) return false;
    return this.#fail('expected a boolean');
  }

  /** A 32-bit integer. */
  i32(): number {
    if (this.#type !== ThriftType.i32 && this.#type !== ThriftType.i16) this.#fail('expected a 32-bit integer');
    const value = this.#zigzag();
    return value === (value | 0) ? value : this.#fail(`${value} does not fit in 32 bits`);
  }

  i8(): number {
    this.#expect(ThriftType.i8, 'a byte');
    return (this.#byte() << 24) >> 24;
  }

  /** A 64-bit integer that stands for a size or an offset, so it has to be a safe JavaScript number. */
  i64(): number {
    this.#expect(ThriftType.i64, 'a 64-bit integer');
    return this.#zigzag();
  }

  /** A view on the bytes of a string. */
  binary(): Uint8Array {
    this.#expect(ThriftType.binary, 'a string');
    const length = this.#varint();
    if (length > this.bytes.length - this.#at) this.#fail(`a string of ${length} bytes does not fit`);
    const start = this.#at;
    this.#at += length;
    return this.bytes.subarray(start, this.#at);
  }

  text(): string {
    return decoder.decode(this.binary());
  }

  /** A struct as the value of a field or list item. */
  nested(fields: Readonly<Record<number, () => void>>): void {
    this.#expect(ThriftType.struct, 'a struct');
    this.struct(fields);
  }

  #expect(type: number, what: string): void {
    if (this.#type !== type) this.#fail(`expected ${what}, found Thrift type ${this.#type}`);
  }

  #listHeader(): { count: number; type: number } {
    const header = this.#byte();
    const short = header >> 4;
    const count = short === 15 ? this.#varint() : short;
    // Every item takes a byte at least.
    if (count > this.bytes.length - this.#at) this.#fail(`a list of ${count} items does not fit`);
    return { count, type: header & 15 };
  }

  #skip(type: number, inList = false): void {
    switch (type) {
      case ThriftType.true:
      case ThriftType.false:
        if (inList) this.#byte();
        break;
      case ThriftType.i8:
        this.#byte();
        break;
      case ThriftType.i16:
      case ThriftType.i32:
      case ThriftType.i64:
        for (let i = 0; this.#byte() >= 128; i += 1) if (i === 9) this.#fail('an integer has more than 10 bytes');
        break;
      case ThriftType.double:
        this.#advance(8);
        break;
      case ThriftType.uuid:
        this.#advance(16);
        break;
      case ThriftType.binary:
        this.#advance(this.#varint());
        break;
      case ThriftType.list:
      case ThriftType.set: {
        this.#enter();
        const list = this.#listHeader();
        for (let i = 0; i < list.count; i += 1) this.#skip(list.type, true);
        this.#depth -= 1;
        break;
      }
      case ThriftType.map: {
        this.#enter();
        const count = this.#varint();
        const types = count === 0 ? 0 : this.#byte();
        for (let i = 0; i < count; i += 1) {
          this.#skip(types >> 4, true);
          this.#skip(types & 15, true);
        }
        this.#depth -= 1;
        break;
      }
      case ThriftType.struct:
        this.struct({});
        break;
      default:
        this.#fail(`there is no Thrift type ${type}`);
    }
  }

  #enter(): void {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) this.#fail(`nesting is deeper than ${MAX_DEPTH}`);
  }

  #advance(count: number): void {
    if (count > this.bytes.length - this.#at) this.#fail(`${count} bytes are not there`);
    this.#at += count;
  }

  #byte(): number {
    const byte = this.bytes[this.#at];
    if (byte === undefined) return this.#fail('the data ends too early');
    this.#at += 1;
    return byte;
  }

  #varint(): number {
    let value = 0;
    for (let shift = 1; ; shift *= 128) {
      const byte = this.#byte();
      value += (byte & 127) * shift;
      if (value > Number.MAX_SAFE_INTEGER) this.#fail('an integer is larger than 2^53');
      if (byte < 128) return value;
    }
  }

  #zigzag(): number {
    const value = this.#varint();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  #fail(why: string): never {
    throw new DecodeError(`${why} (at byte ${this.#at} of ${this.bytes.length})`);
  }
}

const decoder = new TextDecoder();
