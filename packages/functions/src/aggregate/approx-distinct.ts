import { Binary, type DataType, UInt64, type Value } from '@ballista-ts/core';
import { type Accumulator, defineAggregateFunction } from '../definition/aggregate.js';
import { anyParameter } from '../definition/parameter.js';
import { rowHasher } from '../hash/shuffle-hash.js';
import { HyperLogLog } from './hyper-log-log.js';

class SketchAccumulator implements Accumulator {
  readonly #sketch = new HyperLogLog();
  readonly #hash: ReturnType<typeof rowHasher>;
  constructor(type: DataType) {
    this.#hash = rowHasher([type]);
  }
  update(row: readonly Value[]): void {
    if (row[0] === null) return;
    this.#sketch.add(this.#hash(row, highSeed), this.#hash(row, lowSeed));
  }
  merge([bytes]: readonly Value[]): void {
    if (bytes !== null) this.#sketch.mergeBytes(bytes as Uint8Array);
  }
  state(): readonly Value[] {
    return [this.#sketch.toBytes()];
  }
  value(): Value {
    return BigInt(this.#sketch.count());
  }
}
/** Two independent halves; neither is the seed of the shuffle, whose partitions see only some of its values. */
const highSeed = 0x2545f491;
const lowSeed = 0x7f4a7c15;

/** So few values exist that they are counted exactly, one bit each. */
class BitmapAccumulator implements Accumulator {
  readonly #bits = new Uint8Array(8192);
  update([value]: readonly Value[]): void {
    if (value === null) return;
    const position = Number(value) & 0xffff;
    this.#bits[position >> 3]! |= 1 << (position & 7);
  }
  merge([bytes]: readonly Value[]): void {
    if (bytes === null) return;
    for (const [index, byte] of (bytes as Uint8Array).entries()) this.#bits[index]! |= byte;
  }
  state(): readonly Value[] {
    return [this.#bits.slice()];
  }
  value(): Value {
    let count = 0;
    for (let byte of this.#bits) for (; byte !== 0; byte &= byte - 1) count += 1;
    return BigInt(count);
  }
}
const countedExactly = new Set(['Boolean', 'Int8', 'Int16', 'UInt8', 'UInt16']);

/** `approx_distinct(x)`: number of distinct values, by HyperLogLog: exact up to a thousand, then within about a percent. */
export const approxDistinct = defineAggregateFunction({
  name: 'approx_distinct',
  parameters: [anyParameter('expression')],
  returns: () => ({ type: UInt64, nullable: false }),
  stateFields: () => [{ name: 'hll_registers', type: Binary, nullable: true }],
  ignoresDistinct: true,
  createAccumulator: ({ args }) =>
    countedExactly.has(args[0]!.type.kind) ? new BitmapAccumulator() : new SketchAccumulator(args[0]!.type),
  doc: {
    section: 'Approximate',
    summary: 'Approximate number of distinct values, by HyperLogLog.',
    syntax: 'approx_distinct(expression)',
    example: 'approx_distinct(customer_id)',
  },
});
