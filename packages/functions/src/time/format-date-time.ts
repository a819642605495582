import { civilFromDays, ExecutionError } from '@ballista-ts/core';
import { dayOfWeek, dayOfYear, isoDayOfWeek, isoWeek } from './calendar.js';
import { dayNames, type FormatItem, monthNames, type Padding } from './format-items.js';
import { type LocalDateTime, localNanos } from './local-date-time.js';
import { floorDiv } from './units.js';

/** What a value can answer: a time of day has no date, and only zoned timestamps an offset. */
export interface FormatSubject extends LocalDateTime {
  readonly hasDate: boolean;
  readonly zone?: string;
}

/** Writes a date, time or timestamp by a format. @throws ExecutionError for a specifier the value cannot answer */
export function formatDateTime(items: readonly FormatItem[], subject: FormatSubject): string {
  let out = '';
  for (const item of items) {
    if (item.kind === 'literal') out += item.text;
    else if (item.kind === 'space') out += ' ';
    else out += formatField(item.name, item.padding, subject);
  }
  return out;
}

const pad = (value: number | bigint, width: number, padding: Padding, own: '0' | '_'): string => {
  const how = padding === '' ? own : padding;
  if (how === '-') return String(value);
  const negative = value < 0;
  const digits = String(value).replace('-', '');
  return how === '0' ? (negative ? '-' : '') + digits.padStart(width, '0') : String(value).padStart(width, ' ');
};

function formatField(name: string, padding: Padding, subject: FormatSubject): string {
  const time = formatTimeField(name, padding, subject);
  if (time !== undefined) return time;
  const zone = formatZoneField(name, subject);
  if (zone !== undefined) return zone;
  if (!subject.hasDate)
    throw new ExecutionError(`format specifier '%${name}' needs a date, and a time of day has none`);
  return formatDateField(name, padding, subject.days, subject);
}

function formatTimeField(name: string, padding: Padding, { nanosOfDay }: FormatSubject): string | undefined {
  const seconds = Number(nanosOfDay / 1_000_000_000n);
  const hour = Math.floor(seconds / 3600);
  const hour12 = ((hour + 11) % 12) + 1;
  const nanos = (nanosOfDay % 1_000_000_000n).toString().padStart(9, '0');
  switch (name) {
    case 'H':
      return pad(hour, 2, padding, '0');
    case 'k':
      return pad(hour, 2, padding, '_');
    case 'I':
      return pad(hour12, 2, padding, '0');
    case 'l':
      return pad(hour12, 2, padding, '_');
    case 'P':
      return hour < 12 ? 'am' : 'pm';
    case 'p':
      return hour < 12 ? 'AM' : 'PM';
    case 'M':
      return pad(Math.floor(seconds / 60) % 60, 2, padding, '0');
    case 'S':
      return pad(seconds % 60, 2, padding, '0');
    case 'f':
      return nanos;
    case '.f':
      return nanos === '000000000' ? '' : `.${nanos.replace(/(?:000){1,2}$/, '')}`;
    case '.3f':
    case '.6f':
    case '.9f':
      return `.${nanos.slice(0, Number(name[1]))}`;
    case '3f':
    case '6f':
    case '9f':
      return nanos.slice(0, Number(name[0]));
    default:
      return undefined;
  }
}

function formatZoneField(name: string, { offset, zone }: FormatSubject): string | undefined {
  if (name !== 'Z' && !name.endsWith('z')) return undefined;
  if (offset === undefined) {
    throw new ExecutionError(`format specifier '%${name}' needs a time zone, and the value has none`);
  }
  const total = Math.abs(offset);
  const two = (value: number) => String(value).padStart(2, '0');
  const sign = offset < 0 ? '-' : '+';
  const hours = two(Math.floor(total / 3600));
  const minutes = two(Math.floor(total / 60) % 60);
  switch (name) {
    case 'Z':
      return zone ?? `${sign}${hours}:${minutes}`;
    case ':z':
      return `${sign}${hours}:${minutes}`;
    case '::z':
      return `${sign}${hours}:${minutes}:${two(total % 60)}`;
    case ':::z':
      return `${sign}${hours}`;
    default:
      return `${sign}${hours}${minutes}`;
  }
}

function formatDateField(name: string, padding: Padding, days: number, subject: FormatSubject): string {
  const { year, month, day } = civilFromDays(days);
  switch (name) {
    case 'Y':
      return year > 9999 ? `+${year}` : pad(year, 4, padding, '0');
    case 'C':
      return pad(Math.floor(year / 100), 2, padding, '0');
    case 'y':
      return pad(((year % 100) + 100) % 100, 2, padding, '0');
    case 'm':
      return pad(month, 2, padding, '0');
    case 'b':
      return monthNames[month - 1]!.slice(0, 3);
    case 'B':
      return monthNames[month - 1]!;
    case 'd':
      return pad(day, 2, padding, '0');
    case 'e':
      return pad(day, 2, padding, '_');
    case 'a':
      return dayNames[dayOfWeek(days)]!.slice(0, 3);
    case 'A':
      return dayNames[dayOfWeek(days)]!;
    case 'w':
      return String(dayOfWeek(days));
    case 'u':
      return String(isoDayOfWeek(days));
    case 'U':
      return pad(Math.floor((dayOfYear(days) - 1 + 7 - dayOfWeek(days)) / 7), 2, padding, '0');
    case 'W':
      return pad(Math.floor((dayOfYear(days) - 1 + 7 - (isoDayOfWeek(days) - 1)) / 7), 2, padding, '0');
    case 'G':
      return pad(isoWeek(days).year, 4, padding, '0');
    case 'g':
      return pad(((isoWeek(days).year % 100) + 100) % 100, 2, padding, '0');
    case 'V':
      return pad(isoWeek(days).week, 2, padding, '0');
    case 'j':
      return pad(dayOfYear(days), 3, padding, '0');
    case 's':
      return String(floorDiv(localNanos(subject), 1_000_000_000n) - BigInt(subject.offset ?? 0));
    default:
      throw new ExecutionError(`format specifier '%${name}' is not for output`);
  }
}
