import { isDecimal } from '@ballista-ts/core';
import { integerParameter, optional, realParameter } from '../../definition/parameter.js';
import { sameAsFirst } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import { checkPrecision } from '../../values/decimals.js';
import { roundFloat } from '../../values/floats.js';
import { roundUnscaled } from './round-decimal.js';

/** `trunc(x[, places])`: cuts digits off, towards zero. Decimals keep their type. */
export const trunc = defineScalarFunction({
  name: 'trunc',
  parameters: [realParameter('x'), optional(integerParameter('places'))],
  returns: sameAsFirst,
  prepare: ({ args }) => {
    const { type } = args[0]!;
    if (isDecimal(type)) {
      return ([x, places = 0n]) => {
        const digits = Math.max(Math.min(Number(places), type.scale), -type.precision);
        return checkPrecision(roundUnscaled(x as bigint, type.scale, digits, type.scale, 'towardZero'), type);
      };
    }
    const kind = type.kind === 'Float16' || type.kind === 'Float32' ? type.kind : 'Float64';
    return ([x, places = 0n]) => roundFloat(kind, truncNumber(x as number, Number(places)));
  },
  doc: {
    section: 'Math',
    summary: 'Cuts digits off, towards zero; negative counts zero digits before the point.',
    syntax: 'trunc(x[, places])',
    example: 'trunc(42.738, 2) -- 42.73',
  },
});

function truncNumber(x: number, places: number): number {
  if (places === 0) return Math.trunc(x);
  const factor = 10 ** Math.abs(places);
  const scaled = places > 0 ? x * factor : x / factor;
  if (!Number.isFinite(scaled) || !Number.isFinite(factor)) return places > 0 ? x : 0;
  return places > 0 ? Math.trunc(scaled) / factor : Math.trunc(scaled) * factor;
}
