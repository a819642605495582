import type { IntervalMonthDayNano } from '@ballista-ts/core';

/** What one of a unit is worth: in months, days or nanoseconds. */
const units: Readonly<Record<string, readonly ['months' | 'days' | 'nanos', number]>> = {
  millennium: ['months', 12_000],
  century: ['months', 1_200],
  decade: ['months', 120],
  year: ['months', 12],
  quarter: ['months', 3],
  month: ['months', 1],
  week: ['days', 7],
  day: ['days', 1],
  hour: ['nanos', 3_600_000_000_000],
  minute: ['nanos', 60_000_000_000],
  second: ['nanos', 1_000_000_000],
  millisecond: ['nanos', 1_000_000],
  microsecond: ['nanos', 1_000],
  nanosecond: ['nanos', 1],
};

const shortForms: Readonly<Record<string, string>> = {
  millennia: 'millennium',
  mil: 'millennium',
  mils: 'millennium',
  c: 'century',
  cent: 'century',
  centuries: 'century',
  dec: 'decade',
  decs: 'decade',
  y: 'year',
  yr: 'year',
  yrs: 'year',
  qtr: 'quarter',
  mon: 'month',
  mons: 'month',
  w: 'week',
  d: 'day',
  h: 'hour',
  hr: 'hour',
  hrs: 'hour',
  m: 'minute',
  min: 'minute',
  mins: 'minute',
  s: 'second',
  sec: 'second',
  secs: 'second',
  ms: 'millisecond',
  msec: 'millisecond',
  msecs: 'millisecond',
  msecond: 'millisecond',
  mseconds: 'millisecond',
  us: 'microsecond',
  usec: 'microsecond',
  usecs: 'microsecond',
  usecond: 'microsecond',
  useconds: 'microsecond',
  ns: 'nanosecond',
  nsec: 'nanosecond',
  nsecs: 'nanosecond',
  nsecond: 'nanosecond',
  nseconds: 'nanosecond',
};

function findUnit(word: string): readonly ['months' | 'days' | 'nanos', number] | undefined {
  const lower = word.toLowerCase();
  const name = Object.hasOwn(shortForms, lower) ? shortForms[lower]! : lower.endsWith('s') ? lower.slice(0, -1) : lower;
  return Object.hasOwn(units, name) ? units[name] : undefined;
}

/** Exact sums in units of 1e-9 month, day and nanosecond, so that fractions never pass through a float. */
interface Sum {
  months: bigint;
  days: bigint;
  nanos: bigint;
}
const billion = 1_000_000_000n;
const nanosPerDay = 86_400_000_000_000n;

/**
 * An interval text such as `1 year 2 months -3 days 04:05:06.7`, `1.5 weeks` or `P1Y2M3DT4H`. A number without unit has
 * `defaultUnit`. Fractions of months become days (30 to a month), fractions of days become time. Undefined when it is none.
 */
export function parseInterval(text: string, defaultUnit = 'second'): IntervalMonthDayNano | undefined {
  const sum: Sum = { months: 0n, days: 0n, nanos: 0n };
  const trimmed = text.trim();
  const ok = /^[+-]?P/i.test(trimmed) ? readIso(trimmed, sum) : readWords(trimmed, defaultUnit, sum);
  if (!ok) return undefined;
  const months = sum.months / billion;
  const days = (sum.months % billion) * 30n + sum.days;
  const wholeDays = days / billion;
  const nanos = ((days % billion) * nanosPerDay) / billion + sum.nanos / billion;
  const limit = 1n << 31n;
  if (months >= limit || months < -limit || wholeDays >= limit || wholeDays < -limit) return undefined;
  if (BigInt.asIntN(64, nanos) !== nanos) return undefined;
  return { months: Number(months), days: Number(wholeDays), nanos };
}

function add(sum: Sum, number: string, unit: readonly ['months' | 'days' | 'nanos', number], sign: bigint): boolean {
  const match = /^([+-]?)(\d{0,18})(?:\.(\d*))?$/.exec(number);
  if (match === null || `${match[2]}${match[3] ?? ''}` === '') return false;
  const scaled = BigInt(match[2] || '0') * billion + BigInt((match[3] ?? '').slice(0, 9).padEnd(9, '0'));
  sum[unit[0]] += scaled * BigInt(unit[1]) * (match[1] === '-' ? -1n : 1n) * sign;
  return true;
}

function readWords(text: string, defaultUnit: string, sum: Sum): boolean {
  // `1day` and `1 day` are the same.
  const words = text
    .replace(/(\d)([A-Za-z])/g, '$1 $2')
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return false;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index]!;
    const clock = /^([+-]?)(\d+):(\d{2})(?::(\d{2}(?:\.\d+)?))?$/.exec(word);
    if (clock !== null) {
      const sign = clock[1] === '-' ? -1n : 1n;
      if (Number(clock[3]) > 59 || Number(clock[4] ?? 0) >= 60) return false;
      if (!add(sum, clock[2]!, units['hour']!, sign)) return false;
      if (!add(sum, clock[3]!, units['minute']!, sign)) return false;
      if (clock[4] !== undefined && !add(sum, clock[4], units['second']!, sign)) return false;
      continue;
    }
    const next = words[index + 1];
    const named = next === undefined ? undefined : findUnit(next);
    const unit = named ?? (next === undefined ? findUnit(defaultUnit) : undefined);
    if (unit === undefined || !add(sum, word, unit, 1n)) return false;
    if (named !== undefined) index += 1;
  }
  return true;
}

/** ISO 8601 durations. */
function readIso(text: string, sum: Sum): boolean {
  const number = '([+-]?\\d+(?:\\.\\d+)?)';
  const part = (letter: string) => `(?:${number}${letter})?`;
  const pattern = new RegExp(
    `^([+-]?)P${part('Y')}${part('M')}${part('W')}${part('D')}(?:T${part('H')}${part('M')}${part('S')})?$`,
    'i',
  );
  const match = pattern.exec(text);
  if (match === null) return false;
  const names = ['year', 'month', 'week', 'day', 'hour', 'minute', 'second'];
  const given = names
    .map((name, index) => [name, match[index + 2]] as const)
    .filter(([, value]) => value !== undefined);
  return (
    given.length > 0 && given.every(([name, value]) => add(sum, value!, units[name]!, match[1] === '-' ? -1n : 1n))
  );
}
