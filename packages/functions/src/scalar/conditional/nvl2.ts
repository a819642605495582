import { commonType } from '@ballista-ts/core';
import { argumentMismatch } from '../../definition/parameter.js';
import { defineScalarFunction } from '../../definition/scalar.js';

/** `nvl2(test, x, y)`: x where test is not NULL, else y. */
export const nvl2 = defineScalarFunction({
  name: 'nvl2',
  coerce: (args) => {
    const common = args.length === 3 ? commonType([args[1]!.type, args[2]!.type]) : undefined;
    if (common === undefined) throw argumentMismatch('nvl2', args, 'nvl2(test, x, y) with x and y of one common type');
    return [args[0]!.type, common, common];
  },
  parameterNames: ['test', 'x', 'y'],
  nulls: 'custom',
  returns: ([, x, y]) => ({ type: x!.type, nullable: x!.nullable || y!.nullable }),
  evaluate: ([test, x, y]) => (test === null ? y! : x!),
  doc: {
    section: 'Conditional',
    summary: 'The second where the first is not NULL, else the third.',
    syntax: 'nvl2(test, x, y)',
    example: "nvl2(NULL, 'x', 'y') -- y",
  },
});
