import { type ArgumentInfo, type DataType, Float32, Float64 } from '@ballista-ts/core';
import { floatParameter, optional } from '../../definition/parameter.js';
import { defineScalarFunction } from '../../definition/scalar.js';

const resultType = (args: readonly ArgumentInfo[]): DataType =>
  args[args.length - 1]!.type.kind === 'Float32' ? Float32 : Float64;

/** `log([base,] x)`: logarithm; the base comes first and is 10 when it is left out. */
export const log = defineScalarFunction({
  name: 'log',
  parameters: [floatParameter('base'), optional(floatParameter('x'))],
  returns: resultType,
  evaluate: ([first, second], { returnType }) => {
    const result = second === undefined ? Math.log10(first as number) : logarithm(first as number, second as number);
    return returnType.kind === 'Float32' ? Math.fround(result) : result;
  },
  doc: {
    section: 'Math',
    summary: 'Logarithm to a base, which comes first; to base 10 with one argument.',
    syntax: 'log([base, ]x)',
    example: 'log(2, 8) -- 3.0',
  },
});

/** The quotient of logarithms is off by a rounding for exact powers of 2 and 10, so those have their own. */
function logarithm(base: number, x: number): number {
  if (base === 2) return Math.log2(x);
  if (base === 10) return Math.log10(x);
  return Math.log(x) / Math.log(base);
}
