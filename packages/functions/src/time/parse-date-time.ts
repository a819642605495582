import { daysFromCivil } from '@ballista-ts/core';
import { daysInMonth, isLeapYear, isoDayOfWeek } from './calendar.js';
import { dayNames, type FormatItem, monthNames } from './format-items.js';
import { instantOfLocal } from './zone.js';

/** What was read from a text by a format. */
interface Fields {
  year?: number;
  century?: number;
  yearOfCentury?: number;
  month?: number;
  day?: number;
  dayOfYear?: number;
  isoYear?: number;
  isoWeek?: number;
  isoDay?: number;
  hour?: number;
  hour12?: number;
  pm?: boolean;
  minute?: number;
  second?: number;
  nanos?: number;
  offset?: number;
  zone?: string;
  epoch?: number;
}

/** A text read by a format: the date if it named one, the time of day (midnight when it named none), the zone if it named one. */
export interface ParsedDateTime {
  readonly days?: number;
  readonly nanosOfDay: bigint;
  /** Seconds east of UTC. */
  readonly offset?: number;
  readonly zone?: string;
  /** Seconds since the epoch, when the format asked for those. */
  readonly epoch?: number;
}

/** Undefined when the text does not have the format, or names a day or time that does not exist. */
export function parseDateTime(items: readonly FormatItem[], text: string): ParsedDateTime | undefined {
  const fields: Fields = {};
  let at = 0;
  for (const item of items) {
    if (item.kind === 'literal') {
      if (!text.startsWith(item.text, at)) return undefined;
      at += item.text.length;
    } else if (item.kind === 'space') {
      at += /^\s*/.exec(text.slice(at))![0].length;
    } else {
      const length = readField(item.name, text.slice(at), fields);
      if (length === undefined) return undefined;
      at += length;
    }
  }
  return at === text.length ? resolve(fields) : undefined;
}

type NumberField = Exclude<keyof Fields, 'pm' | 'zone'>;
/** Specifiers that are plain numbers: the field, the most digits it takes, the smallest and largest value. */
const numbers: Readonly<Record<string, readonly [NumberField, number, number, number]>> = {
  C: ['century', 2, 0, 99],
  y: ['yearOfCentury', 2, 0, 99],
  m: ['month', 2, 1, 12],
  d: ['day', 2, 1, 31],
  e: ['day', 2, 1, 31],
  j: ['dayOfYear', 3, 1, 366],
  V: ['isoWeek', 2, 1, 53],
  u: ['isoDay', 1, 1, 7],
  H: ['hour', 2, 0, 23],
  k: ['hour', 2, 0, 23],
  I: ['hour12', 2, 1, 12],
  l: ['hour12', 2, 1, 12],
  M: ['minute', 2, 0, 59],
  S: ['second', 2, 0, 59],
};

/** Number of characters read, or undefined. */
function readField(name: string, text: string, fields: Fields): number | undefined {
  const number = Object.hasOwn(numbers, name) ? numbers[name] : undefined;
  if (number !== undefined) {
    const [field, digits, min, max] = number;
    const match = new RegExp(`^\\s*(\\d{1,${digits}})`).exec(text);
    const value = Number(match?.[1]);
    if (match === null || value < min || value > max) return undefined;
    fields[field] = value;
    return match[0].length;
  }
  switch (name) {
    case 'Y':
    case 'G': {
      const match = /^\s*([+-]?\d{1,6}|\d{1,4})/.exec(text);
      // Without a sign four digits are a year, so that %Y%m%d works.
      const written = match?.[1] ?? '';
      const digits = /^[+-]/.test(written) ? written : written.slice(0, 4);
      if (digits === '') return undefined;
      fields[name === 'Y' ? 'year' : 'isoYear'] = Number(digits);
      return match![0].length - written.length + digits.length;
    }
    case 'b':
    case 'B':
      return readName(monthNames, text, (index) => {
        fields.month = index + 1;
      });
    case 'a':
    case 'A':
      return readName(dayNames, text, () => {});
    case 'p':
    case 'P': {
      const half = /^([ap])m/i.exec(text);
      if (half === null) return undefined;
      fields.pm = half[1]!.toLowerCase() === 'p';
      return 2;
    }
    case 's': {
      const match = /^[+-]?\d{1,12}/.exec(text);
      if (match === null) return undefined;
      fields.epoch = Number(match[0]);
      return match[0].length;
    }
    case 'Z': {
      const match = /^[A-Za-z][A-Za-z0-9_+\-/]*/.exec(text);
      if (match === null) return undefined;
      fields.zone = match[0] === 'Z' ? 'UTC' : match[0];
      return match[0].length;
    }
    default:
      return readFractionOrOffset(name, text, fields);
  }
}

