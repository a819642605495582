import { list, type Value } from '@ballista-ts/core';
import { defineScalarFunction } from '../../definition/scalar.js';
import { coerceMap, type Entry, entryTypes, type MapType } from './entries.js';

/** `map_values(map)`: the values in a list, in the order of the entries. */
export const mapValues = defineScalarFunction({
  name: 'map_values',
  coerce: (args) => coerceMap('map_values', args),
  parameterNames: ['map'],
  returns: ([of]) => list(entryTypes(of!.type as MapType).value),
  evaluate: ([of]) => (of as readonly Entry[]).map((entry): Value => entry[1]),
  doc: {
    section: 'Map',
    summary: 'The values of a map, in a list.',
    syntax: 'map_values(map)',
    example: "map_values(MAP {'a': 1}) -- [1]",
  },
});
