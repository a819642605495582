import { absBigint, pow10 } from '../../values/decimals.js';

/** Which way digits are dropped. */
export type RoundingMode = 'halfAway' | 'towardZero' | 'up' | 'down';

/**
 * An unscaled value with only `places` digits after the point left (negative: that many before it become zero), given at scale
 * `toScale`, which is at least `places`.
 */
export function roundUnscaled(
  value: bigint,
  scale: number,
  places: number,
  toScale: number,
  mode: RoundingMode,
): bigint {
  if (places >= scale) return value * pow10(toScale - scale);
  const unit = pow10(scale - places);
  const whole = divide(value, unit, mode);
  return whole * pow10(toScale - places);
}

function divide(value: bigint, unit: bigint, mode: RoundingMode): bigint {
  const quotient = value / unit;
  const rest = value % unit;
  if (rest === 0n) return quotient;
  switch (mode) {
    case 'towardZero':
      return quotient;
    case 'up':
      return rest > 0n ? quotient + 1n : quotient;
    case 'down':
      return rest < 0n ? quotient - 1n : quotient;
    case 'halfAway':
      return absBigint(rest) * 2n >= unit ? quotient + (value < 0n ? -1n : 1n) : quotient;
  }
}
