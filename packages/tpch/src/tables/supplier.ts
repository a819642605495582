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
import { nations } from '../text/word-lists.js';
import { Streams } from './row-loop.js';

const encoder = new TextEncoder();
const TAG = encoder.encode('Supplier#');
const CUSTOMER = encoder.encode('Customer ');
const COMPLAINTS = encoder.encode('Complaints');
const RECOMMENDS = encoder.encode('Recommends');
const REMARK_LENGTH = CUSTOMER.length + COMPLAINTS.length;
/** Suppliers out of 10,000 that customers remark on, half of them with complaints (Q16 looks for these). */
const REMARKED = 10;

/** Rows of `supplier`. */
export class SupplierRows implements RowSource {
  readonly #streams: Streams;
  readonly #address: AddressStream;
  readonly #nation: RandomStream;
  readonly #phone: PhoneStream;
  readonly #balance: RandomStream;
  readonly #comment: CommentStream;
  readonly #remark: RandomStream;
  readonly #remarkKind: RandomStream;
  readonly #remarkNoise: RandomStream;
  readonly #remarkOffset: RandomStream;
  #row: number;

  constructor(
    pool: Uint8Array,
    private readonly range: RowRange,
  ) {
    this.#row = range.start;
    const streams = new Streams(range);
    const random = ({ seed, drawsPerRow }: StreamSeed) => streams.add(new RandomStream(seed, drawsPerRow));
    this.#streams = streams;
    this.#address = streams.add(new AddressStream(seeds.supplier.address));
    this.#nation = random(seeds.supplier.nation);
    this.#phone = streams.add(new PhoneStream(seeds.supplier.phone));
    this.#balance = random(seeds.supplier.balance);
    this.#comment = streams.add(new CommentStream(pool, seeds.supplier.comment, 63));
    this.#remark = random(seeds.supplier.remark);
    this.#remarkKind = random(seeds.supplier.remarkKind);
    this.#remarkNoise = random(seeds.supplier.remarkNoise);
    this.#remarkOffset = random(seeds.supplier.remarkOffset);
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
      this.#writeComment(comment);
      this.#streams.rowFinished();
    }
    return { rowCount, columns: [key, name, address, nationKey, phone, balance, comment] };
  }

  /** A comment, and for a few suppliers `Customer ` and `Complaints` or `Recommends` written over it with some text in between. */
  #writeComment(to: Utf8Column): void {
    const start = to.length;
    this.#comment.write(to);
    const room = to.length - start - REMARK_LENGTH;
    const remark = this.#remark.between(1, 10_000);
    const kind = this.#remarkKind.between(0, 100);
    const noise = this.#remarkNoise.between(0, room);
    const offset = this.#remarkOffset.between(0, room - noise);
    if (remark <= REMARKED) {
      to.bytes.set(CUSTOMER, start + offset);
      to.bytes.set(kind < 50 ? COMPLAINTS : RECOMMENDS, start + offset + CUSTOMER.length + noise);
    }
    to.endRow();
  }
}
