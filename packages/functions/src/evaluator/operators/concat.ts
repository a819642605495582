import { type DataType, isBinary, isListLike, type Value } from '@ballista-ts/core';
import { comparator } from '../../values/compare.js';

/** `||`: joins text, binary, lists, or a list and an element. Text with NULL is NULL; a NULL list counts as empty. */
export function concatOperator(left: DataType, right: DataType): (a: Value, b: Value) => Value {
  if (isListLike(left) && isListLike(right)) {
    if (isListLike(left.field.type) && !isListLike(right.field.type)) return append;
    if (isListLike(right.field.type) && !isListLike(left.field.type)) return prepend;
    return (a, b) => (a === null ? b : b === null ? a : [...(a as readonly Value[]), ...(b as readonly Value[])]);
  }
  if (isListLike(left)) return append;
  if (isListLike(right)) return prepend;
  if (isBinary(left)) {
    return (a, b) => (a === null || b === null ? null : Buffer.concat([a as Uint8Array, b as Uint8Array]));
  }
  return (a, b) => (a === null || b === null ? null : (a as string) + (b as string));
}

const append = (a: Value, b: Value): Value => [...((a ?? []) as readonly Value[]), b];
const prepend = (a: Value, b: Value): Value => [a, ...((b ?? []) as readonly Value[])];

/** `@>`: whether every element of `b` is in `a`; NULL elements match each other. */
export function containsAll(itemType: DataType): (a: Value, b: Value) => boolean {
  const compare = comparator(itemType);
  const same = (x: Value, y: Value): boolean => (x === null || y === null ? x === y : compare(x, y) === 0);
  return (a, b) => (b as readonly Value[]).every((y) => (a as readonly Value[]).some((x) => same(x, y)));
}
