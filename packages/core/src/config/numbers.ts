import { accept, type ReadResult, reject, type ValueType } from './value-type.js';

/** Both ends belong to the range. */
export interface NumberRange {
  readonly min?: number;
  readonly max?: number;
}

const integerText = /^[+-]?\d{1,40}$/;
const decimalText = /^[+-]?(?:\d{1,40}(?:\.\d{0,400})?|\.\d{1,400})(?:e[+-]?\d{1,4})?$/i;
const suffixText = /^\d[\d.]*\s*[kmgt](?:i?b)?$/i;

/**
 * Whole numbers and fractions. Values are plain JavaScript numbers, so whole ones stop at 2^53 - 1, where the next one could
 * no longer be told from its neighbour; upstream goes to 2^64 - 1 there.
 */
export function numberType(name: 'integer' | 'bytes' | 'number', limits: Required<NumberRange>): ValueType<number> {
  const whole = name !== 'number';
  const { min, max } = limits;
  return {
    name: typeName(name, limits),
    expected: describe(name, limits),
    read: (input): ReadResult<number> => {
      if (typeof input === 'string' && name === 'bytes' && suffixText.test(input.trim())) {
        return reject('this key takes no size suffix');
      }
      const value = toNumber(input, whole ? integerText : decimalText);
      if (value === undefined || !Number.isFinite(value) || (whole && !Number.isInteger(value))) return reject();
      if (whole && !Number.isSafeInteger(value)) {
        return reject(`whole numbers are exact only up to ${Number.MAX_SAFE_INTEGER}`);
      }
      return value < min || value > max ? reject() : accept(value);
    },
    format: String,
  };
}

/** Bytes with a suffix: `1048576`, `1M`, `1.5G`. K, M and G count in 1024s. Shown with the largest suffix that is exact. */
export function sizeType(limits: Required<NumberRange>, nullText?: string): ValueType<number> {
  return {
    name: 'size',
    expected: `a size such as 512M or 8G, in K, M or G, or a number of bytes${nullText === undefined ? '' : `, or ${nullText}`}`,
    ...(nullText === undefined ? {} : { nullText }),
    read: (input) => {
      const parts = typeof input === 'string' ? /^(\d{1,16}(?:\.\d{1,16})?)\s*([kmg])$/i.exec(input.trim()) : null;
      const unit = parts === null ? 1 : (units[parts[2]!.toLowerCase()] ?? 1);
      const value = parts === null ? toNumber(input, integerText) : Math.floor(Number(parts[1]) * unit);
      if (value === undefined || !Number.isInteger(value)) return reject();
      if (!Number.isSafeInteger(value)) return reject(`it exceeds ${Number.MAX_SAFE_INTEGER} bytes`);
      return value < limits.min || value > limits.max ? reject() : accept(value);
    },
    format: (value) => {
      for (const suffix of ['g', 'm', 'k']) {
        const unit = units[suffix]!;
        if (value >= unit && value % unit === 0) return `${value / unit}${suffix.toUpperCase()}`;
      }
      return String(value);
    },
  };
}

const units: Readonly<Record<string, number>> = { k: 1024, m: 1024 ** 2, g: 1024 ** 3 };

/** Seconds, written with their units: `45s`, `2m`, `1m30s`. At least one second. */
export const durationType: ValueType<number> = {
  name: 'duration',
  expected: 'a duration such as 90s, 2m or 1m30s, longer than nothing',
  read: (input) => {
    const parts = typeof input === 'string' ? /^(?:(\d{1,9})m)?\s*(?:(\d{1,9})s)?$/i.exec(input.trim()) : null;
    const value =
      parts !== null && (parts[1] ?? parts[2]) !== undefined
        ? Number(parts[1] ?? 0) * 60 + Number(parts[2] ?? 0)
        : typeof input === 'string'
          ? undefined
          : toNumber(input, integerText);
    return value === undefined || !Number.isSafeInteger(value) || value < 1 ? reject() : accept(value);
  },
  format: (value) => {
    const minutes = Math.floor(value / 60);
    const seconds = value % 60;
    return `${minutes === 0 ? '' : `${minutes}m`}${seconds === 0 && minutes > 0 ? '' : `${seconds}s`}`;
  },
};

/** The number an input stands for, -0 made 0; undefined when it is not one at all. */
function toNumber(input: unknown, pattern: RegExp): number | undefined {
  // Adding 0 turns -0 into 0: `0` and `-0` are one setting.
  if (typeof input === 'number') return input + 0;
  if (typeof input === 'bigint') return Number(input);
  if (typeof input !== 'string') return undefined;
  const trimmed = input.trim();
  return pattern.test(trimmed) ? Number(trimmed) + 0 : undefined;
}

/** `integer ≥ 1`, `number 0 – 1`: what the documentation's type column says. */
function typeName(name: string, { min, max }: Required<NumberRange>): string {
  const open = max >= Number.MAX_SAFE_INTEGER;
  if (min <= -Number.MAX_SAFE_INTEGER && open) return name;
  if (open) return min === 0 ? name : `${name} ≥ ${min}`;
  return `${name} ${min} – ${max}`;
}

function describe(name: string, { min, max }: Required<NumberRange>): string {
  const noun = name === 'number' ? 'a number' : name === 'bytes' ? 'a whole number of bytes' : 'a whole number';
  if (min <= -Number.MAX_SAFE_INTEGER && max >= Number.MAX_SAFE_INTEGER) return noun;
  return max >= Number.MAX_SAFE_INTEGER ? `${noun}, at least ${min}` : `${noun} from ${min} to ${max}`;
}
