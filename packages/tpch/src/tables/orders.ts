import type { ColumnBatch, RowSource } from '../columns/column.js';
import { DecimalColumn } from '../columns/decimal-column.js';
import { Int32Column } from '../columns/int32-column.js';
import { Int64Column } from '../columns/int64-column.js';
import { Utf8Column } from '../columns/utf8-column.js';
import { type KeyStream, RandomStream } from '../random/random-stream.js';
import { MAX_LINES, type StreamSeed, seeds } from '../random/seeds.js';
import { clerkCount, type RowRange, scaledRows } from '../scale.js';
import { CommentStream } from '../text/comment-stream.js';
import { priorities } from '../text/word-lists.js';
import { WordStream } from '../text/word-stream.js';
import { keyStream, LineStreams } from './line-streams.js';
import { FIRST_ORDER_DATE, isPast, LAST_ORDER_DAY, lineTotal, sparseOrderKey } from './order-rules.js';
import { Streams } from './row-loop.js';

const CLERK_TAG = new TextEncoder().encode('Clerk#');
const [OPEN, FULFILLED, PARTIAL] = [0x4f, 0x46, 0x50];

/** Rows of `orders`. */
export class OrdersRows implements RowSource {
  readonly #streams: Streams;
  readonly #customer: KeyStream;
  readonly #date: RandomStream;
  readonly #priority: WordStream;
  readonly #clerk: RandomStream;
  readonly #comment: CommentStream;
  readonly #lineCount: RandomStream;
  readonly #lines: LineStreams;
  readonly #customerCount: number;
  readonly #clerkCount: number;
  #row: number;

  constructor(
    pool: Uint8Array,
    private readonly range: RowRange,
    scale: number,
  ) {
    this.#row = range.start;
    const streams = new Streams(range);
    const random = ({ seed, drawsPerRow }: StreamSeed) => streams.add(new RandomStream(seed, drawsPerRow));
    this.#streams = streams;
    this.#customer = streams.add(keyStream(seeds.orders.customer, scale));
    this.#date = random(seeds.orders.date);
    this.#priority = streams.add(new WordStream(seeds.orders.priority, priorities));
    this.#clerk = random(seeds.orders.clerk);
    this.#comment = streams.add(new CommentStream(pool, seeds.orders.comment, 49));
    this.#lineCount = random(seeds.orders.lineCount);
    this.#lines = new LineStreams(streams, scale);
    this.#customerCount = scaledRows('customer', scale);
    this.#clerkCount = clerkCount(scale);
  }

  next(capacity: number): ColumnBatch | undefined {
    const rowCount = Math.min(capacity, this.range.end - this.#row);
    if (rowCount <= 0) return undefined;
    const key = new Int64Column(rowCount);
    const customer = new Int64Column(rowCount);
    const status = new Utf8Column(rowCount, 1);
    const total = new DecimalColumn(rowCount);
    const date = new Int32Column('date32', rowCount);
    const priority = new Utf8Column(rowCount, this.#priority.maxLength);
    const clerk = new Utf8Column(rowCount, CLERK_TAG.length + 16);
    const shipPriority = new Int32Column('int32', rowCount);
    const comment = new Utf8Column(rowCount, this.#comment.maxLength);
    for (let row = 0; row < rowCount; row += 1, this.#row += 1) {
      key.set(row, sparseOrderKey(this.#row));
      customer.set(row, this.#nextCustomer());
      const orderDate = FIRST_ORDER_DATE + this.#date.between(0, LAST_ORDER_DAY);
      date.values[row] = orderDate;
      priority.append(this.#priority.next());
      priority.endRow();
      clerk.append(CLERK_TAG);
      clerk.appendNumber(this.#clerk.between(1, this.#clerkCount), 9);
      clerk.endRow();
      this.#comment.write(comment);
      comment.endRow();

      const lineCount = this.#lineCount.between(1, MAX_LINES);
      const line = this.#lines;
      let price = 0;
      let shipped = 0;
      for (let i = 0; i < lineCount; i += 1) {
        line.next(orderDate);
        price += lineTotal(line.extendedPrice, line.discount, line.tax);
        if (isPast(line.shipDate)) shipped += 1;
      }
      total.set(row, price);
      status.appendByte(shipped === lineCount ? FULFILLED : shipped > 0 ? PARTIAL : OPEN);
      status.endRow();
      this.#streams.rowFinished();
    }
    return { rowCount, columns: [key, customer, status, total, date, priority, clerk, shipPriority, comment] };
  }

  /** A third of the customers never order anything: a key divisible by 3 is moved to a neighbour, first up, then down. */
  #nextCustomer(): number {
    let key = this.#customer.between(1, this.#customerCount);
    for (let step = 1; key % 3 === 0; step = -step) key = Math.min(key + step, this.#customerCount);
    return key;
  }
}
