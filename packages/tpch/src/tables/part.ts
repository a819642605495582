import type { ColumnBatch, RowSource } from '../columns/column.js';
import { DecimalColumn } from '../columns/decimal-column.js';
import { Int32Column } from '../columns/int32-column.js';
import { Int64Column } from '../columns/int64-column.js';
import { Utf8Column } from '../columns/utf8-column.js';
import { RandomStream } from '../random/random-stream.js';
import { COLOR_COUNT, type StreamSeed, seeds } from '../random/seeds.js';
import type { RowRange } from '../scale.js';
import { CommentStream } from '../text/comment-stream.js';
import { colors, containers, partTypes } from '../text/word-lists.js';
import { WordStream } from '../text/word-stream.js';
import { Streams } from './row-loop.js';

const encoder = new TextEncoder();
const MANUFACTURER_TAG = encoder.encode('Manufacturer#');
const BRAND_TAG = encoder.encode('Brand#');
const colorWords = colors.map((color) => encoder.encode(color));
const COLORS_PER_NAME = 5;
const MAX_NAME_LENGTH = COLORS_PER_NAME * (Math.max(...colorWords.map((word) => word.length)) + 1);

/** A part's retail price in cents: a function of its key, from 900.00 to 2098.99. */
export const retailPrice = (partKey: number): number =>
  90_000 + (Math.floor(partKey / 10) % 20_001) + (partKey % 1000) * 100;

/** Rows of `part`. */
export class PartRows implements RowSource {
  readonly #streams: Streams;
  readonly #name: RandomStream;
  readonly #manufacturer: RandomStream;
  readonly #brand: RandomStream;
  readonly #type: WordStream;
  readonly #size: RandomStream;
  readonly #container: WordStream;
  readonly #comment: CommentStream;
  readonly #order = Uint8Array.from({ length: COLOR_COUNT }, (_one, index) => index);
  readonly #swapped = new Uint8Array(COLORS_PER_NAME);
  #row: number;

  constructor(
    pool: Uint8Array,
    private readonly range: RowRange,
  ) {
    this.#row = range.start;
    const streams = new Streams(range);
    const random = ({ seed, drawsPerRow }: StreamSeed) => streams.add(new RandomStream(seed, drawsPerRow));
    this.#streams = streams;
    this.#name = random(seeds.part.name);
    this.#manufacturer = random(seeds.part.manufacturer);
    this.#brand = random(seeds.part.brand);
    this.#type = streams.add(new WordStream(seeds.part.type, partTypes));
    this.#size = random(seeds.part.size);
    this.#container = streams.add(new WordStream(seeds.part.container, containers));
    this.#comment = streams.add(new CommentStream(pool, seeds.part.comment, 14));
  }

  next(capacity: number): ColumnBatch | undefined {
    const rowCount = Math.min(capacity, this.range.end - this.#row);
    if (rowCount <= 0) return undefined;
    const key = new Int64Column(rowCount);
    const name = new Utf8Column(rowCount, MAX_NAME_LENGTH);
    const manufacturer = new Utf8Column(rowCount, MANUFACTURER_TAG.length + 1);
    const brand = new Utf8Column(rowCount, BRAND_TAG.length + 2);
    const type = new Utf8Column(rowCount, this.#type.maxLength);
    const size = new Int32Column('int32', rowCount);
    const container = new Utf8Column(rowCount, this.#container.maxLength);
    const price = new DecimalColumn(rowCount);
    const comment = new Utf8Column(rowCount, this.#comment.maxLength);
    for (let row = 0; row < rowCount; row += 1) {
      this.#row += 1;
      key.set(row, this.#row);
      this.#writeName(name);
      const maker = this.#manufacturer.between(1, 5);
      manufacturer.append(MANUFACTURER_TAG);
      manufacturer.appendNumber(maker, 1);
      manufacturer.endRow();
      brand.append(BRAND_TAG);
      brand.appendNumber(maker * 10 + this.#brand.between(1, 5), 2);
      brand.endRow();
      type.append(this.#type.next());
      type.endRow();
      size.values[row] = this.#size.between(1, 50);
      container.append(this.#container.next());
      container.endRow();
      price.set(row, retailPrice(this.#row));
      this.#comment.write(comment);
      comment.endRow();
      this.#streams.rowFinished();
    }
    return { rowCount, columns: [key, name, manufacturer, brand, type, size, container, price, comment] };
  }

  /**
   * The first five of the colours after a shuffle. The shuffle swaps position i with a random one behind it, so that the first
   * five are settled after five draws; the other 87 draws of the row are skipped, and the swaps undone in reverse order.
   */
  #writeName(to: Utf8Column): void {
    const order = this.#order;
    for (let i = 0; i < COLORS_PER_NAME; i += 1) {
      const other = this.#name.between(i, COLOR_COUNT - 1);
      const color = order[other]!;
      order[other] = order[i]!;
      order[i] = color;
      this.#swapped[i] = other;
      if (i > 0) to.appendSpace();
      to.append(colorWords[color]!);
    }
    to.endRow();
    for (let i = COLORS_PER_NAME - 1; i >= 0; i -= 1) {
      const other = this.#swapped[i]!;
      const color = order[other]!;
      order[other] = order[i]!;
      order[i] = color;
    }
  }
}
