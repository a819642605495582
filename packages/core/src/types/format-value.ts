import type { DataType } from './data-type.js';
import type { IntervalDayTime, IntervalMonthDayNano, ScalarValue, Value } from './scalar-value.js';

/** The unscaled value of a decimal as text with `scale` digits after the point. Negative scales append zeros. */
export function formatDecimal(unscaled: bigint, scale: number): string {
  if (scale <= 0) return `${unscaled}${unscaled === 0n ? '' : '0'.repeat(-scale)}`;
  const negative = unscaled < 0n;
  const digits = (negative ? -unscaled : unscaled).toString().padStart(scale + 1, '0');
  return `${negative ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** Days since 1970-01-01 as `YYYY-MM-DD`; years outside 0..9999 carry a sign. */
export function formatDate32(days: number): string {
  const { year, month, day } = civilFromDays(days);
  return `${formatYear(year)}-${pad(month)}-${pad(day)}`;
}

/** Proleptic Gregorian calendar date of a day number (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms"). */
export function civilFromDays(days: number): { year: number; month: number; day: number } {
  const z = days + 719468;
  const era = Math.floor(z / 146097);
  const dayOfEra = z - era * 146097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36524) - Math.floor(dayOfEra / 146096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1;
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

/** Day number of a proleptic Gregorian date; the inverse of `civilFromDays`. */
export function daysFromCivil(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146097 + dayOfEra - 719468;
}

const nanosPerUnit = { second: 1_000_000_000n, millisecond: 1_000_000n, microsecond: 1_000n, nanosecond: 1n } as const;
const nanosPerDay = 86_400_000_000_000n;

/** A timestamp without zone as `YYYY-MM-DDTHH:MM:SS[.fraction]`; the fraction shows as many digits as needed, in threes. */
export function formatTimestamp(value: bigint, unit: keyof typeof nanosPerUnit): string {
  const nanos = value * nanosPerUnit[unit];
  const inDay = ((nanos % nanosPerDay) + nanosPerDay) % nanosPerDay;
  const days = (nanos - inDay) / nanosPerDay;
  return `${formatDate32(Number(days))}T${formatTimeOfDay(inDay)}`;
}

/** Nanoseconds since midnight as `HH:MM:SS[.fraction]`. */
export function formatTimeOfDay(nanos: bigint): string {
  const seconds = nanos / 1_000_000_000n;
  const fraction = nanos % 1_000_000_000n;
  const text = `${pad(seconds / 3600n)}:${pad((seconds / 60n) % 60n)}:${pad(seconds % 60n)}`;
  if (fraction === 0n) return text;
  const digits = fraction.toString().padStart(9, '0');
  return `${text}.${digits.endsWith('000000') ? digits.slice(0, 3) : digits.endsWith('000') ? digits.slice(0, 6) : digits}`;
}

const pad = (part: number | bigint): string => part.toString().padStart(2, '0');
const formatYear = (year: number): string =>
  year < 0 ? `-${(-year).toString().padStart(4, '0')}` : year > 9999 ? `+${year}` : year.toString().padStart(4, '0');

/** `1 mons 2 days 3.5 secs`-like text of an interval. */
export function formatInterval(value: IntervalMonthDayNano | IntervalDayTime | number): string {
  if (typeof value === 'number') return formatMonths(value) || '0 mons';
  const months = 'months' in value ? formatMonths(value.months) : '';
  const days = value.days === 0 ? '' : `${value.days} days`;
  const nanos = 'nanos' in value ? value.nanos : BigInt(value.milliseconds) * 1_000_000n;
  const time = nanos === 0n ? '' : formatIntervalTime(nanos);
  return [months, days, time].filter((part) => part !== '').join(' ') || '0 secs';
}
const formatMonths = (months: number): string => (months === 0 ? '' : `${months} mons`);
function formatIntervalTime(nanos: bigint): string {
  const sign = nanos < 0n ? '-' : '';
  const total = nanos < 0n ? -nanos : nanos;
  const hours = total / 3_600_000_000_000n;
  const mins = (total / 60_000_000_000n) % 60n;
  const secs = (total / 1_000_000_000n) % 60n;
  const fraction = total % 1_000_000_000n;
  const parts: string[] = [];
  if (hours !== 0n) parts.push(`${sign}${hours} hours`);
  if (mins !== 0n) parts.push(`${sign}${mins} mins`);
  if (secs !== 0n || fraction !== 0n) {
    parts.push(`${sign}${secs}${fraction === 0n ? '' : `.${fraction.toString().padStart(9, '0')}`} secs`);
  }
  return parts.join(' ');
}

/** A value as people read it in results and in EXPLAIN; NULL is `NULL`. Text is not quoted. */
export function formatValue(type: DataType, value: Value): string {
  if (value === null) return 'NULL';
  switch (type.kind) {
    case 'Decimal32':
    case 'Decimal64':
    case 'Decimal128':
    case 'Decimal256':
      return formatDecimal(value as bigint, type.scale);
    case 'Date32':
      return formatDate32(value as number);
    case 'Date64':
      return formatTimestamp(value as bigint, 'millisecond');
    case 'Timestamp':
      return type.timezone === undefined
        ? formatTimestamp(value as bigint, type.unit)
        : formatZoned(value as bigint, type.unit, type.timezone);
    case 'Time32':
      return formatTimeOfDay(BigInt(value as number) * nanosPerUnit[type.unit]);
    case 'Time64':
      return formatTimeOfDay((value as bigint) * nanosPerUnit[type.unit]);
    case 'Duration':
      return `${formatIntervalTime((value as bigint) * nanosPerUnit[type.unit]) || '0 secs'}`;
    case 'Interval':
      return formatInterval(value as IntervalMonthDayNano | IntervalDayTime | number);
    case 'Float16':
    case 'Float32':
    case 'Float64':
      return formatFloat(value as number, type.kind);
    case 'Binary':
    case 'LargeBinary':
    case 'BinaryView':
    case 'FixedSizeBinary':
      return Buffer.from(value as Uint8Array).toString('hex');
    case 'List':
    case 'LargeList':
    case 'ListView':
    case 'LargeListView':
    case 'FixedSizeList':
      return `[${(value as readonly Value[]).map((one) => formatValue(type.field.type, one)).join(', ')}]`;
    case 'Struct':
      return `{${type.fields.map((one, index) => `${one.name}: ${formatValue(one.type, (value as readonly Value[])[index] ?? null)}`).join(', ')}}`;
    case 'Map': {
      const entry = type.entries.type;
      const [key, item] = entry.kind === 'Struct' ? entry.fields : [];
      if (key === undefined || item === undefined) return String(value);
      return `{${(value as readonly (readonly Value[])[])
        .map(([k, v]) => `${formatValue(key.type, k ?? null)}: ${formatValue(item.type, v ?? null)}`)
        .join(', ')}}`;
    }
    case 'Dictionary':
      return formatValue(type.value, value);
    case 'RunEndEncoded':
      return formatValue(type.values.type, value);
    default:
      return String(value);
  }
}

/** From which place of the decimal point on an exponent is written, on either side. */
const pointRange = { Float16: [-6, 13], Float32: [-6, 13], Float64: [-5, 16] } as const;

/**
 * Shortest text that reads back to the same number: `1.0` (a float is seen to be one), `0.00001`, `1e16`, `1.5e-7`. The same as
 * Arrow's text of floats in Rust.
 */
export function formatFloat(value: number, kind: 'Float16' | 'Float32' | 'Float64'): string {
  if (Number.isNaN(value)) return 'NaN';
  if (value === Number.POSITIVE_INFINITY) return 'inf';
  if (value === Number.NEGATIVE_INFINITY) return '-inf';
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const [mantissa, exponent] = shortest(Math.abs(value), kind).toExponential().split('e') as [string, string];
  const digits = mantissa.replace('.', '');
  const point = Number(exponent) + 1;
  const [low, high] = pointRange[kind];
  const sign = value < 0 ? '-' : '';
  if (point > high || point <= low) {
    return `${sign}${digits[0]}${digits.length > 1 ? `.${digits.slice(1)}` : ''}e${point - 1}`;
  }
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  if (digits.length <= point) return `${sign}${digits}${'0'.repeat(point - digits.length)}.0`;
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** The number with the fewest digits that is the same in the given type. */
function shortest(value: number, kind: 'Float16' | 'Float32' | 'Float64'): number {
  if (kind === 'Float64') return value;
  for (let digits = 1; digits < 9; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return Number(value.toPrecision(9));
}

/** RFC 3339 text of an instant in its zone, e.g. `2024-01-01T05:30:00+05:30`. */
function formatZoned(value: bigint, unit: keyof typeof nanosPerUnit, timezone: string): string {
  const offset = zoneOffsetSeconds(Number((value * nanosPerUnit[unit]) / 1_000_000_000n), timezone);
  const local = value + (BigInt(offset) * 1_000_000_000n) / nanosPerUnit[unit];
  if (offset === 0 && (timezone === 'UTC' || timezone === '+00:00' || timezone === 'Z'))
    return `${formatTimestamp(local, unit)}Z`;
  const minutes = Math.abs(Math.trunc(offset / 60));
  return `${formatTimestamp(local, unit)}${offset < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}

const zoneFormats = new Map<string, Intl.DateTimeFormat>();

/** Seconds east of UTC that `timezone` (an IANA name, or `+HH:MM`) shows at an instant in seconds. @throws RangeError for an unknown zone. */
export function zoneOffsetSeconds(epochSeconds: number, timezone: string): number {
  if (timezone === 'UTC' || timezone === 'Z') return 0;
  const fixed = /^([+-])(\d{2}):?(\d{2})$/.exec(timezone);
  if (fixed !== null) return (fixed[1] === '-' ? -1 : 1) * (Number(fixed[2]) * 3600 + Number(fixed[3]) * 60);
  let format = zoneFormats.get(timezone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    zoneFormats.set(timezone, format);
  }
  const parts: Record<string, string> = {};
  for (const part of format.formatToParts(epochSeconds * 1000)) parts[part.type] = part.value;
  const year = parts['era']?.startsWith('B') ? 1 - Number(parts['year']) : Number(parts['year']);
  const localSeconds =
    daysFromCivil(year, Number(parts['month']), Number(parts['day'])) * 86400 +
    Number(parts['hour']) * 3600 +
    Number(parts['minute']) * 60 +
    Number(parts['second']);
  return localSeconds - epochSeconds;
}

/** A constant as EXPLAIN prints it: `Int64(1)`, `Utf8("x")`, `Decimal128(0.1,1,1)`. */
export function formatScalar({ type, value }: ScalarValue): string {
  switch (type.kind) {
    case 'Decimal32':
    case 'Decimal64':
    case 'Decimal128':
    case 'Decimal256':
      return `${type.kind}(${value === null ? 'NULL' : formatDecimal(value as bigint, type.scale)},${type.precision},${type.scale})`;
    case 'Utf8':
    case 'LargeUtf8':
    case 'Utf8View':
      return `${type.kind}(${value === null ? 'NULL' : JSON.stringify(value)})`;
    case 'Null':
      return 'NULL';
    default:
      return `${type.kind}(${value === null ? 'NULL' : JSON.stringify(formatValue(type, value)).replace(/^"(-?[\d.a-z]+)"$/i, '$1')})`;
  }
}
