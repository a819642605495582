import { DecodeError } from '../../errors/errors.js';

/** What a decoder accepts before it gives up. Checked while reading, before the memory is taken. */
export interface WireLimits {
  /**
   * Bytes of the whole message.
   * @default 67108864 (64 MiB)
   */
  readonly maxBytes: number;
  /**
   * Levels of nesting of expressions and plans together. A chain of one operator (`a AND b AND c ...`) counts as one level,
   * however long.
   * @default 20000
   */
  readonly maxDepth: number;
  /**
   * Entries of one list or map.
   * @default 1000000
   */
  readonly maxListLength: number;
  /**
   * Messages and list entries altogether: two bytes on the wire can cost a few hundred in memory.
   * @default 4000000
   */
  readonly maxElements: number;
}

export const defaultWireLimits: WireLimits = Object.freeze({
  maxBytes: 64 * 1024 * 1024,
  maxDepth: 20_000,
  maxListLength: 1_000_000,
  maxElements: 4_000_000,
});

/** Types nest far less than expressions, and much code walks them recursively. */
export const maxTypeDepth = 64;

/** @throws DecodeError naming the limit. */
export function checkBytes(bytes: number, limits: WireLimits, what: string): void {
  if (bytes > limits.maxBytes) {
    throw new DecodeError(`${what} takes ${bytes} bytes, and the limit is ${limits.maxBytes} bytes`);
  }
}

export const nestedTooDeep = (maxDepth: number): DecodeError =>
  new DecodeError(`plan is nested deeper than ${maxDepth} levels`);
