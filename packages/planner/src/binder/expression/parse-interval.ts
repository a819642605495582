import type { IntervalMonthDayNano } from '@ballista-ts/core';

type Part = 'months' | 'days' | 'nanos';

const units: ReadonlyMap<string, readonly [part: Part, factor: bigint]> = (() => {
  const map = new Map<string, readonly [Part, bigint]>();
  const define = (part: Part, factor: bigint, ...names: string[]): void => {
    for (const name of names) map.set(name, [part, factor]);
  };
  define('months', 12_000n, 'millennium', 'millennia', 'millenniums', 'mil', 'mils');
  define('months', 1_200n, 'century', 'centuries', 'c', 'cent');
  define('months', 120n, 'decade', 'decades', 'dec', 'decs');
  define('months', 12n, 'year', 'years', 'y', 'yr', 'yrs');
  define('months', 3n, 'quarter', 'quarters', 'qtr', 'qtrs');
  define('months', 1n, 'month', 'months', 'mon', 'mons');
  define('days', 7n, 'week', 'weeks', 'w');
  define('days', 1n, 'day', 'days', 'd');
  define('nanos', 3_600_000_000_000n, 'hour', 'hours', 'h', 'hr', 'hrs');
  define('nanos', 60_000_000_000n, 'minute', 'minutes', 'm', 'min', 'mins');
  define('nanos', 1_000_000_000n, 'second', 'seconds', 's', 'sec', 'secs');
  define('nanos', 1_000_000n, 'millisecond', 'milliseconds', 'ms', 'msec', 'msecs');
  define('nanos', 1_000n, 'microsecond', 'microseconds', 'us', 'usec', 'usecs');
  define('nanos', 1n, 'nanosecond', 'nanoseconds', 'ns', 'nsec', 'nsecs');
  return map;
})();

/** A number as thousandths of a billionth: exact for every fraction that matters here. */
const scale = 1_000_000_000_000n;

interface Sums {
  months: bigint;
  days: bigint;
  nanos: bigint;
}

/**
 * Reads `1 month 2 days`, `-1.5 hours`, `2 days 03:04:05.6`, `1 year -3 days`. A number without unit counts seconds, or
 * `defaultUnit`. Fractions of a month spill into days (30 to the month), fractions of a day into time, as everywhere.
 *
 * @returns undefined when the text is not an interval or does not fit its 32-bit months and days and 64-bit nanoseconds.
 */
export function parseInterval(text: string, defaultUnit = 'second'): IntervalMonthDayNano | undefined {
  const sums: Sums = { months: 0n, days: 0n, nanos: 0n };
  const pattern =
    /\s*(?:([+-]?)(\d{1,9}):(\d{1,2})(?::(\d{1,2})(?:\.(\d{1,9}))?)?|([+-]?)\s*(\d{1,18})?(?:\.(\d{0,12}))?\s*([a-zA-Z]*))(?=\s|[+-]|\d|$)/y;
  let at = 0;
  let parts = 0;
  const end = text.trimEnd().length;
  while (at < end) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match === null || match[0].trim() === '') return undefined;
    at = pattern.lastIndex;
    parts += 1;
    const [, clockSign, hours, minutes, seconds = '0', fraction = '', sign, whole, decimals, unit = ''] = match;
    if (hours !== undefined) {
      if (Number(minutes) > 59 || Number(seconds) > 59) return undefined;
      const total =
        (BigInt(hours) * 3600n + BigInt(minutes!) * 60n + BigInt(seconds)) * 1_000_000_000n +
        BigInt(fraction.padEnd(9, '0'));
      sums.nanos += clockSign === '-' ? -total : total;
      continue;
    }
    if (whole === undefined && (decimals === undefined || decimals === '')) return undefined;
    // A number without a unit may only be the whole text.
    if (unit === '' && (parts > 1 || at < end)) return undefined;
    const found = units.get(unit === '' ? defaultUnit : unit.toLowerCase());
    if (found === undefined) return undefined;
    const magnitude = BigInt(whole ?? '0') * scale + BigInt((decimals ?? '').padEnd(12, '0'));
    add(sums, found[0], (sign === '-' ? -magnitude : magnitude) * found[1]);
  }
  if (parts === 0) return undefined;
  const { months, days, nanos } = sums;
  if (!fits(months, 32n) || !fits(days, 32n) || !fits(nanos, 64n)) return undefined;
  return { months: Number(months), days: Number(days), nanos };
}

/** Adds an amount scaled by `scale`; what is left of a coarse part goes on to the next finer one. */
function add(sums: Sums, part: Part, scaled: bigint): void {
  const whole = scaled / scale;
  const rest = scaled % scale;
  if (part === 'months') {
    sums.months += whole;
    add(sums, 'days', rest * 30n);
    return;
  }
  if (part === 'days') {
    sums.days += whole;
    sums.nanos += (rest * 86_400_000_000_000n) / scale;
    return;
  }
  sums.nanos += whole;
}

const fits = (value: bigint, bits: bigint): boolean => value >= -(2n ** (bits - 1n)) && value < 2n ** (bits - 1n);
