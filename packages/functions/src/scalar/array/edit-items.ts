import type { Value } from '@ballista-ts/core';
import type { Items } from './items.js';

/** The list without the first `limit` items that are equal to one. */
export function removeItems(items: Items, same: (item: Value) => boolean, limit: number): Items {
  let left = limit;
  return items.filter((item) => {
    if (left <= 0 || !same(item)) return true;
    left -= 1;
    return false;
  });
}

/** The list with the first `limit` items that are equal to one replaced. */
export function replaceItems(items: Items, same: (item: Value) => boolean, by: Value, limit: number): Items {
  let left = limit;
  return items.map((item) => {
    if (left <= 0 || !same(item)) return item;
    left -= 1;
    return by;
  });
}
