import { floatParameter } from '../../definition/parameter.js';
import { floatResult } from '../../definition/return-types.js';
import { defineScalarFunction, type ScalarFunctionDefinition } from '../../definition/scalar.js';

/** What the functions of one number share: Float32 in and out, every other number as Float64. */
export const unaryMath = (options: {
  readonly name: string;
  readonly compute: (x: number) => number;
  readonly summary: string;
  readonly example: string;
}): ScalarFunctionDefinition =>
  defineScalarFunction({
    name: options.name,
    parameters: [floatParameter('x')],
    returns: floatResult,
    prepare: ({ returnType }) =>
      returnType.kind === 'Float32'
        ? ([x]) => Math.fround(options.compute(x as number))
        : ([x]) => options.compute(x as number),
    doc: { section: 'Math', summary: options.summary, syntax: `${options.name}(x)`, example: options.example },
  });
