import type { ColumnBatch, RowSource } from '../columns/column.js';
import { DecimalColumn } from '../columns/decimal-column.js';
import { Int32Column } from '../columns/int32-column.js';
import { Int64Column } from '../columns/int64-column.js';
import { Utf8Column } from '../columns/utf8-column.js';
import { RandomStream } from '../random/random-stream.js';
import { MAX_LINES, type StreamSeed, seeds } from '../random/seeds.js';
import { type RowRange, scaledRows } from '../scale.js';
import { CommentStream } from '../text/comment-stream.js';
import { instructions, returnFlags, shipModes } from '../text/word-lists.js';
import { WordStream } from '../text/word-stream.js';
import { LineStreams } from './line-streams.js';
import { FIRST_ORDER_DATE, isPast, LAST_ORDER_DAY, sparseOrderKey } from './order-rules.js';
import { supplierOfPart } from './partsupp.js';
import { Streams } from './row-loop.js';

const [NOT_RETURNED, OPEN, SHIPPED] = [0x4e, 0x4f, 0x46];

/** Rows of `lineitem`: one to seven per order; the range counts orders. Batches may end in the middle of an order. */
export class LineitemRows implements RowSource {
  readonly #streams: Streams;
  readonly #date: RandomStream;
  readonly #lineCount: RandomStream;
  readonly #lines: LineStreams;
  readonly #supplier: RandomStream;
  readonly #commitDays: RandomStream;
  readonly #receiptDays: RandomStream;
  readonly #returnFlag: WordStream;
  readonly #instructions: WordStream;
  readonly #mode: WordStream;
  readonly #comment: CommentStream;
  readonly #supplierCount: number;
  #order: number;
  /** Lines of the present order; 0 before its first line is written. */
  #linesOfOrder = 0;
  #line = 0;
  #orderDate = 0;

  constructor(
    pool: Uint8Array,
    private readonly range: RowRange,
    scale: number,
  ) {
    this.#order = range.start;
    const streams = new Streams(range);
    const random = ({ seed, drawsPerRow }: StreamSeed) => streams.add(new RandomStream(seed, drawsPerRow));
    this.#streams = streams;
    this.#date = random(seeds.orders.date);
    this.#lineCount = random(seeds.orders.lineCount);
    this.#lines = new LineStreams(streams, scale);
    this.#supplier = random(seeds.lineitem.supplier);
    this.#commitDays = random(seeds.lineitem.commitDays);
    this.#receiptDays = random(seeds.lineitem.receiptDays);
    this.#returnFlag = streams.add(new WordStream(seeds.lineitem.returnFlag, returnFlags));
    this.#instructions = streams.add(new WordStream(seeds.lineitem.instructions, instructions));
    this.#mode = streams.add(new WordStream(seeds.lineitem.mode, shipModes));
    this.#comment = streams.add(new CommentStream(pool, seeds.lineitem.comment, 27));
    this.#supplierCount = scaledRows('supplier', scale);
  }

  next(capacity: number): ColumnBatch | undefined {
    if (this.#order >= this.range.end) return undefined;
    const orderKey = new Int64Column(capacity);
    const partKey = new Int64Column(capacity);
    const supplierKey = new Int64Column(capacity);
    const lineNumber = new Int32Column('int32', capacity);
    const quantity = new DecimalColumn(capacity, 'whole');
    const price = new DecimalColumn(capacity);
    const discount = new DecimalColumn(capacity);
    const tax = new DecimalColumn(capacity);
    const returnFlag = new Utf8Column(capacity, 1);
    const status = new Utf8Column(capacity, 1);
    const shipDate = new Int32Column('date32', capacity);
    const commitDate = new Int32Column('date32', capacity);
    const receiptDate = new Int32Column('date32', capacity);
    const instruction = new Utf8Column(capacity, this.#instructions.maxLength);
    const mode = new Utf8Column(capacity, this.#mode.maxLength);
    const comment = new Utf8Column(capacity, this.#comment.maxLength);
    const line = this.#lines;
    let row = 0;
    for (; row < capacity && this.#order < this.range.end; row += 1) {
      if (this.#linesOfOrder === 0) {
        this.#linesOfOrder = this.#lineCount.between(1, MAX_LINES);
        this.#orderDate = FIRST_ORDER_DATE + this.#date.between(0, LAST_ORDER_DAY);
      }
      line.next(this.#orderDate);
      this.#line += 1;
      orderKey.set(row, sparseOrderKey(this.#order));
      partKey.set(row, line.partKey);
      supplierKey.set(row, supplierOfPart(line.partKey, this.#supplier.between(0, 3), this.#supplierCount));
      lineNumber.values[row] = this.#line;
      quantity.set(row, line.quantity * 100);
      price.set(row, line.extendedPrice);
      discount.set(row, line.discount);
      tax.set(row, line.tax);
      const received = line.shipDate + this.#receiptDays.between(1, 30);
      if (isPast(received)) returnFlag.append(this.#returnFlag.next());
      else returnFlag.appendByte(NOT_RETURNED);
      returnFlag.endRow();
      status.appendByte(isPast(line.shipDate) ? SHIPPED : OPEN);
      status.endRow();
      shipDate.values[row] = line.shipDate;
      commitDate.values[row] = this.#orderDate + this.#commitDays.between(30, 90);
      receiptDate.values[row] = received;
      instruction.append(this.#instructions.next());
      instruction.endRow();
      mode.append(this.#mode.next());
      mode.endRow();
      this.#comment.write(comment);
      comment.endRow();
      if (this.#line === this.#linesOfOrder) {
        this.#line = 0;
        this.#linesOfOrder = 0;
        this.#order += 1;
        this.#streams.rowFinished();
      }
    }
    return {
      rowCount: row,
      columns: [
        orderKey,
        partKey,
        supplierKey,
        lineNumber,
        quantity,
        price,
        discount,
        tax,
        returnFlag,
        status,
        shipDate,
        commitDate,
        receiptDate,
        instruction,
        mode,
        comment,
      ],
    };
  }
}
