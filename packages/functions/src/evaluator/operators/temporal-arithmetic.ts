import {
  type BinaryOperator,
  type DataType,
  ExecutionError,
  formatDataType,
  type IntervalMonthDayNano,
  NotYetSupportedError,
  operatorSymbol,
  type TimeUnit,
  type Value,
} from '@ballista-ts/core';
import { addToDate32, addToTimestamp, negateInterval } from '../../time/add-interval.js';
import { floorMod, nanosPerDay, nanosPerTick } from '../../time/units.js';
import { checkInt64, divideByZero } from '../../values/integers.js';
import type { BinaryKernel } from './kernel.js';

type Interval = IntervalMonthDayNano;

/** Arithmetic with dates, times, timestamps, intervals and durations, for operand types that `binarySignature` gave. */
export function temporalArithmetic(op: BinaryOperator, left: DataType, right: DataType): BinaryKernel {
  if (op === 'Minus' && left.kind === right.kind) {
    if (left.kind === 'Date32') return (a, b) => BigInt((a as number) - (b as number));
    if (left.kind === 'Timestamp' || left.kind === 'Duration' || left.kind === 'Date64') {
      return (a, b) => checkInt64((a as bigint) - (b as bigint), `${a} - ${b}`);
    }
  }
  if (op === 'Plus' && left.kind === 'Duration' && right.kind === 'Duration') {
    return (a, b) => checkInt64((a as bigint) + (b as bigint), `${a} + ${b}`);
  }
  if (left.kind === 'Interval' && right.kind === 'Interval' && (op === 'Plus' || op === 'Minus')) {
    return (a, b) => addIntervals(a as Interval, op === 'Plus' ? (b as Interval) : negateInterval(b as Interval));
  }
  if (op === 'Plus' || op === 'Minus') {
    const forward = isSpan(right) ? moveKernel(left, right, op === 'Minus') : undefined;
    if (forward !== undefined) return forward;
    const swapped = op === 'Plus' && isSpan(left) ? moveKernel(right, left, false) : undefined;
    if (swapped !== undefined) return (a, b) => swapped(b, a);
  }
  if (op === 'Multiply') {
    if (left.kind === 'Interval') return (a, b) => scaleInterval(a as Interval, b as bigint);
    if (right.kind === 'Interval') return (a, b) => scaleInterval(b as Interval, a as bigint);
    if (left.kind === 'Duration') return (a, b) => checkInt64((a as bigint) * (b as bigint), `${a} * ${b}`);
    if (right.kind === 'Duration') return (a, b) => checkInt64((a as bigint) * (b as bigint), `${a} * ${b}`);
  }
  if (op === 'Divide') {
    if (left.kind === 'Interval') return (a, b) => divideInterval(a as Interval, b as bigint);
    if (left.kind === 'Duration') {
      return (a, b) => {
        if (b === 0n) throw divideByZero();
        return checkInt64((a as bigint) / (b as bigint), `${a} / ${b}`);
      };
    }
  }
  throw new NotYetSupportedError(`arithmetic ${formatDataType(left)} ${operatorSymbol(op)} ${formatDataType(right)}`);
}

const isSpan = (type: DataType): boolean => type.kind === 'Interval' || type.kind === 'Duration';

/** A point in time moved by an interval or duration. */
function moveKernel(point: DataType, span: DataType, back: boolean): BinaryKernel | undefined {
  const spanOf = readSpan(span, back);
  switch (point.kind) {
    case 'Date32':
      return (a, b) => addToDate32(a as number, spanOf(b));
    case 'Date64':
      return (a, b) => addToTimestamp(a as bigint, 'millisecond', undefined, spanOf(b));
    case 'Timestamp':
      return (a, b) => addToTimestamp(a as bigint, point.unit, point.timezone, spanOf(b));
    case 'Time32':
      return (a, b) => Number(addToTime(BigInt(a as number), point.unit, spanOf(b).nanos));
    case 'Time64':
      return (a, b) => addToTime(a as bigint, point.unit, spanOf(b).nanos);
    default:
      return undefined;
  }
}

function readSpan(type: DataType, back: boolean): (value: Value) => Interval {
  const sign = back ? negateInterval : (interval: Interval) => interval;
  if (type.kind !== 'Duration') return (value) => sign(value as Interval);
  const per = nanosPerTick[type.unit];
  return (value) => sign({ months: 0, days: 0, nanos: (value as bigint) * per });
}

/** Times of day wrap at midnight; parts finer than the unit are dropped, days and months do not matter. */
const addToTime = (ticks: bigint, unit: TimeUnit, nanos: bigint): bigint =>
  floorMod(ticks + nanos / nanosPerTick[unit], nanosPerDay / nanosPerTick[unit]);

function addIntervals(a: Interval, b: Interval): Interval {
  return checkInterval({ months: a.months + b.months, days: a.days + b.days, nanos: a.nanos + b.nanos });
}

function scaleInterval({ months, days, nanos }: Interval, by: bigint): Interval {
  const factor = Number(by);
  return checkInterval({ months: months * factor + 0, days: days * factor + 0, nanos: nanos * by });
}

/** As PostgreSQL divides: what is left of the months becomes days (30 to a month), what is left of those becomes time. */
function divideInterval({ months, days, nanos }: Interval, by: bigint): Interval {
  if (by === 0n) throw divideByZero();
  const wholeMonths = BigInt(months) / by;
  const allDays = (BigInt(months) % by) * 30n + BigInt(days);
  const wholeDays = allDays / by;
  const allNanos = (allDays % by) * nanosPerDay + nanos;
  return checkInterval({ months: Number(wholeMonths), days: Number(wholeDays), nanos: allNanos / by });
}

function checkInterval(interval: Interval): Interval {
  if (Math.abs(interval.months) > 2 ** 31 - 1 || Math.abs(interval.days) > 2 ** 31 - 1) {
    throw new ExecutionError('interval out of range: months and days must fit 32 bits');
  }
  checkInt64(interval.nanos, 'interval arithmetic');
  return interval;
}
