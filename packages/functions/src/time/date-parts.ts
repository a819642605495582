import {
  civilFromDays,
  type DataType,
  type IntervalDayTime,
  type IntervalMonthDayNano,
  PlanError,
  type Value,
} from '@ballista-ts/core';
import { dayOfWeek, dayOfYear, isoDayOfWeek, isoWeek } from './calendar.js';
import { localDateTimeReader } from './local-date-time.js';
import { nanosPerTick, splitSeconds, ticksPerSecond } from './units.js';

/** The parts that `date_part` and EXTRACT know. */
export const dateParts = [
  'year',
  'isoyear',
  'quarter',
  'month',
  'week',
  'day',
  'hour',
  'minute',
  'second',
  'millisecond',
  'microsecond',
  'nanosecond',
  'dow',
  'doy',
  'epoch',
  'isodow',
] as const;
export type DatePart = (typeof dateParts)[number];

const otherNames: Readonly<Record<string, DatePart>> = { qtr: 'quarter', qtrs: 'quarter' };

/** A part by its name: any case, plural allowed. Undefined when there is none. */
export function datePartByName(name: string): DatePart | undefined {
  const lower = name.trim().toLowerCase();
  const known = otherNames[lower];
  if (known !== undefined) return known;
  return dateParts.find((part) => part === lower || `${part}s` === lower);
}

const nanosPerHour = 3_600_000_000_000n;
const nanosPerMinute = 60_000_000_000n;

/**
 * Computes a part of a date, time, timestamp, interval or duration. Parts below the second include the whole seconds: the
 * milliseconds of 01:02:03.5 are 3500. Epoch is a float, nanoseconds a bigint, all others numbers.
 *
 * @throws PlanError when the type has no such part
 */
export function datePartReader(part: DatePart, type: DataType): (value: Value) => number | bigint {
  if (type.kind === 'Interval' || type.kind === 'Duration') return spanPartReader(part, type);
  if (part === 'epoch') return epochReader(type);
  const isTime = type.kind === 'Time32' || type.kind === 'Time64';
  const read = localDateTimeReader(type);
  const time = timePart(part);
  if (time !== undefined) return (value) => time(read(value).nanosOfDay);
  if (isTime) throw new PlanError(`a time of day has no part '${part}'`);
  const date = dayPart(part);
  return (value) => date(read(value).days);
}

function timePart(part: DatePart): ((nanos: bigint) => number | bigint) | undefined {
  switch (part) {
    case 'hour':
      return (nanos) => Number(nanos / nanosPerHour);
    case 'minute':
      return (nanos) => Number((nanos / nanosPerMinute) % 60n);
    case 'second':
      return (nanos) => Number((nanos % nanosPerMinute) / 1_000_000_000n);
    case 'millisecond':
      return (nanos) => Number((nanos % nanosPerMinute) / 1_000_000n);
    case 'microsecond':
      return (nanos) => Number((nanos % nanosPerMinute) / 1_000n);
    case 'nanosecond':
      return (nanos) => nanos % nanosPerMinute;
    default:
      return undefined;
  }
}

function dayPart(part: DatePart): (days: number) => number {
  switch (part) {
    case 'year':
      return (days) => civilFromDays(days).year;
    case 'isoyear':
      return (days) => isoWeek(days).year;
    case 'quarter':
      return (days) => Math.ceil(civilFromDays(days).month / 3);
    case 'month':
      return (days) => civilFromDays(days).month;
    case 'week':
      return (days) => isoWeek(days).week;
    case 'day':
      return (days) => civilFromDays(days).day;
    case 'dow':
      return dayOfWeek;
    case 'isodow':
      return isoDayOfWeek;
    case 'doy':
      return dayOfYear;
    default:
      throw new PlanError(`'${part}' is not a part of a date`);
  }
}

function epochReader(type: DataType): (value: Value) => number {
  switch (type.kind) {
    case 'Date32':
      return (value) => (value as number) * 86_400;
    case 'Date64':
      return (value) => Number(value) / 1_000;
    case 'Time32':
    case 'Time64':
    case 'Timestamp':
      return (value) => {
        const { seconds, rest } = splitSeconds(BigInt(value as number | bigint), type.unit);
        return seconds + Number(rest) / Number(ticksPerSecond[type.unit]);
      };
    default:
      throw new PlanError(`${type.kind} has no part 'epoch'`);
  }
}

/** An interval as its three parts; a duration as its time part. */
function spanOf(type: DataType, value: Value): IntervalMonthDayNano {
  if (type.kind === 'Duration') return { months: 0, days: 0, nanos: (value as bigint) * nanosPerTick[type.unit] };
  if (typeof value === 'number') return { months: value, days: 0, nanos: 0n };
  const parts = value as IntervalMonthDayNano | IntervalDayTime;
  return 'months' in parts
    ? parts
    : { months: 0, days: parts.days, nanos: BigInt(parts.milliseconds) * nanosPerTick.millisecond };
}

function spanPartReader(part: DatePart, type: DataType): (value: Value) => number | bigint {
  const time = part === 'hour' ? undefined : timePart(part);
  if (time !== undefined) return (value) => time(spanOf(type, value).nanos);
  switch (part) {
    case 'year':
      return (value) => Math.trunc(spanOf(type, value).months / 12) + 0;
    case 'quarter':
      return (value) => Math.trunc((spanOf(type, value).months % 12) / 3) + 1;
    case 'month':
      return (value) => (spanOf(type, value).months % 12) + 0;
    case 'week':
      return (value) => Math.trunc(spanOf(type, value).days / 7) + 0;
    case 'day':
      return (value) => spanOf(type, value).days;
    case 'hour':
      return (value) => Number(spanOf(type, value).nanos / nanosPerHour);
    case 'epoch':
      // As PostgreSQL counts: a year has 365.25 days, a month 30.
      return (value) => {
        const { months, days, nanos } = spanOf(type, value);
        const years = Math.trunc(months / 12);
        return years * 31_557_600 + (months % 12) * 2_592_000 + days * 86_400 + Number(nanos) / 1e9;
      };
    default:
      throw new PlanError(`an interval has no part '${part}'`);
  }
}
