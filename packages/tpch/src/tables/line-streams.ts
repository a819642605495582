import { type KeyStream, RandomStream } from '../random/random-stream.js';
import { RandomStream64 } from '../random/random-stream-64.js';
import { type StreamSeed, seeds } from '../random/seeds.js';
import { scaledRows, WIDE_KEYS_SCALE } from '../scale.js';
import { retailPrice } from './part.js';
import type { Streams } from './row-loop.js';

/** A stream for keys: the 64-bit generator at scales that need it. */
export function keyStream({ seed, drawsPerRow }: StreamSeed, scale: number): KeyStream {
  return scale >= WIDE_KEYS_SCALE ? new RandomStream64(seed, drawsPerRow) : new RandomStream(seed, drawsPerRow);
}

/**
 * What both `orders` and `lineitem` need to know of a line: an order's total price and status follow from its lines, so `orders`
 * draws the same numbers from streams of its own.
 */
export class LineStreams {
  readonly #quantity: RandomStream;
  readonly #discount: RandomStream;
  readonly #tax: RandomStream;
  readonly #part: KeyStream;
  readonly #shipDays: RandomStream;
  readonly #partCount: number;
  quantity = 0;
  /** Hundredths. */
  discount = 0;
  /** Hundredths. */
  tax = 0;
  partKey = 0;
  /** Cents. */
  extendedPrice = 0;
  /** Days since 1970-01-01. */
  shipDate = 0;

  constructor(streams: Streams, scale: number) {
    const random = ({ seed, drawsPerRow }: StreamSeed) => streams.add(new RandomStream(seed, drawsPerRow));
    this.#quantity = random(seeds.lineitem.quantity);
    this.#discount = random(seeds.lineitem.discount);
    this.#tax = random(seeds.lineitem.tax);
    this.#part = streams.add(keyStream(seeds.lineitem.part, scale));
    this.#shipDays = random(seeds.lineitem.shipDays);
    this.#partCount = scaledRows('part', scale);
  }

  /** Draws the next line of the present order. */
  next(orderDate: number): void {
    this.quantity = this.#quantity.between(1, 50);
    this.discount = this.#discount.between(0, 10);
    this.tax = this.#tax.between(0, 8);
    this.partKey = this.#part.between(1, this.#partCount);
    this.extendedPrice = retailPrice(this.partKey) * this.quantity;
    this.shipDate = orderDate + this.#shipDays.between(1, 121);
  }
}
