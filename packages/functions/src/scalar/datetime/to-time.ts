import { type ArgumentInfo, type DataType, isString, time64, Utf8 } from '@ballista-ts/core';
import { castKernel } from '../../cast/cast.js';
import { argumentMismatch, plainType } from '../../definition/parameter.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import { formatReader } from './formats.js';

const nanoTime = time64('nanosecond');

function coerce(args: readonly ArgumentInfo[]): readonly DataType[] {
  const [x, ...formats] = args;
  const type = x === undefined ? undefined : plainType(x.type);
  const texts = formats.map(() => Utf8);
  if (type !== undefined) {
    if (isString(type) || type.kind === 'Null') return [Utf8, ...texts];
    if (type.kind === 'Timestamp' || type.kind === 'Time32' || type.kind === 'Time64') return [type, ...texts];
  }
  throw argumentMismatch('to_time', args, 'to_time(x: text, time or timestamp[, format, ...])');
}

/** `to_time(x[, format, ...])`: a time of day from text, by formats tried in order, or from a timestamp. */
export const toTime = defineScalarFunction({
  name: 'to_time',
  coerce,
  parameterNames: ['x', 'format'],
  returns: nanoTime,
  prepare: ({ args }) => {
    const cast = castKernel(args[0]!.type, nanoTime);
    const read = formatReader('time');
    return ([x, ...formats]) =>
      formats.length === 0 || typeof x !== 'string' ? cast(x!) : read(x, formats).nanosOfDay;
  },
  doc: {
    section: 'Time and date',
    summary: 'A time of day from text (HH:MM[:SS[.n]], or by given formats) or from a timestamp.',
    syntax: 'to_time(x[, format, ..., format])',
    example: "to_time('12:30:45') -- 12:30:45",
  },
});
