import { divideRounding, pow10 } from '../values/decimals.js';

/** A whole number written with digits and an optional sign; undefined for anything else (spaces included). */
export function parseInteger(text: string): bigint | undefined {
  const match = /^([+-]?)0*(\d+)$/.exec(text);
  // No type holds more than 20 digits: longer ones are out of range, and costly to read.
  if (match === null || match[2]!.length > 20) return undefined;
  const value = BigInt(match[2]!);
  return match[1] === '-' ? -value : value;
}

/** A float as SQL writes it: digits, point, exponent, `inf`, `infinity`, `nan` in any case. */
export function parseFloatText(text: string): number | undefined {
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return Number(text);
  const special = /^([+-]?)(inf|infinity|nan)$/i.exec(text);
  if (special === null) return undefined;
  if (special[2]!.toLowerCase() === 'nan') return Number.NaN;
  return special[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

/** A decimal text at a scale, surplus digits rounded half away from zero; undefined when it is none or absurdly large. */
export function parseDecimal(text: string, scale: number): bigint | undefined {
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(text);
  if (match === null) return undefined;
  const whole = match[2] ?? '';
  const fraction = match[3] ?? '';
  if (whole === '' && fraction === '') return undefined;
  const digits = `${whole}${fraction}`.replace(/^0+(?=\d)/, '');
  if (/^0*$/.test(digits)) return 0n;
  const shift = Number(match[4] ?? 0) - fraction.length + scale;
  if (digits.length + shift > 80) return undefined;
  // Everything below the last place of the scale: not even half a unit.
  if (digits.length + shift < 0) return 0n;
  const kept = shift >= 0 ? BigInt(digits) * pow10(shift) : roundDigits(digits, -shift);
  return match[1] === '-' ? -kept : kept;
}

/** Drops the last digits, rounding; looks at no more of them than the first. */
function roundDigits(digits: string, drop: number): bigint {
  const kept = digits.slice(0, digits.length - drop);
  const next = digits.charAt(digits.length - drop);
  return divideRounding(BigInt(`${kept}${next}` || '0'), 10n);
}

/** `true`, `t`, `yes`, `y`, `on`, `1` and their opposites, in any case. */
export function parseBoolean(text: string): boolean | undefined {
  switch (text.toLowerCase()) {
    case 'true':
    case 't':
    case 'yes':
    case 'y':
    case 'on':
    case '1':
      return true;
    case 'false':
    case 'f':
    case 'no':
    case 'n':
    case 'off':
    case '0':
      return false;
    default:
      return undefined;
  }
}
