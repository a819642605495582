import { civilFromDays, type DataType, daysFromCivil, formatDataType, PlanError, type Value } from '@ballista-ts/core';
import { isoDayOfWeek } from './calendar.js';
import { localDateTimeReader } from './local-date-time.js';
import { floorMod, nanosPerTick, secondsPerDay, splitSeconds, ticksPerSecond } from './units.js';
import { instantOfLocal, offsetAt } from './zone.js';

/** Lengths of the units that divide a day, in nanoseconds. */
const shortUnits: Readonly<Record<string, bigint>> = {
  hour: 3_600_000_000_000n,
  minute: 60_000_000_000n,
  second: 1_000_000_000n,
  millisecond: 1_000_000n,
  microsecond: 1_000n,
  nanosecond: 1n,
};
const longUnits = ['year', 'quarter', 'month', 'week', 'day'];

/** The first day of the unit that holds a day; weeks begin on Monday. */
function firstDay(unit: string, days: number): number {
  if (unit === 'day') return days;
  if (unit === 'week') return days - isoDayOfWeek(days) + 1;
  const { year, month } = civilFromDays(days);
  if (unit === 'year') return daysFromCivil(year, 1, 1);
  return daysFromCivil(year, unit === 'quarter' ? month - ((month - 1) % 3) : month, 1);
}

/**
 * Cuts timestamps and times down to a unit. A timestamp with a zone is cut on that zone's clock, so days begin at its midnight;
 * hours and shorter keep the offset of the instant, so an hour that clocks show twice stays two.
 *
 * @throws PlanError for an unknown unit, or one that a time of day does not have
 */
export function truncator(unitName: string, type: DataType): (value: Value) => Value {
  const unit = unitName.trim().toLowerCase();
  const short = Object.hasOwn(shortUnits, unit) ? shortUnits[unit] : undefined;
  if (short === undefined && !longUnits.includes(unit)) {
    throw new PlanError(
      `Unsupported date_trunc granularity '${unitName}', expected one of ${[...longUnits, ...Object.keys(shortUnits).slice(0, -1)].join(', ')}`,
    );
  }
  if (type.kind === 'Time32' || type.kind === 'Time64') {
    if (short === undefined) throw new PlanError(`date_trunc of a time of day does not go by '${unit}'`);
    const step = short / nanosPerTick[type.unit] || 1n;
    return (value) => {
      const ticks = BigInt(value as number | bigint);
      const cut = ticks - floorMod(ticks, step);
      return type.kind === 'Time32' ? Number(cut) : cut;
    };
  }
  if (type.kind !== 'Timestamp') throw new PlanError(`date_trunc does not take ${formatDataType(type)}`);
  const { unit: tick, timezone } = type;
  if (short !== undefined) {
    const step = short / nanosPerTick[tick] || 1n;
    return (value) => {
      const ticks = value as bigint;
      const shift =
        timezone === undefined
          ? 0n
          : BigInt(offsetAt(splitSeconds(ticks, tick).seconds, timezone)) * ticksPerSecond[tick];
      return ticks - floorMod(ticks + shift, step);
    };
  }
  const read = localDateTimeReader(type);
  return (value) => {
    const local = firstDay(unit, read(value).days) * secondsPerDay;
    const instant = timezone === undefined ? local : instantOfLocal(local, timezone);
    return BigInt(instant) * ticksPerSecond[tick];
  };
}
