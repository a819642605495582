import { type DataType, isListLike, UInt64, type Value } from '@ballista-ts/core';
import { argumentMismatch } from '../../definition/parameter.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import type { Items } from './items.js';
import { asList } from './list-signature.js';

/** `cardinality(list or map)`: number of elements, of all inner lists together, or of entries. */
export const cardinality = defineScalarFunction({
  name: 'cardinality',
  coerce: (args) => {
    const [arg] = args;
    const type = arg?.type.kind === 'Map' ? arg.type : arg === undefined ? undefined : asList(arg.type);
    if (type === undefined || args.length !== 1)
      throw argumentMismatch('cardinality', args, 'cardinality(list or map)');
    return [type];
  },
  parameterNames: ['list'],
  returns: UInt64,
  prepare:
    ({ args }) =>
    ([value]) =>
      BigInt(leaves(args[0]!.type, value!)),
  doc: {
    section: 'Array',
    summary: 'Number of elements on all levels of a list, or of entries of a map.',
    syntax: 'cardinality(list)',
    example: 'cardinality([[1, 2], [3]]) -- 3',
  },
});

function leaves(type: DataType, value: Value): number {
  if (type.kind === 'Map') return (value as Items).length;
  if (!isListLike(type)) return 1;
  const inner = type.field.type;
  return isListLike(inner)
    ? (value as Items).reduce<number>((sum, item) => sum + (item === null ? 0 : leaves(inner, item)), 0)
    : (value as Items).length;
}
