import { type ArgumentInfo, type DataType, Float32, Float64 } from '@ballista-ts/core';
import { floatParameter } from '../../definition/parameter.js';
import { defineScalarFunction } from '../../definition/scalar.js';

const bothFloat32 = (args: readonly ArgumentInfo[]): DataType =>
  args.every((one) => one.type.kind === 'Float32') ? Float32 : Float64;

/** `atan2(y, x)`: angle of the point (x, y) in radians, in the right quadrant. */
export const atan2 = defineScalarFunction({
  name: 'atan2',
  parameters: [floatParameter('y'), floatParameter('x')],
  returns: bothFloat32,
  evaluate: ([y, x], { returnType }) => {
    const angle = Math.atan2(y as number, x as number);
    return returnType.kind === 'Float32' ? Math.fround(angle) : angle;
  },
  doc: {
    section: 'Math',
    summary: 'Angle of the point (x, y) in radians, from -pi to pi.',
    syntax: 'atan2(y, x)',
    example: 'atan2(1, 1) -- 0.7853981633974483',
  },
});
