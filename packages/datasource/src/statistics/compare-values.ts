import type { Value } from '@ballista-ts/core';

/**
 * Orders two values of one type: numbers, bigints, booleans (false first), strings by code point (which is the order of their
 * UTF-8 bytes), bytes as unsigned. Undefined for forms without an order.
 */
export function compareValues(a: Value, b: Value): number | undefined {
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b);
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b);
  if (
    (typeof a === 'number' && typeof b === 'number') ||
    (typeof a === 'bigint' && typeof b === 'bigint') ||
    (typeof a === 'boolean' && typeof b === 'boolean')
  ) {
    return a < b ? -1 : a > b ? 1 : 0;
  }
  return undefined;
}

/** `<` compares UTF-16 units, where characters beyond U+FFFF (surrogates, 0xD800..) come before U+E000..U+FFFF. */
function compareText(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i += 1) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x === y) continue;
    const isSurrogateX = x >= 0xd800 && x <= 0xdfff;
    const isSurrogateY = y >= 0xd800 && y <= 0xdfff;
    if (isSurrogateX !== isSurrogateY) return isSurrogateX ? 1 : -1;
    return x - y;
  }
  return a.length - b.length;
}
