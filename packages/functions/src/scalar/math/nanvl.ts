import { type ArgumentInfo, type DataType, isFloat, numericCommon } from '@ballista-ts/core';
import { argumentMismatch, floatParameter, plainType } from '../../definition/parameter.js';
import { sameAsFirst } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';

const anyNumber = floatParameter('x');

function coerce(args: readonly ArgumentInfo[]): readonly DataType[] {
  const types = args.map((one) => (isFloat(plainType(one.type)) ? plainType(one.type) : anyNumber.coerce(one)));
  const [x, y] = types;
  const common = args.length === 2 && x !== undefined && y !== undefined ? numericCommon(x, y) : undefined;
  if (common === undefined) throw argumentMismatch('nanvl', args, 'nanvl(x: number, y: number)');
  return [common, common];
}

/** `nanvl(x, y)`: x, or y where x is NaN. */
export const nanvl = defineScalarFunction({
  name: 'nanvl',
  coerce,
  parameterNames: ['x', 'y'],
  returns: sameAsFirst,
  evaluate: ([x, y]) => (Number.isNaN(x) ? y! : x!),
  doc: {
    section: 'Math',
    summary: 'The first number, or the second where the first is NaN.',
    syntax: 'nanvl(x, y)',
    example: "nanvl('NaN'::double, 0) -- 0.0",
  },
});
