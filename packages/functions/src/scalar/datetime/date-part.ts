import {
  type ArgumentInfo,
  type DataType,
  Float64,
  Int32,
  Int64,
  isString,
  PlanError,
  timestamp,
  Utf8,
} from '@ballista-ts/core';
import { argumentMismatch, plainType } from '../../definition/parameter.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import { type DatePart, datePartByName, datePartReader, dateParts } from '../../time/date-parts.js';

function partOf([part]: readonly ArgumentInfo[]): DatePart {
  const name = part?.constant;
  if (typeof name !== 'string') throw new PlanError('the first argument of date_part must be a text literal');
  const found = datePartByName(name);
  if (found === undefined) {
    throw new PlanError(`Date part '${name}' not supported, expected one of ${dateParts.join(', ')}`);
  }
  return found;
}

function coerce(args: readonly ArgumentInfo[]): readonly DataType[] {
  const type = args.length === 2 ? plainType(args[1]!.type) : undefined;
  if (type !== undefined) {
    if (isString(type) || type.kind === 'Null') return [Utf8, timestamp('nanosecond')];
    switch (type.kind) {
      case 'Date32':
      case 'Date64':
      case 'Time32':
      case 'Time64':
      case 'Timestamp':
      case 'Interval':
      case 'Duration':
        return [Utf8, type];
    }
  }
  throw argumentMismatch(
    'date_part',
    args,
    'date_part(part: text literal, x: date, time, timestamp, interval or duration)',
  );
}

/** `date_part(part, x)`, also written EXTRACT(part FROM x). */
export const datePart = defineScalarFunction({
  name: 'date_part',
  aliases: ['datepart'],
  coerce,
  parameterNames: ['part', 'x'],
  returns: (args) => {
    const part = partOf(args);
    return part === 'epoch' ? Float64 : part === 'nanosecond' ? Int64 : Int32;
  },
  prepare: ({ args }) => {
    const read = datePartReader(partOf(args), args[1]!.type);
    return ([, value]) => read(value!);
  },
  doc: {
    section: 'Time and date',
    summary: `A part of a date, time, timestamp, interval or duration: ${dateParts.join(', ')}.`,
    syntax: 'date_part(part, x)',
    example: "date_part('year', DATE '2024-05-06') -- 2024",
  },
});
