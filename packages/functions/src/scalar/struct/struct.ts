import { struct } from '@ballista-ts/core';
import { argumentMismatch } from '../../definition/parameter.js';
import { defineScalarFunction } from '../../definition/scalar.js';

/** `struct(a, ...)`: a struct with fields c0, c1, ...; `expr AS name` in a call is planned as `named_struct`. */
export const structFunction = defineScalarFunction({
  name: 'struct',
  aliases: ['row'],
  coerce: (args) => {
    if (args.length === 0) throw argumentMismatch('struct', args, 'struct(value, ...)');
    return args.map((one) => one.type);
  },
  parameterNames: ['value'],
  nulls: 'custom',
  returns: (args) => ({
    type: struct(args.map(({ type }, index) => ({ name: `c${index}`, type, nullable: true }))),
    nullable: false,
  }),
  evaluate: (args) => [...args],
  doc: {
    section: 'Struct',
    summary: 'A struct of the arguments, with fields c0, c1 and so on.',
    syntax: 'struct(value[, ..., value])',
    example: "struct(1, 'a') -- {c0: 1, c1: a}",
  },
});
