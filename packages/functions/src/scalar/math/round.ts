import { type ArgumentInfo, type DataType, isDecimal } from '@ballista-ts/core';
import { integerParameter, optional, realParameter } from '../../definition/parameter.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import { checkPrecision, roundHalfAway } from '../../values/decimals.js';
import { roundFloat } from '../../values/floats.js';
import { roundUnscaled } from './round-decimal.js';

/**
 * Decimals keep their precision and get `places` as their scale: round(99.95::decimal(4,2), 1) is 100.0, a decimal(4,1). Where
 * there is no digit after the point to give up, a carry needs one more digit in front.
 */
function resultType([x, places]: readonly ArgumentInfo[]): DataType {
  const { type } = x!;
  if (!isDecimal(type)) return type;
  const wider = { ...type, precision: Math.min(type.precision + 1, type.kind === 'Decimal256' ? 76 : 38) };
  if (places === undefined) return { ...type, scale: Math.min(type.scale, 0) === 0 ? 0 : type.scale };
  if (places.constant === undefined) return wider;
  const to = Number(places.constant ?? 0n);
  if (to < 0 && type.scale === 0) return wider;
  return { ...type, scale: Math.min(type.scale, Math.max(to, 0)) };
}

/** `round(x[, places])`: nearest number with that many digits after the point, halves away from zero. */
export const round = defineScalarFunction({
  name: 'round',
  parameters: [realParameter('x'), optional(integerParameter('places'))],
  returns: resultType,
  // A NULL literal for the places counts as 0.
  nulls: 'custom',
  prepare: ({ args, returnType }) => {
    const { type } = args[0]!;
    const placesOf = (places: unknown): number | null =>
      places === undefined ? 0 : places === null ? (args[1]?.constant === null ? 0 : null) : Number(places);
    if (isDecimal(type) && isDecimal(returnType)) {
      return ([x, places]) => {
        const to = placesOf(places);
        if (x === null || to === null) return null;
        const digits = Math.max(Math.min(to, returnType.scale), -type.precision - 1);
        return checkPrecision(roundUnscaled(x as bigint, type.scale, digits, returnType.scale, 'halfAway'), returnType);
      };
    }
    const kind = type.kind === 'Float16' || type.kind === 'Float32' ? type.kind : 'Float64';
    return ([x, places]) => {
      const to = placesOf(places);
      if (x === null || to === null) return null;
      return roundFloat(kind, roundNumber(x as number, to));
    };
  },
  doc: {
    section: 'Math',
    summary:
      'Rounds to a number of digits after the point, halves away from zero; negative counts round before the point.',
    syntax: 'round(x[, places])',
    example: 'round(2.345, 2) -- 2.35',
  },
});

function roundNumber(x: number, places: number): number {
  if (places === 0) return roundHalfAway(x);
  const factor = 10 ** Math.abs(places);
  const scaled = places > 0 ? x * factor : x / factor;
  // Beyond 2^53 there is nothing to round, and past the largest float nothing to scale back.
  if (!Number.isFinite(scaled) || !Number.isFinite(factor)) return places > 0 ? x : 0;
  return places > 0 ? roundHalfAway(scaled) / factor : roundHalfAway(scaled) * factor;
}
