import { type DataType, type DataTypeOf, isInteger, isString, type TimeUnit, type Value } from '@ballista-ts/core';
import { parseDate, parseTimeOfDay, parseTimestamp } from '../time/parse-timestamp.js';
import {
  floorDiv,
  floorMod,
  nanosPerDay,
  nanosPerTick,
  secondsPerDay,
  splitSeconds,
  ticksPerSecond,
} from '../time/units.js';
import { instantOfLocal, localSeconds } from '../time/zone.js';
import { fitInteger, int64Max, int64Min } from '../values/integers.js';
import { type CastKernel, castError } from './cast-kernel.js';

/** Ticks of one unit in another; going coarser cuts towards zero, as Arrow's casts do. */
export const convertTicks = (ticks: bigint, from: TimeUnit, to: TimeUnit): bigint =>
  (ticks * ticksPerSecond[to]) / ticksPerSecond[from];

const fitInt64 = (exact: bigint | undefined, value: Value, from: DataType, to: DataType): bigint => {
  if (exact === undefined || exact < int64Min || exact > int64Max) throw castError(value, from, to);
  return exact;
};
const fitInt32 = (exact: bigint | undefined, value: Value, from: DataType, to: DataType): number => {
  const fitted = exact === undefined ? undefined : fitInteger('Int32', exact);
  if (fitted === undefined) throw castError(value, from, to);
  return fitted as number;
};

/** Seconds of the wall clock a timestamp shows, rounded down, and the rest in ticks. */
function wallClock(ticks: bigint, type: DataTypeOf<'Timestamp'>): { readonly seconds: number; readonly rest: bigint } {
  const { seconds, rest } = splitSeconds(ticks, type.unit);
  return { seconds: type.timezone === undefined ? seconds : localSeconds(seconds, type.timezone), rest };
}

/** Calendar days; of a timestamp the date in its own zone. */
export function toDate(from: DataType, to: DataTypeOf<'Date32'> | DataTypeOf<'Date64'>): CastKernel | undefined {
  const days = daysOf(from);
  if (days !== undefined) {
    if (to.kind === 'Date32') return (value) => fitInt32(days(value), value, from, to);
    return (value) => {
      const whole = days(value);
      return fitInt64(whole === undefined ? undefined : whole * 86_400_000n, value, from, to);
    };
  }
  if (from.kind === 'Int32' && to.kind === 'Date32') return (value) => value;
  if (isInteger(from)) {
    return to.kind === 'Date32'
      ? (value) => fitInt32(BigInt(value as number | bigint), value, from, to)
      : (value) => fitInt64(BigInt(value as number | bigint), value, from, to);
  }
  return undefined;
}

function daysOf(from: DataType): ((value: Value) => bigint | undefined) | undefined {
  if (isString(from)) {
    return (value) => {
      const days = parseDate(value as string);
      return days === undefined ? undefined : BigInt(days);
    };
  }
  if (from.kind === 'Date32') return (value) => BigInt(value as number);
  if (from.kind === 'Date64') return (value) => floorDiv(value as bigint, 86_400_000n);
  if (from.kind === 'Timestamp') {
    return (value) => BigInt(Math.floor(wallClock(value as bigint, from).seconds / secondsPerDay));
  }
  return undefined;
}

/** Time of day; of a timestamp the time its zone shows. */
export function toTimeOfDay(from: DataType, to: DataTypeOf<'Time32'> | DataTypeOf<'Time64'>): CastKernel | undefined {
  const out = (nanos: bigint): number | bigint => {
    const ticks = nanos / nanosPerTick[to.unit];
    return to.kind === 'Time32' ? Number(ticks) : ticks;
  };
  if (isString(from)) {
    return (value) => {
      const nanos = parseTimeOfDay(value as string);
      if (nanos === undefined) throw castError(value, from, to);
      return out(nanos);
    };
  }
  if (from.kind === 'Time32' || from.kind === 'Time64') {
    return (value) => out(BigInt(value as number | bigint) * nanosPerTick[from.unit]);
  }
  if (from.kind === 'Timestamp') {
    return (value) => {
      const { seconds, rest } = wallClock(value as bigint, from);
      return out(
        BigInt(((seconds % secondsPerDay) + secondsPerDay) % secondsPerDay) * ticksPerSecond.nanosecond +
          rest * nanosPerTick[from.unit],
      );
    };
  }
  if (isInteger(from)) {
    return to.kind === 'Time32'
      ? (value) => fitInt32(BigInt(value as number | bigint), value, from, to)
      : (value) => fitInt64(BigInt(value as number | bigint), value, from, to);
  }
  return undefined;
}

/**
 * Between timestamps the instant stays, also where the zone goes; a zone-less one that gets a zone is read as that zone's wall
 * clock. Text without a zone is read in the target's. Dates are midnights, in the target's zone. Integers are ticks.
 */
export function toTimestamp(from: DataType, to: DataTypeOf<'Timestamp'>): CastKernel | undefined {
  const fit = (exact: bigint | undefined, value: Value): bigint => fitInt64(exact, value, from, to);
  const local = (seconds: number): bigint =>
    BigInt(to.timezone === undefined ? seconds : instantOfLocal(seconds, to.timezone)) * ticksPerSecond[to.unit];
  if (isString(from)) {
    return (value) => {
      const nanos = parseTimestamp(value as string, to.timezone);
      return fit(nanos === undefined ? undefined : floorDiv(nanos, nanosPerTick[to.unit]), value);
    };
  }
  if (from.kind === 'Timestamp') {
    if (from.timezone !== undefined || to.timezone === undefined) {
      return (value) => fit(convertTicks(value as bigint, from.unit, to.unit), value);
    }
    return (value) => {
      const { seconds, rest } = splitSeconds(value as bigint, from.unit);
      return fit(local(seconds) + convertTicks(rest, from.unit, to.unit), value);
    };
  }
  if (from.kind === 'Date32') return (value) => fit(local((value as number) * secondsPerDay), value);
  if (from.kind === 'Date64') {
    return (value) => {
      const { seconds, rest } = splitSeconds(value as bigint, 'millisecond');
      return fit(local(seconds) + convertTicks(rest, 'millisecond', to.unit), value);
    };
  }
  if (isInteger(from)) return (value) => fit(BigInt(value as number | bigint), value);
  return undefined;
}

/** Nanoseconds since midnight of ticks that may lie on another day. */
export const nanosInDay = (ticks: bigint, unit: TimeUnit): bigint => floorMod(ticks * nanosPerTick[unit], nanosPerDay);
