import {
  type ArgumentInfo,
  type DataType,
  type DataTypeOf,
  ExecutionError,
  Int64,
  type IntervalMonthDayNano,
  interval,
  isInteger,
  isString,
  timestamp,
  type Value,
} from '@ballista-ts/core';
import { argumentMismatch, plainType } from '../../definition/parameter.js';
import { addToDate32, addToTimestamp } from '../../time/add-interval.js';
import { nanosPerDay } from '../../time/units.js';

/** The longest list a function makes by itself. */
export const maxListLength = 16_777_216;

const step = interval('monthDayNano');

/** `(stop)` or `(start, stop[, step])` of integers, or `(start, stop, step)` of dates or timestamps with an interval as step. */
export function coerceSeries(name: string, args: readonly ArgumentInfo[]): readonly DataType[] {
  const types = args.map((one) => plainType(one.type));
  const integral = (type: DataType): boolean => isInteger(type) || type.kind === 'Null';
  if (args.length >= 1 && args.length <= 3 && types.every(integral)) return args.map(() => Int64);
  const [start, stop, by] = types;
  if (start !== undefined && stop !== undefined && by !== undefined && args.length === 3) {
    const isSpan = by.kind === 'Interval' || by.kind === 'Null' || isString(by);
    const isDate = (type: DataType): boolean => type.kind === 'Date32' || type.kind === 'Null';
    if (isSpan && isDate(start) && isDate(stop)) return [{ kind: 'Date32' }, { kind: 'Date32' }, step];
    const zoned = [start, stop].find((type): type is DataTypeOf<'Timestamp'> => type.kind === 'Timestamp');
    if (isSpan && zoned !== undefined) {
      const point = timestamp('nanosecond', zoned.timezone);
      return [point, point, step];
    }
  }
  throw argumentMismatch(name, args, `${name}(stop), ${name}(start, stop[, step]) or ${name}(start, stop, interval)`);
}

/** The values from a start, each a step further, up to the stop (`inclusive`) or before it; bounded by `maxListLength`. */
export function series(name: string, type: DataType, args: readonly Value[], inclusive: boolean): Value[] {
  const tooLarge = () => new ExecutionError(`${name} of more than ${maxListLength} elements is too large`);
  if (type.kind === 'Int64') {
    // Known before the first one is made.
    const { start, end, by } = integerSteps(name, args as readonly bigint[], inclusive);
    if ((end - start) / by >= BigInt(maxListLength)) throw tooLarge();
  }
  const out: Value[] = [];
  for (const value of seriesValues(name, type, args, inclusive)) {
    if (out.length >= maxListLength) throw tooLarge();
    out.push(value);
  }
  return out;
}

/** The same, one by one and without bound. */
export function* seriesValues(
  name: string,
  type: DataType,
  args: readonly Value[],
  inclusive: boolean,
): Generator<Value> {
  if (type.kind === 'Int64') yield* integers(name, args as readonly bigint[], inclusive);
  else yield* points(name, type, args, inclusive);
}

/** From the start, before the end. */
function integerSteps(name: string, args: readonly bigint[], inclusive: boolean) {
  const [start, stop, by] = args.length === 1 ? [0n, args[0]!, 1n] : [args[0]!, args[1]!, args[2] ?? 1n];
  if (by === 0n) throw new ExecutionError(`step can't be 0 for function ${name}`);
  return { start, end: inclusive ? stop + (by > 0n ? 1n : -1n) : stop, by };
}

function* integers(name: string, args: readonly bigint[], inclusive: boolean): Generator<Value> {
  const { start, end, by } = integerSteps(name, args, inclusive);
  for (let value = start; by > 0n ? value < end : value > end; value += by) yield value;
}

function* points(name: string, type: DataType, args: readonly Value[], inclusive: boolean): Generator<Value> {
  const by = args[2] as IntervalMonthDayNano;
  const isDate = type.kind === 'Date32';
  const sign = signOf(by, name);
  if (
    isDate &&
    by.months === 0 &&
    BigInt(Math.abs(by.days)) * nanosPerDay + (by.nanos < 0n ? -by.nanos : by.nanos) < nanosPerDay
  ) {
    throw new ExecutionError(`Cannot generate date range less than 1 day. for function ${name}`);
  }
  const zone = type.kind === 'Timestamp' ? type.timezone : undefined;
  const stop = args[1] as number | bigint;
  // Each from the one before, as DataFusion and PostgreSQL step: January 31, February 29, March 29.
  let value = args[0] as number | bigint;
  for (;;) {
    const past = sign > 0 ? value > stop : value < stop;
    if (past || (!inclusive && value === stop)) return;
    yield value;
    value = isDate ? addToDate32(value as number, by) : addToTimestamp(value as bigint, 'nanosecond', zone, by);
  }
}

/** All parts must point one way. */
function signOf({ months, days, nanos }: IntervalMonthDayNano, name: string): 1 | -1 {
  const parts = [months, days, Number(nanos)].filter((part) => part !== 0);
  if (parts.length === 0) throw new ExecutionError(`step can't be 0 for function ${name}`);
  if (parts.every((part) => part > 0)) return 1;
  if (parts.every((part) => part < 0)) return -1;
  throw new ExecutionError(`the parts of the step of function ${name} must have one sign`);
}
