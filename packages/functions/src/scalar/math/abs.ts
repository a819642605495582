import { isDecimal, isFloat, type Value } from '@ballista-ts/core';
import { numberParameter } from '../../definition/parameter.js';
import { sameAsFirst } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import { negation } from '../../evaluator/operators/negation.js';
import { isIntegerKind, isUnsigned } from '../../values/integers.js';

/** `abs(x)`: the number without its sign, in its own type. The smallest integer has no opposite: an error. */
export const abs = defineScalarFunction({
  name: 'abs',
  parameters: [numberParameter('x')],
  returns: sameAsFirst,
  prepare: ({ args }) => {
    const { type } = args[0]!;
    if (isIntegerKind(type.kind) && isUnsigned(type.kind)) return ([x]) => x!;
    if (isFloat(type)) return ([x]) => Math.abs(x as number);
    const negate = negation(type);
    const zero: Value = isDecimal(type) || type.kind === 'Int64' ? 0n : 0;
    return ([x]) => ((x as number | bigint) < (zero as number | bigint) ? negate(x!) : x!);
  },
  doc: {
    section: 'Math',
    summary: 'Absolute value, in the type of the number.',
    syntax: 'abs(x)',
    example: 'abs(-5) -- 5',
  },
});
