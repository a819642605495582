import { type DataType, formatDataType, PlanError, type Value } from '@ballista-ts/core';
import { floorDiv, floorMod, nanosPerDay, nanosPerTick, secondsPerDay, splitSeconds, ticksPerSecond } from './units.js';
import { localSeconds, offsetAt } from './zone.js';

/** What clocks and calendars show at a point in time. */
export interface LocalDateTime {
  /** Days since 1970-01-01; 0 for a time of day. */
  readonly days: number;
  readonly nanosOfDay: bigint;
  /** Seconds east of UTC, for values that know. */
  readonly offset?: number;
}

/** Reads dates, times and timestamps (these in their own zone). @throws PlanError for other types */
export function localDateTimeReader(type: DataType): (value: Value) => LocalDateTime {
  switch (type.kind) {
    case 'Date32':
      return (value) => ({ days: value as number, nanosOfDay: 0n });
    case 'Date64':
      return (value) => ({
        days: Number(floorDiv(value as bigint, 86_400_000n)),
        nanosOfDay: floorMod(value as bigint, 86_400_000n) * nanosPerTick.millisecond,
      });
    case 'Time32':
    case 'Time64':
      return (value) => ({ days: 0, nanosOfDay: BigInt(value as number | bigint) * nanosPerTick[type.unit] });
    case 'Timestamp': {
      const { unit, timezone } = type;
      return (value) => {
        const { seconds, rest } = splitSeconds(value as bigint, unit);
        const local = timezone === undefined ? seconds : localSeconds(seconds, timezone);
        const days = Math.floor(local / secondsPerDay);
        return {
          days,
          nanosOfDay: BigInt(local - days * secondsPerDay) * ticksPerSecond.nanosecond + rest * nanosPerTick[unit],
          ...(timezone === undefined ? {} : { offset: offsetAt(seconds, timezone) }),
        };
      };
    }
    default:
      throw new PlanError(`${formatDataType(type)} is not a date, time or timestamp`);
  }
}

/** Nanoseconds since the epoch, clocks taken as UTC's. */
export const localNanos = ({ days, nanosOfDay }: LocalDateTime): bigint => BigInt(days) * nanosPerDay + nanosOfDay;
