import {
  type ArgumentInfo,
  type DataType,
  ExecutionError,
  Int64,
  isNumeric,
  isString,
  timestamp,
  Utf8,
} from '@ballista-ts/core';
import { castKernel } from '../../cast/cast.js';
import { argumentMismatch, plainType } from '../../definition/parameter.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import { instantOfParsed } from '../../time/parse-date-time.js';
import { floorDiv } from '../../time/units.js';
import { formatReader } from './formats.js';

function coerce(args: readonly ArgumentInfo[]): readonly DataType[] {
  const [x, ...formats] = args;
  const type = x === undefined ? undefined : plainType(x.type);
  const texts = formats.map(() => Utf8);
  if (type !== undefined) {
    if (isString(type) || type.kind === 'Null') return [Utf8, ...texts];
    if (isNumeric(type)) return [Int64, ...texts];
    if (type.kind === 'Timestamp' || type.kind === 'Date32' || type.kind === 'Date64') return [type, ...texts];
  }
  throw argumentMismatch('to_unixtime', args, 'to_unixtime(x: text, number, date or timestamp[, format, ...])');
}

/** `to_unixtime(x[, format, ...])`: whole seconds since the epoch. */
export const toUnixtime = defineScalarFunction({
  name: 'to_unixtime',
  coerce,
  parameterNames: ['x', 'format'],
  returns: Int64,
  prepare: ({ args, query }) => {
    const { type } = args[0]!;
    if (type.kind === 'Int64') return ([x]) => x!;
    const cast = castKernel(type, timestamp('second', isString(type) ? query.timeZone : undefined));
    const read = formatReader('timestamp');
    return ([x, ...formats]) => {
      if (formats.length === 0 || typeof x !== 'string') return cast(x!);
      const nanos = instantOfParsed(read(x, formats), query.timeZone);
      if (nanos === undefined) throw new ExecutionError(`'${x}' has no date in it`);
      return floorDiv(nanos, 1_000_000_000n);
    };
  },
  doc: {
    section: 'Time and date',
    summary: 'Whole seconds since 1970-01-01 UTC of a text, date or timestamp.',
    syntax: 'to_unixtime(x[, format, ..., format])',
    example: "to_unixtime('2020-09-08T12:00:00+00:00') -- 1599566400",
  },
});
