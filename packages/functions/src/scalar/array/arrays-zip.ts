import { list, struct } from '@ballista-ts/core';
import { argumentMismatch } from '../../definition/parameter.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import type { Items } from './items.js';
import { asList, itemType } from './list-signature.js';

/** `arrays_zip(list, ...)`: a list of structs with fields 1, 2, ...; shorter lists are filled up with NULL. */
export const arraysZip = defineScalarFunction({
  name: 'arrays_zip',
  aliases: ['list_zip'],
  coerce: (args) => {
    const types = args.map((one) => asList(one.type));
    if (types.length === 0 || types.includes(undefined))
      throw argumentMismatch('arrays_zip', args, 'arrays_zip(list, ...)');
    return types.map((type) => type!);
  },
  parameterNames: ['list'],
  nulls: 'custom',
  returns: (args) => ({
    type: list(
      struct(args.map((one, index) => ({ name: String(index + 1), type: itemType(one.type), nullable: true }))),
    ),
    nullable: args.every((one) => one.nullable),
  }),
  evaluate: (lists) => {
    if (lists.every((one) => one === null)) return null;
    const length = Math.max(...lists.map((one) => (one === null ? 0 : (one as Items).length)));
    return Array.from({ length }, (_, index) => lists.map((one) => (one as Items | null)?.[index] ?? null));
  },
  doc: {
    section: 'Array',
    summary: 'Pairs up the elements of lists as structs; shorter lists are filled up with NULL.',
    syntax: 'arrays_zip(list[, ..., list])',
    example: "arrays_zip([1, 2], ['a']) -- [{1: 1, 2: a}, {1: 2, 2: NULL}]",
  },
});
