import {
  type DataType,
  type DataTypeOf,
  type IntervalDayTime,
  type IntervalMonthDayNano,
  isInteger,
  isString,
} from '@ballista-ts/core';
import { parseInterval } from '../time/parse-interval.js';
import { nanosPerDay, nanosPerTick } from '../time/units.js';
import { fitInteger, int64Max, int64Min } from '../values/integers.js';
import { type CastKernel, castError } from './cast-kernel.js';
import { convertTicks } from './to-point.js';

export function toDuration(from: DataType, to: DataTypeOf<'Duration'>): CastKernel | undefined {
  const fit = (exact: bigint | undefined, value: Parameters<CastKernel>[0]): bigint => {
    if (exact === undefined || exact < int64Min || exact > int64Max) throw castError(value, from, to);
    return exact;
  };
  if (from.kind === 'Duration') return (value) => fit(convertTicks(value as bigint, from.unit, to.unit), value);
  if (isInteger(from)) return (value) => fit(BigInt(value as number | bigint), value);
  if (from.kind === 'Interval' && from.unit === 'monthDayNano') {
    // A month or a day has no fixed length.
    return (value) => {
      const { months, days, nanos } = value as IntervalMonthDayNano;
      return fit(months === 0 && days === 0 ? nanos / nanosPerTick[to.unit] : undefined, value);
    };
  }
  return undefined;
}

export function toInterval(from: DataType, to: DataTypeOf<'Interval'>): CastKernel | undefined {
  const parts = partsOf(from, to);
  if (parts === undefined) return undefined;
  if (to.unit === 'monthDayNano') return parts;
  if (to.unit === 'yearMonth') return (value) => parts(value).months;
  return (value): IntervalDayTime => {
    const { months, days, nanos } = parts(value);
    const milliseconds = fitInteger('Int32', nanos / 1_000_000n);
    if (months !== 0 || milliseconds === undefined) throw castError(value, from, to);
    return { days, milliseconds: milliseconds as number };
  };
}

function partsOf(
  from: DataType,
  to: DataType,
): ((value: Parameters<CastKernel>[0]) => IntervalMonthDayNano) | undefined {
  if (isString(from)) {
    return (value) => {
      const parsed = parseInterval(value as string);
      if (parsed === undefined) throw castError(value, from, to);
      return parsed;
    };
  }
  if (from.kind === 'Interval') {
    if (from.unit === 'yearMonth') return (value) => ({ months: value as number, days: 0, nanos: 0n });
    if (from.unit === 'monthDayNano') return (value) => value as IntervalMonthDayNano;
    return (value) => {
      const { days, milliseconds } = value as IntervalDayTime;
      return { months: 0, days, nanos: BigInt(milliseconds) * 1_000_000n };
    };
  }
  if (from.kind === 'Duration') {
    return (value) => {
      const nanos = (value as bigint) * nanosPerTick[from.unit];
      // Longer than 292 years: whole days keep it in range.
      return nanos >= int64Min && nanos <= int64Max
        ? { months: 0, days: 0, nanos }
        : { months: 0, days: Number(nanos / nanosPerDay), nanos: nanos % nanosPerDay };
    };
  }
  return undefined;
}
