import { type DecimalType, ExecutionError, formatDecimal } from '@ballista-ts/core';

const powers: bigint[] = [1n];
/** 10 to a power of 0 or more. */
export function pow10(exponent: number): bigint {
  for (let next = powers.length; next <= exponent; next += 1) powers.push(powers[next - 1]! * 10n);
  return powers[exponent]!;
}

export const absBigint = (value: bigint): bigint => (value < 0n ? -value : value);

/** The quotient rounded to the nearest integer, halves away from zero. */
export function divideRounding(value: bigint, by: bigint): bigint {
  const quotient = value / by;
  const twice = absBigint(value % by) * 2n;
  if (twice < absBigint(by)) return quotient;
  return value < 0n === by < 0n ? quotient + 1n : quotient - 1n;
}

/** An unscaled value at another scale; digits that go are rounded, halves away from zero. */
export const rescale = (unscaled: bigint, from: number, to: number): bigint =>
  to >= from ? unscaled * pow10(to - from) : divideRounding(unscaled, pow10(from - to));

export const fitsPrecision = (unscaled: bigint, precision: number): boolean => absBigint(unscaled) < pow10(precision);

/** @throws ExecutionError when the value has more digits than the type. */
export function checkPrecision(unscaled: bigint, type: DecimalType): bigint {
  if (fitsPrecision(unscaled, type.precision)) return unscaled;
  throw decimalOverflow(unscaled, type);
}

export const decimalOverflow = (unscaled: bigint, type: DecimalType): ExecutionError =>
  new ExecutionError(
    `${formatDecimal(unscaled, type.scale)} is too large to store in a ${type.kind}(${type.precision}, ${type.scale})`,
  );

/** The nearest float of an unscaled value; divides once, so that it equals what compiled code computes. */
export const decimalToNumber = (unscaled: bigint, scale: number): number =>
  scale === 0
    ? Number(unscaled)
    : scale > 0
      ? Number(unscaled) / Number(`1e${scale}`)
      : Number(unscaled) * Number(`1e${-scale}`);

/** Nearest whole number, halves away from zero (Math.round sends -2.5 to -2). */
export function roundHalfAway(value: number): number {
  const whole = Math.trunc(value);
  return Math.abs(value - whole) >= 0.5 ? whole + Math.sign(value) : whole;
}

/**
 * A float at a decimal scale: multiplied in floating point, then rounded half away from zero, as Arrow's cast does, so 1.115 at
 * scale 2 is 1.12 although the float lies a hair below. Undefined for NaN and infinities.
 */
export function numberToDecimal(value: number, scale: number): bigint | undefined {
  const scaled = roundHalfAway(scale >= 0 ? value * Number(`1e${scale}`) : value / Number(`1e${-scale}`));
  return Number.isFinite(scaled) ? BigInt(scaled) : undefined;
}
