import {
  type ArgumentInfo,
  type DataType,
  type DataTypeOf,
  ExecutionError,
  type IntervalMonthDayNano,
  interval,
  PlanError,
  type Value,
} from '@ballista-ts/core';
import { argumentMismatch, plainType } from '../../definition/parameter.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import { addToTimestamp } from '../../time/add-interval.js';
import { floorDiv, floorMod, nanosPerDay, nanosPerTick } from '../../time/units.js';
import { timestampParameter } from './temporal-parameter.js';

const point = timestampParameter('x', { times: true });

function coerce(args: readonly ArgumentInfo[]): readonly DataType[] {
  const [stride, x, origin] = args;
  const type = x === undefined ? undefined : point.coerce(x);
  const strideType = stride === undefined ? undefined : plainType(stride.type).kind;
  const fits = strideType === 'Interval' || strideType === 'Duration' || strideType === 'Null' || strideType === 'Utf8';
  if (type === undefined || !fits || args.length > 3) {
    throw argumentMismatch(
      'date_bin',
      args,
      'date_bin(stride: interval literal, x: timestamp or time[, origin: literal])',
    );
  }
  if (args.some((one, index) => index !== 1 && one.constant === undefined)) {
    throw new PlanError('the stride and the origin of date_bin must be literals');
  }
  return origin === undefined ? [interval('monthDayNano'), type] : [interval('monthDayNano'), type, type];
}

/** `date_bin(stride, x[, origin])`: the beginning of the bin that holds x; bins begin at the origin and every stride from it. */
export const dateBin = defineScalarFunction({
  name: 'date_bin',
  coerce,
  parameterNames: ['stride', 'x', 'origin'],
  returns: ([, x]) => x!.type,
  prepare: ({ args }) => {
    const { type } = args[1]!;
    const bin =
      type.kind === 'Timestamp' ? timestampBin(type) : timeBin(type as DataTypeOf<'Time32'> | DataTypeOf<'Time64'>);
    return ([stride, x, origin]) => bin(stride as IntervalMonthDayNano, x!, origin);
  },
  doc: {
    section: 'Time and date',
    summary:
      'The beginning of the bin of a given length that holds the time; bins are counted on the instant, not on a wall clock.',
    syntax: 'date_bin(stride, x[, origin])',
    example: "date_bin(INTERVAL '15 minutes', TIMESTAMP '2024-05-06 07:38:09') -- 2024-05-06T07:30:00",
  },
});

type Bin = (stride: IntervalMonthDayNano, x: Value, origin: Value | undefined) => Value;

/** A stride of months only, or of fixed length. */
function checkStride({ months, days, nanos }: IntervalMonthDayNano): {
  readonly months: number;
  readonly nanos: bigint;
} {
  const fixed = BigInt(days) * nanosPerDay + nanos;
  if (months !== 0 && fixed !== 0n)
    throw new ExecutionError('DATE_BIN stride does not support combination of month, day and nanosecond intervals');
  if (months < 0 || fixed < 0n || (months === 0 && fixed === 0n))
    throw new ExecutionError('DATE_BIN stride must be non-zero and positive');
  return { months, nanos: fixed };
}

const fixedBin = (x: bigint, origin: bigint, stride: bigint): bigint => origin + floorDiv(x - origin, stride) * stride;

function timestampBin({ unit }: DataTypeOf<'Timestamp'>): Bin {
  const per = nanosPerTick[unit];
  return (stride, value, originValue) => {
    const { months, nanos } = checkStride(stride);
    const x = value as bigint;
    const origin = (originValue ?? 0n) as bigint;
    if (months === 0) return floorDiv(fixedBin(x * per, origin * per, nanos), per);
    // Guess from the mean length of a month, then step to the bin that holds x.
    let index = Number(floorDiv((x - origin) * per, nanosPerDay)) / 30.436875 / months;
    index = Math.floor(index) - 1;
    const start = (bin: number): bigint =>
      addToTimestamp(origin, unit, undefined, { months: bin * months, days: 0, nanos: 0n });
    while (start(index + 1) <= x) index += 1;
    while (start(index) > x) index -= 1;
    return start(index);
  };
}

function timeBin(type: DataTypeOf<'Time32'> | DataTypeOf<'Time64'>): Bin {
  const per = nanosPerTick[type.unit];
  return (stride, value, originValue) => {
    const { months, nanos } = checkStride(stride);
    if (months !== 0 || nanos >= nanosPerDay)
      throw new ExecutionError('DATE_BIN stride for TIME input must be less than 1 day');
    const x = BigInt(value as number | bigint) * per;
    const origin = BigInt((originValue ?? 0) as number | bigint) * per;
    const ticks = floorMod(fixedBin(x, origin, nanos), nanosPerDay) / per;
    return type.kind === 'Time32' ? Number(ticks) : ticks;
  };
}
