import { list, struct } from '@ballista-ts/core';
import { defineScalarFunction } from '../../definition/scalar.js';
import { coerceMap, entryTypes, type MapType } from './entries.js';

/** `map_entries(map)`: the entries as a list of structs with fields key and value. */
export const mapEntries = defineScalarFunction({
  name: 'map_entries',
  coerce: (args) => coerceMap('map_entries', args),
  parameterNames: ['map'],
  returns: ([of]) => {
    const { key, value } = entryTypes(of!.type as MapType);
    return list(
      struct([
        { name: 'key', type: key, nullable: false },
        { name: 'value', type: value, nullable: true },
      ]),
    );
  },
  evaluate: ([of]) => of!,
  doc: {
    section: 'Map',
    summary: 'The entries as a list of structs.',
    syntax: 'map_entries(map)',
    example: "map_entries(MAP {'a': 1}) -- [{key: a, value: 1}]",
  },
});
