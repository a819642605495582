import type { ColumnBatch, RowSource } from '../columns/column.js';
import { DecimalColumn } from '../columns/decimal-column.js';
import { Int64Column } from '../columns/int64-column.js';
import { Utf8Column } from '../columns/utf8-column.js';
import { RandomStream } from '../random/random-stream.js';
import { type StreamSeed, seeds } from '../random/seeds.js';
import type { RowRange } from '../scale.js';
import { AddressStream, MAX_ADDRESS_LENGTH } from '../text/address-stream.js';
import { CommentStream } from '../text/comment-stream.js';
import { PHONE_LENGTH, PhoneStream } from '../text/phone-stream.js';
import { nations, segments } from '../text/word-lists.js';
import { WordStream } from '../text/word-stream.js';
import { Streams } from './row-loop.js';

const TAG = new TextEncoder().encode('Customer#');

/** Rows of `customer`. */
export class CustomerRows implements RowSource {
  readonly #streams: Streams;
  readonly #address: AddressStream;
  readonly #nation: RandomStream;
  readonly #phone: PhoneStream;
  readonly #balance: RandomStream;
  readonly #segment: WordStream;
  readonly #comment: CommentStream;
  #row: number;

  constructor(
    pool: Uint8Array,
    private readonly range: RowRange,
  ) {
    this.#row = range.start;
    const streams = new Streams(range);
    const random = ({ seed, drawsPerRow }: StreamSeed) => streams.add(new RandomStream(seed, drawsPerRow));
    this.#streams = streams;
    this.#address = streams.add(new AddressStream(seeds.customer.address));
    this.#nation = random(seeds.customer.nation);
    this.#phone = streams.add(new PhoneStream(seeds.customer.phone));
    this.#balance = random(seeds.customer.balance);
    this.#segment = streams.add(new WordStream(seeds.customer.segment, segments));
    this.#comment = streams.add(new CommentStream(pool, seeds.customer.comment, 73));
  }

  next(capacity: number): ColumnBatch | undefined {
    const rowCount = Math.min(capacity, this.range.end - this.#row);
    if (rowCount <= 0) return undefined;
    const key = new Int64Column(rowCount);
    const name = new Utf8Column(rowCount, TAG.length + 16);
    const address = new Utf8Column(rowCount, MAX_ADDRESS_LENGTH);
    const nationKey = new Int64Column(rowCount);
    const phone = new Utf8Column(rowCount, PHONE_LENGTH);
    const balance = new DecimalColumn(rowCount);
    const segment = new Utf8Column(rowCount, this.#segment.maxLength);
    const comment = new Utf8Column(rowCount, this.#comment.maxLength);
    for (let row = 0; row < rowCount; row += 1) {
      this.#row += 1;
      key.set(row, this.#row);
      name.append(TAG);
      name.appendNumber(this.#row, 9);
      name.endRow();
      this.#address.write(address);
      const nation = this.#nation.between(0, nations.length - 1);
      nationKey.set(row, nation);
      this.#phone.write(phone, nation);
      balance.set(row, this.#balance.between(-99999, 999999));
      segment.append(this.#segment.next());
      segment.endRow();
      this.#comment.write(comment);
      comment.endRow();
      this.#streams.rowFinished();
    }
    return { rowCount, columns: [key, name, address, nationKey, phone, balance, segment, comment] };
  }
}
