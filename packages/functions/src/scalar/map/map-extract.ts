import { list } from '@ballista-ts/core';
import { defineScalarFunction } from '../../definition/scalar.js';
import { itemEquality } from '../array/items.js';
import { coerceMap, type Entry, entryTypes, type MapType } from './entries.js';

/** `map_extract(map, key)`: the value of a key, in a list; [NULL] when the key is not there. */
export const mapExtract = defineScalarFunction({
  name: 'map_extract',
  aliases: ['element_at'],
  coerce: (args) => coerceMap('map_extract', args, (of) => [entryTypes(of).key]),
  parameterNames: ['map', 'key'],
  nulls: 'custom',
  returns: ([of]) => ({ type: list(entryTypes(of!.type as MapType).value), nullable: false }),
  prepare: ({ args }) => {
    const same = itemEquality(entryTypes(args[0]!.type as MapType).key);
    return ([of, key]) => {
      const found = key === null ? undefined : ((of ?? []) as readonly Entry[]).find(([one]) => same(one, key!));
      return [found?.[1] ?? null];
    };
  },
  doc: {
    section: 'Map',
    summary: 'The value of a key, in a list; a list of NULL when the key is absent.',
    syntax: 'map_extract(map, key)',
    example: "map_extract(MAP {'a': 1}, 'a') -- [1]",
  },
});
