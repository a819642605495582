import { ExecutionError } from '@ballista-ts/core';
import { sameAsFirst } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import { sortComparator } from '../../values/compare.js';
import type { Items } from './items.js';
import { itemType, listSignature } from './list-signature.js';

/** `array_sort(list[, direction[, nulls]])`: the list in order: ASC or DESC, NULLS FIRST or NULLS LAST. */
export const arraySort = defineScalarFunction({
  name: 'array_sort',
  aliases: ['list_sort'],
  coerce: listSignature('array_sort', 'L?tt', 'array_sort(list[, direction[, nulls]])'),
  parameterNames: ['list', 'direction', 'nulls'],

  returns: sameAsFirst,
  prepare: ({ returnType }) => {
    const type = itemType(returnType);
    return ([items, direction = 'ASC', nulls = 'NULLS FIRST']) =>
      [...(items as Items)].sort(
        sortComparator(type, {
          asc: option(direction as string, 'ASC', 'DESC'),
          nullsFirst: option(nulls as string, 'NULLS FIRST', 'NULLS LAST'),
        }),
      );
  },
  doc: {
    section: 'Array',
    summary: 'The list in order: ASC or DESC, NULLS FIRST or NULLS LAST.',
    syntax: 'array_sort(list[, direction[, nulls]])',
    example: "array_sort([2, 3, 1], 'DESC') -- [3, 2, 1]",
  },
});

function option(text: string, yes: string, no: string): boolean {
  const upper = text.trim().toUpperCase();
  if (upper !== yes && upper !== no) throw new ExecutionError(`array_sort expects ${yes} or ${no}, got '${text}'`);
  return upper === yes;
}
