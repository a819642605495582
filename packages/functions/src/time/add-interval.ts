import { ExecutionError, formatInterval, type IntervalMonthDayNano, type TimeUnit } from '@ballista-ts/core';
import { int64Max, int64Min } from '../values/integers.js';
import { addMonths } from './calendar.js';
import { nanosPerDay, nanosPerTick, secondsPerDay, splitSeconds, ticksPerSecond } from './units.js';
import { instantOfLocal, localSeconds } from './zone.js';

/** Days (Date32) plus an interval: months, then days, then whole days of the time part. */
export function addToDate32(days: number, { months, days: moreDays, nanos }: IntervalMonthDayNano): number {
  const result = addMonths(days, months) + moreDays + Number(nanos / nanosPerDay);
  if (!Number.isSafeInteger(result) || Math.abs(result) > 2 ** 31 - 1) {
    throw new ExecutionError(`date plus interval ${formatInterval({ months, days: moreDays, nanos })} is out of range`);
  }
  return result;
}

/**
 * A timestamp plus an interval: months and days move the wall clock of the zone (a day can have 23 or 25 hours there), the time
 * part then moves the instant. 2024-03-09 12:00 in Denver + 1 day is 12:00 the next day, + 24 hours is 13:00.
 */
export function addToTimestamp(
  ticks: bigint,
  unit: TimeUnit,
  zone: string | undefined,
  interval: IntervalMonthDayNano,
): bigint {
  let moved = ticks;
  if (interval.months !== 0 || interval.days !== 0) {
    const { seconds, rest } = splitSeconds(ticks, unit);
    const local = zone === undefined ? seconds : localSeconds(seconds, zone);
    const day = Math.floor(local / secondsPerDay);
    const newDay = addMonths(day, interval.months) + interval.days;
    const newLocal = newDay * secondsPerDay + (local - day * secondsPerDay);
    if (!Number.isSafeInteger(newLocal)) throw outOfRange(interval);
    const instant = zone === undefined ? newLocal : instantOfLocal(newLocal, zone);
    moved = BigInt(instant) * ticksPerSecond[unit] + rest;
  }
  const result = moved + interval.nanos / nanosPerTick[unit];
  if (result < int64Min || result > int64Max) throw outOfRange(interval);
  return result;
}

const outOfRange = (interval: IntervalMonthDayNano): ExecutionError =>
  new ExecutionError(`timestamp plus interval ${formatInterval(interval)} is out of range`);

export const negateInterval = ({ months, days, nanos }: IntervalMonthDayNano): IntervalMonthDayNano => ({
  months: 0 - months,
  days: 0 - days,
  nanos: -nanos,
});
