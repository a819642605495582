import { type DataTypeOf, dictionary, Int8, Utf8, type Value } from '@ballista-ts/core';
import { argumentMismatch } from '../../definition/parameter.js';
import { defineScalarFunction } from '../../definition/scalar.js';

/** `union_tag(union)`: name of the active variant. */
export const unionTag = defineScalarFunction({
  name: 'union_tag',
  coerce: (args) => {
    if (args.length !== 1 || args[0]!.type.kind !== 'Union')
      throw argumentMismatch('union_tag', args, 'union_tag(union)');
    return [args[0]!.type];
  },
  parameterNames: ['union'],
  returns: dictionary(Int8, Utf8),
  prepare: ({ args }) => {
    const type = args[0]!.type as DataTypeOf<'Union'>;
    const names = new Map(type.typeIds.map((id, index) => [id, type.fields[index]!.name]));
    return ([value]) => names.get((value as readonly [number, Value])[0]) ?? null;
  },
  doc: {
    section: 'Union',
    summary: 'Name of the active variant of a union.',
    syntax: 'union_tag(union)',
    example: 'union_tag(u)',
  },
});
