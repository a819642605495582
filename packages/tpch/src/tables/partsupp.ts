import type { ColumnBatch, RowSource } from '../columns/column.js';
import { DecimalColumn } from '../columns/decimal-column.js';
import { Int32Column } from '../columns/int32-column.js';
import { Int64Column } from '../columns/int64-column.js';
import { Utf8Column } from '../columns/utf8-column.js';
import { RandomStream } from '../random/random-stream.js';
import { type StreamSeed, SUPPLIERS_PER_PART, seeds } from '../random/seeds.js';
import type { RowRange } from '../scale.js';
import { CommentStream } from '../text/comment-stream.js';
import { Streams } from './row-loop.js';

/**
 * The key of supplier `number` (0 to 3) of a part: suppliers are spread so that each has as many parts as any other. Lineitem
 * uses the same rule, so that every line refers to an existing row of partsupp.
 */
export function supplierOfPart(partKey: number, number: number, supplierCount: number): number {
  const stride = Math.floor(supplierCount / SUPPLIERS_PER_PART) + Math.floor((partKey - 1) / supplierCount);
  return ((partKey + number * stride) % supplierCount) + 1;
}

/** Rows of `partsupp`: four per part; the range counts parts. */
export class PartsuppRows implements RowSource {
  readonly #streams: Streams;
  readonly #quantity: RandomStream;
  readonly #cost: RandomStream;
  readonly #comment: CommentStream;
  #part: number;
  #number = 0;

  constructor(
    pool: Uint8Array,
    private readonly range: RowRange,
    private readonly supplierCount: number,
  ) {
    this.#part = range.start;
    const streams = new Streams(range);
    const random = ({ seed, drawsPerRow }: StreamSeed) => streams.add(new RandomStream(seed, drawsPerRow));
    this.#streams = streams;
    this.#quantity = random(seeds.partsupp.quantity);
    this.#cost = random(seeds.partsupp.cost);
    this.#comment = streams.add(new CommentStream(pool, seeds.partsupp.comment, 124));
  }

  next(capacity: number): ColumnBatch | undefined {
    const left = (this.range.end - this.#part) * SUPPLIERS_PER_PART - this.#number;
    const rowCount = Math.min(capacity, left);
    if (rowCount <= 0) return undefined;
    const partKey = new Int64Column(rowCount);
    const supplierKey = new Int64Column(rowCount);
    const quantity = new Int32Column('int32', rowCount);
    const cost = new DecimalColumn(rowCount);
    const comment = new Utf8Column(rowCount, this.#comment.maxLength);
    for (let row = 0; row < rowCount; row += 1) {
      partKey.set(row, this.#part + 1);
      supplierKey.set(row, supplierOfPart(this.#part + 1, this.#number, this.supplierCount));
      quantity.values[row] = this.#quantity.between(1, 9999);
      cost.set(row, this.#cost.between(100, 100_000));
      this.#comment.write(comment);
      comment.endRow();
      this.#number += 1;
      if (this.#number === SUPPLIERS_PER_PART) {
        this.#number = 0;
        this.#part += 1;
        this.#streams.rowFinished();
      }
    }
    return { rowCount, columns: [partKey, supplierKey, quantity, cost, comment] };
  }
}
