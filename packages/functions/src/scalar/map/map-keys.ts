import { list, type Value } from '@ballista-ts/core';
import { defineScalarFunction } from '../../definition/scalar.js';
import { coerceMap, type Entry, entryTypes, type MapType } from './entries.js';

/** `map_keys(map)`: the keys in a list, in the order of the entries. */
export const mapKeys = defineScalarFunction({
  name: 'map_keys',
  coerce: (args) => coerceMap('map_keys', args),
  parameterNames: ['map'],
  returns: ([of]) => list(entryTypes(of!.type as MapType).key),
  evaluate: ([of]) => (of as readonly Entry[]).map((entry): Value => entry[0]),
  doc: {
    section: 'Map',
    summary: 'The keys of a map, in a list.',
    syntax: 'map_keys(map)',
    example: "map_keys(MAP {'a': 1}) -- [a]",
  },
});
