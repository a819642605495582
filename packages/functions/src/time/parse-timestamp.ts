import { daysFromCivil } from '@ballista-ts/core';
import { daysInMonth } from './calendar.js';
import { ticksPerSecond } from './units.js';
import { instantOfLocal } from './zone.js';

const datePattern = /^([+-]?\d{4,6})-(\d{1,2})-(\d{1,2})/;
const timePattern = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?/;
const zonePattern = /^ ?(?:([Zz])|([+-])(\d{2})(?::?(\d{2}))?|([A-Za-z][A-Za-z0-9_+\-/]*))$/;

/** Day number and how much of the text was read; undefined when the text does not begin with a date that exists. */
function readDate(text: string): { readonly days: number; readonly length: number } | undefined {
  const match = datePattern.exec(text);
  if (match === null) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  return { days: daysFromCivil(year, month, day), length: match[0].length };
}

/** Nanoseconds since midnight and how much of the text was read. Digits past the ninth are dropped. */
function readTime(text: string): { readonly nanos: bigint; readonly length: number } | undefined {
  const match = timePattern.exec(text);
  if (match === null) return undefined;
  const [hour, minute, second] = [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)];
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const fraction = BigInt((match[4] ?? '').slice(0, 9).padEnd(9, '0'));
  return {
    nanos: BigInt(hour * 3600 + minute * 60 + second) * ticksPerSecond.nanosecond + fraction,
    length: match[0].length,
  };
}

/**
 * Nanoseconds since the epoch of a text like RFC 3339's: a date, then optionally `T` or a space and a time, then optionally a zone
 * (`Z`, an offset, a name). Without a zone in the text it is read in `zone` (UTC when absent). Undefined for anything else,
 * trailing text included.
 */
export function parseTimestamp(text: string, zone: string | undefined): bigint | undefined {
  const date = readDate(text);
  if (date === undefined) return undefined;
  let rest = text.slice(date.length);
  let nanos = 0n;
  if (/^[Tt ]\d/.test(rest)) {
    const time = readTime(rest.slice(1));
    if (time === undefined) return undefined;
    nanos = time.nanos;
    rest = rest.slice(1 + time.length);
  }
  let zoneOfText = zone;
  if (rest !== '') {
    const match = zonePattern.exec(rest);
    if (match === null) return undefined;
    if (match[1] !== undefined) zoneOfText = 'UTC';
    else if (match[2] !== undefined) zoneOfText = `${match[2]}${match[3]}:${match[4] ?? '00'}`;
    else zoneOfText = match[5];
  }
  const seconds = date.days * 86_400 + Number(nanos / ticksPerSecond.nanosecond);
  let instant = seconds;
  if (zoneOfText !== undefined) {
    try {
      instant = instantOfLocal(seconds, zoneOfText);
    } catch {
      return undefined;
    }
  }
  return BigInt(instant) * ticksPerSecond.nanosecond + (nanos % ticksPerSecond.nanosecond);
}

/** Day number of a date text, or of the date part of a timestamp text as written. */
export function parseDate(text: string): number | undefined {
  const date = readDate(text);
  if (date === undefined) return undefined;
  if (date.length === text.length) return date.days;
  return parseTimestamp(text, undefined) === undefined ? undefined : date.days;
}

/** Nanoseconds since midnight of `HH:MM[:SS[.fraction]]`, optionally followed by AM or PM. */
export function parseTimeOfDay(text: string): bigint | undefined {
  const time = readTime(text);
  if (time === undefined) return undefined;
  const rest = text.slice(time.length);
  if (rest === '') return time.nanos;
  const half = /^ ?([AP])M$/i.exec(rest)?.[1]?.toUpperCase();
  const hour = Number(time.nanos / 3_600_000_000_000n);
  if (half === undefined || hour < 1 || hour > 12) return undefined;
  const hour24 = (hour % 12) + (half === 'P' ? 12 : 0);
  return time.nanos + BigInt(hour24 - hour) * 3_600_000_000_000n;
}
