import type { ReturnInfo } from '@ballista-ts/core';
import { argumentMismatch } from '../../definition/parameter.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import { commonTypeOfAll } from './coalesce.js';

/** `nvl(a, b)`: b where a is NULL; b is not computed elsewhere. */
export const nvl = defineScalarFunction({
  name: 'nvl',
  aliases: ['ifnull'],
  coerce: (args) => {
    if (args.length !== 2) throw argumentMismatch('nvl', args, 'nvl(a, b)');
    return commonTypeOfAll('nvl', args);
  },
  parameterNames: ['a', 'b'],
  settled: ([a]) => a !== null,
  returns: (args): ReturnInfo => ({ type: args[0]!.type, nullable: args.every((one) => one.nullable) }),
  evaluate: ([a, b]) => (a === null ? b! : a!),
  doc: {
    section: 'Conditional',
    summary: 'The first, or the second where the first is NULL.',
    syntax: 'nvl(a, b)',
    example: "nvl(NULL, 'b') -- b",
  },
});
