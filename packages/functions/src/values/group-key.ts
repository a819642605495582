import type { Value } from '@ballista-ts/core';

/** Something a `Map` or `Set` tells apart exactly when GROUP BY does. */
export type GroupKey = null | boolean | number | bigint | string;

/**
 * The key of a group, for values of the same types each time: -0.0 and 0.0 share a group, NaN is one group, NULL is one group.
 */
export function groupKey(values: readonly Value[]): GroupKey {
  if (values.length === 1) {
    const [only] = values as readonly [Value];
    // A Map already takes NaN for NaN and -0 for 0.
    if (only === null || typeof only !== 'object') return only;
  }
  let key = '';
  for (const value of values) key += keyPart(value);
  return key;
}

/** Every part says how it ends, so that ('a', 'bc') and ('ab', 'c') differ. */
function keyPart(value: Value): string {
  switch (typeof value) {
    case 'string':
      return `${value.length}:${value}`;
    case 'number':
      return `${value === 0 ? 0 : value};`;
    case 'bigint':
      return `${value};`;
    case 'boolean':
      return value ? 't' : 'f';
  }
  if (value === null) return '_';
  if (value instanceof Uint8Array) return `${value.length}#${Buffer.from(value).toString('latin1')}`;
  if (Array.isArray(value)) return `[${(value as readonly Value[]).map(keyPart).join('')}]`;
  if ('months' in value) return `${value.months},${value.days},${value.nanos};`;
  const { days, milliseconds } = value as { days: number; milliseconds: number };
  return `${days},${milliseconds};`;
}
