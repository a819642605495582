import {
  type ArgumentInfo,
  type DataType,
  type DataTypeOf,
  ExecutionError,
  Float64,
  Int64,
  isDecimal,
  isFloat,
  isInteger,
  isString,
  type TimeUnit,
  timestamp,
  Utf8,
  type Value,
} from '@ballista-ts/core';
import { castKernel } from '../../cast/cast.js';
import { argumentMismatch, plainType } from '../../definition/parameter.js';
import { defineScalarFunction, type ScalarFunctionDefinition } from '../../definition/scalar.js';
import { instantOfParsed } from '../../time/parse-date-time.js';
import { floorDiv, nanosPerTick, ticksPerSecond } from '../../time/units.js';
import { pow10 } from '../../values/decimals.js';
import { int64Max, int64Min } from '../../values/integers.js';
import { formatReader } from './formats.js';

function coerce(name: string, args: readonly ArgumentInfo[]): readonly DataType[] {
  const [x, ...formats] = args;
  const type = x === undefined ? undefined : plainType(x.type);
  const texts = formats.map(() => Utf8);
  if (type !== undefined) {
    if (isString(type) || type.kind === 'Null') return [Utf8, ...texts];
    if (isInteger(type)) return [Int64, ...texts];
    if (isFloat(type)) return [Float64, ...texts];
    if (isDecimal(type) || type.kind === 'Timestamp' || type.kind === 'Date32' || type.kind === 'Date64')
      return [type, ...texts];
  }
  throw argumentMismatch(name, args, `${name}(x: text, number, date or timestamp[, format, ...])`);
}

/** What the five to_timestamp functions share: the unit of the result, and the unit in which numbers are counted. */
export function toTimestampOfUnit(options: {
  readonly name: string;
  readonly unit: TimeUnit;
  /** What a plain number counts. */
  readonly numbers: TimeUnit;
  readonly timeZone: string | undefined;
  readonly summary: string;
  readonly example: string;
}): ScalarFunctionDefinition {
  const { name, unit, numbers } = options;
  return defineScalarFunction({
    name,
    coerce: (args) => coerce(name, args),
    parameterNames: ['x', 'format'],
    returns: timestamp(unit, options.timeZone),
    prepare: ({ args, returnType }) => {
      const result = returnType as DataTypeOf<'Timestamp'>;
      const convert = converter(args[0]!.type, result, numbers);
      const read = formatReader('timestamp');
      return ([x, ...formats]) => {
        if (formats.length === 0 || typeof x !== 'string') return convert(x!);
        const nanos = instantOfParsed(read(x, formats), result.timezone);
        if (nanos === undefined) throw new ExecutionError(`'${x}' has no date in it`);
        return inRange(floorDiv(nanos, nanosPerTick[unit]), x);
      };
    },
    doc: {
      section: 'Time and date',
      summary: options.summary,
      syntax: `${name}(x[, format, ..., format])`,
      example: options.example,
    },
  });
}

function inRange(ticks: bigint, from: Value): bigint {
  if (ticks < int64Min || ticks > int64Max) throw new ExecutionError(`timestamp of ${from} is out of range`);
  return ticks;
}

function converter(from: DataType, to: DataTypeOf<'Timestamp'>, numbers: TimeUnit): (value: Value) => Value {
  const up = ticksPerSecond[to.unit] / ticksPerSecond[numbers];
  if (from.kind === 'Int64') return (value) => inRange((value as bigint) * up, value);
  if (from.kind === 'Float64') {
    return (value) => {
      const ticks = Math.trunc((value as number) * Number(up));
      if (!Number.isFinite(ticks)) throw new ExecutionError(`timestamp of ${value} is out of range`);
      return inRange(BigInt(ticks), value);
    };
  }
  if (isDecimal(from)) {
    const down = pow10(Math.max(from.scale, 0));
    const shift = pow10(Math.max(-from.scale, 0));
    return (value) => inRange(((value as bigint) * shift * up) / down, value);
  }
  return castKernel(from, to);
}
