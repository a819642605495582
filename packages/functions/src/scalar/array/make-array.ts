import { list } from '@ballista-ts/core';
import { defineScalarFunction } from '../../definition/scalar.js';
import { commonTypeOfAll } from '../conditional/coalesce.js';

/** `make_array(a, ...)`, also written `[a, ...]`: a list of the arguments, in their common type. */
export const makeArray = defineScalarFunction({
  name: 'make_array',
  aliases: ['make_list'],
  coerce: (args) => (args.length === 0 ? [] : commonTypeOfAll('make_array', args)),
  parameterNames: ['element'],
  nulls: 'custom',
  returns: (args) => ({ type: list(args[0]?.type ?? { kind: 'Null' }), nullable: false }),
  evaluate: (args) => [...args],
  doc: {
    section: 'Array',
    summary: 'A list of the arguments.',
    syntax: 'make_array(element[, ..., element])',
    example: 'make_array(1, 2) -- [1, 2]',
  },
});
