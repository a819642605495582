import { FIRST_ORDER_DATE } from '../tables/order-rules.js';

const [ZERO, MINUS, POINT] = [0x30, 0x2d, 0x2e];
const DATE_LENGTH = 10;
/** 1992-01-01 to 1998-12-31: every date of the data. */
const DATES = dateTexts(2557);

/** Text in a growing byte buffer. */
export class TextWriter {
  bytes: Uint8Array;
  length = 0;

  constructor(capacity: number) {
    this.bytes = new Uint8Array(capacity);
  }

  /** Makes sure that so many more bytes fit. */
  reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + count));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
  }

  byte(value: number): void {
    this.bytes[this.length++] = value;
  }

  copy(from: Uint8Array, start: number, end: number): void {
    const { bytes } = this;
    let to = this.length;
    for (let at = start; at < end; at += 1) bytes[to++] = from[at]!;
    this.length = to;
  }

  /** Digits of a non-negative integer. */
  integer(value: number): void {
    if (value >= 2 ** 31) {
      const upper = Math.floor(value / 1e9);
      this.integer(upper);
      this.digits(value - upper * 1e9, 9);
      return;
    }
    let count = 1;
    for (let bound = 10; value >= bound; bound *= 10) count += 1;
    this.digits(value, count);
  }

  /** Hundredths with two decimals: `-99999` is `-999.99`. */
  money(hundredths: number): void {
    let value = hundredths;
    if (value < 0) {
      this.byte(MINUS);
      value = -value;
    }
    const whole = (value / 100) | 0;
    this.integer(whole);
    this.byte(POINT);
    this.digits(value - whole * 100, 2);
  }

  /** `YYYY-MM-DD`. */
  date(day: number): void {
    const at = (day - FIRST_ORDER_DATE) * DATE_LENGTH;
    this.copy(DATES, at, at + DATE_LENGTH);
  }

  /** The last `count` digits of a number below 2^31. */
  private digits(value: number, count: number): void {
    const { bytes, length } = this;
    let rest = value;
    for (let at = length + count - 1; at >= length; at -= 1) {
      const next = (rest / 10) | 0;
      bytes[at] = ZERO + (rest - next * 10);
      rest = next;
    }
    this.length = length + count;
  }
}

function dateTexts(days: number): Uint8Array {
  const texts = Array.from({ length: days }, (_one, index) =>
    new Date((FIRST_ORDER_DATE + index) * 86_400_000).toISOString().slice(0, DATE_LENGTH),
  );
  return new TextEncoder().encode(texts.join(''));
}
