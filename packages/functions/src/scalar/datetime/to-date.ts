import {
  type ArgumentInfo,
  type DataType,
  Date32,
  ExecutionError,
  isNumeric,
  isString,
  timestamp,
  Utf8,
} from '@ballista-ts/core';
import { castKernel } from '../../cast/cast.js';
import { argumentMismatch, plainType } from '../../definition/parameter.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import { instantOfParsed } from '../../time/parse-date-time.js';
import { formatReader } from './formats.js';

function coerce(args: readonly ArgumentInfo[]): readonly DataType[] {
  const [x, ...formats] = args;
  const type = x === undefined ? undefined : plainType(x.type);
  if (type === undefined) throw argumentMismatch('to_date', args, 'to_date(x[, format, ...])');
  const texts = formats.map(() => Utf8);
  if (isString(type) || type.kind === 'Null') return [Utf8, ...texts];
  // Numbers are days.
  if (isNumeric(type)) return [{ kind: 'Int64' }, ...texts];
  if (type.kind === 'Timestamp' || type.kind === 'Date32' || type.kind === 'Date64') return [type, ...texts];
  throw argumentMismatch('to_date', args, 'to_date(x: text, number, date or timestamp[, format, ...])');
}

/** `to_date(x[, format, ...])`: a date from text, by formats tried in order, from days since 1970-01-01, or from a timestamp. */
export const toDate = defineScalarFunction({
  name: 'to_date',
  coerce,
  parameterNames: ['x', 'format'],
  returns: Date32,
  prepare: ({ args }) => {
    const cast = castKernel(args[0]!.type, Date32);
    const read = formatReader('date');
    const fromInstant = castKernel(timestamp('nanosecond'), Date32);
    return ([x, ...formats]) => {
      if (formats.length === 0 || typeof x !== 'string') return cast(x!);
      const parsed = read(x, formats);
      if (parsed.days !== undefined) return parsed.days;
      const instant = instantOfParsed(parsed, undefined);
      if (instant === undefined) throw new ExecutionError(`'${x}' has no date in it`);
      return fromInstant(instant);
    };
  },
  doc: {
    section: 'Time and date',
    summary: 'A date from text (YYYY-MM-DD, or by given formats), from days since 1970-01-01, or from a timestamp.',
    syntax: 'to_date(x[, format, ..., format])',
    example: "to_date('2023/01/31', '%Y/%m/%d') -- 2023-01-31",
  },
});