function readFractionOrOffset(name: string, text: string, fields: Fields): number | undefined {
  if (name.endsWith('z')) {
    const match = /^(?:[Zz]|([+-])(\d{2})(?::?(\d{2}))?)/.exec(text);
    if (match === null) return undefined;
    const size = Number(match[2] ?? 0) * 3600 + Number(match[3] ?? 0) * 60;
    fields.offset = match[1] === '-' ? -size : size;
    return match[0].length;
  }
  if (name === '.f' || /^\.[369]f$/.test(name)) {
    const match = /^\.(\d+)/.exec(text);
    if (match === null) return 0; // there may be no fraction
    fields.nanos = Number(match[1]!.slice(0, 9).padEnd(9, '0'));
    return match[0].length;
  }
  const fixed = /^([369])f$/.exec(name);
  const match = (fixed === null ? /^(\d{1,9})/ : new RegExp(`^(\\d{${fixed[1]}})`)).exec(text);
  if (match === null || (fixed === null && name !== 'f')) return undefined;
  // Plain %f counts nanoseconds; the others are digits after a point.
  fields.nanos = fixed === null ? Number(match[1]) : Number(match[1]!.padEnd(9, '0'));
  return match[0].length;
}

function readName(names: readonly string[], text: string, found: (index: number) => void): number | undefined {
  const lower = text.toLowerCase();
  const index = names.findIndex((name) => lower.startsWith(name.slice(0, 3).toLowerCase()));
  if (index === -1) return undefined;
  found(index);
  return lower.startsWith(names[index]!.toLowerCase()) ? names[index]!.length : 3;
}

function resolve(fields: Fields): ParsedDateTime | undefined {
  const hour = resolveHour(fields);
  if (hour === undefined) return undefined;
  const days = resolveDate(fields);
  if (days === 'invalid') return undefined;
  const seconds = hour * 3600 + (fields.minute ?? 0) * 60 + (fields.second ?? 0);
  return {
    nanosOfDay: BigInt(seconds) * 1_000_000_000n + BigInt(fields.nanos ?? 0),
    ...(days === undefined ? {} : { days }),
    ...(fields.offset === undefined ? {} : { offset: fields.offset }),
    ...(fields.zone === undefined ? {} : { zone: fields.zone }),
    ...(fields.epoch === undefined ? {} : { epoch: fields.epoch }),
  };
}

function resolveHour({ hour, hour12, pm }: Fields): number | undefined {
  if (hour !== undefined) return hour;
  if (hour12 === undefined) return 0;
  return pm === undefined ? undefined : (hour12 % 12) + (pm ? 12 : 0);
}

/** Undefined when the fields say nothing of a date. */
function resolveDate(fields: Fields): number | undefined | 'invalid' {
  const year = resolveYear(fields);
  if (year !== undefined && fields.dayOfYear !== undefined) {
    if (fields.dayOfYear > (isLeapYear(year) ? 366 : 365)) return 'invalid';
    return daysFromCivil(year, 1, 1) + fields.dayOfYear - 1;
  }
  if (year !== undefined && fields.month !== undefined && fields.day !== undefined) {
    if (fields.day > daysInMonth(year, fields.month)) return 'invalid';
    return daysFromCivil(year, fields.month, fields.day);
  }
  if (fields.isoYear !== undefined && fields.isoWeek !== undefined && fields.isoDay !== undefined) {
    const fourth = daysFromCivil(fields.isoYear, 1, 4);
    return fourth - isoDayOfWeek(fourth) + 1 + (fields.isoWeek - 1) * 7 + fields.isoDay - 1;
  }
  return fields.month === undefined && fields.day === undefined && year === undefined ? undefined : 'invalid';
}

/** Two digits are 1970 to 2069, as chrono reads them. */
function resolveYear({ year, century, yearOfCentury }: Fields): number | undefined {
  if (year !== undefined) return year;
  if (yearOfCentury === undefined) return undefined;
  if (century !== undefined) return century * 100 + yearOfCentury;
  return yearOfCentury < 70 ? 2000 + yearOfCentury : 1900 + yearOfCentury;
}

/** Nanoseconds since the epoch; zone-less results are read in `zone`, UTC when absent. Undefined without a date. */
export function instantOfParsed(parsed: ParsedDateTime, zone: string | undefined): bigint | undefined {
  const nanos = parsed.nanosOfDay % 1_000_000_000n;
  if (parsed.epoch !== undefined) return BigInt(parsed.epoch) * 1_000_000_000n + nanos;
  if (parsed.days === undefined) return undefined;
  const local = parsed.days * 86_400 + Number(parsed.nanosOfDay / 1_000_000_000n);
  const zoneName = parsed.zone ?? zone;
  const instant =
    parsed.offset !== undefined
      ? local - parsed.offset
      : zoneName === undefined
        ? local
        : instantOfLocal(local, zoneName);
  return BigInt(instant) * 1_000_000_000n + nanos;
}
