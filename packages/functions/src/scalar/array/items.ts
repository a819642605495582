import type { DataType, Value } from '@ballista-ts/core';
import { comparator } from '../../values/compare.js';
import { type GroupKey, groupKey } from '../../values/group-key.js';

export type Items = readonly Value[];

/** Equality of items; NULL equals NULL. */
export function itemEquality(type: DataType): (a: Value, b: Value) => boolean {
  const compare = comparator(type);
  return (a, b) => (a === null || b === null ? a === b : compare(a, b) === 0);
}

/** Something that Sets tell apart as lists tell items apart. */
export const itemKey = (item: Value): GroupKey => groupKey([item]);

/** The items without repetitions, first ones kept. */
export function distinctItems(items: Items): Value[] {
  const seen = new Set<GroupKey>();
  return items.filter((item) => {
    const key = itemKey(item);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
