import { isListLike } from '@ballista-ts/core';
import { argumentMismatch } from '../../definition/parameter.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import type { Items } from './items.js';
import { asList, itemType } from './list-signature.js';

/** `flatten(list)`: one level of nesting less; NULL inner lists are left out, and a list without inner ones stays. */
export const flatten = defineScalarFunction({
  name: 'flatten',
  coerce: (args) => {
    const type = args.length === 1 ? asList(args[0]!.type) : undefined;
    if (type === undefined) throw argumentMismatch('flatten', args, 'flatten(list of lists)');
    return [type];
  },
  parameterNames: ['list'],
  returns: ([list]) => asList(itemType(list!.type).kind === 'Null' ? list!.type : itemType(list!.type)) ?? list!.type,
  prepare: ({ args }) =>
    isListLike(itemType(args[0]!.type))
      ? ([items]) => (items as Items).flatMap((inner): Items => (inner ?? []) as Items)
      : ([items]) => items!,
  doc: {
    section: 'Array',
    summary: 'Takes one level of nesting away.',
    syntax: 'flatten(list)',
    example: 'flatten([[1, 2], [3]]) -- [1, 2, 3]',
  },
});
