import { type ArgumentInfo, type DataType, formatValue, timestamp, Utf8 } from '@ballista-ts/core';
import { argumentMismatch, plainType } from '../../definition/parameter.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import { BoundedCache } from '../../text/bounded-cache.js';
import { formatDateTime } from '../../time/format-date-time.js';
import { parseFormat } from '../../time/format-items.js';
import { localDateTimeReader } from '../../time/local-date-time.js';

function coerce(args: readonly ArgumentInfo[]): readonly DataType[] {
  const type = args.length === 2 ? plainType(args[0]!.type) : undefined;
  switch (type?.kind) {
    case 'Date32':
    case 'Date64':
    case 'Time32':
    case 'Time64':
    case 'Timestamp':
    case 'Duration':
      return [type, Utf8];
    case 'Null':
      return [timestamp('nanosecond'), Utf8];
    default:
      throw argumentMismatch('to_char', args, 'to_char(x: date, time, timestamp or duration, format: text)');
  }
}

/** `to_char(x, format)`: text of a date, time or timestamp by a strftime-style format. */
export const toChar = defineScalarFunction({
  name: 'to_char',
  aliases: ['date_format'],
  coerce,
  parameterNames: ['x', 'format'],
  returns: () => ({ type: Utf8, nullable: true }),
  prepare: ({ args }) => {
    const { type } = args[0]!;
    // Durations have no calendar to format by.
    if (type.kind === 'Duration') return ([value]) => formatValue(type, value!);
    const formats = new BoundedCache(64, parseFormat);
    const read = localDateTimeReader(type);
    const hasDate = type.kind !== 'Time32' && type.kind !== 'Time64';
    const zone = type.kind === 'Timestamp' ? type.timezone : undefined;
    return ([value, format]) =>
      formatDateTime(formats.get(format as string), {
        ...read(value!),
        hasDate,
        ...(zone === undefined ? {} : { zone }),
      });
  },
  doc: {
    section: 'Time and date',
    summary: 'Text of a date, time or timestamp by a format of strftime specifiers.',
    syntax: 'to_char(x, format)',
    example: "to_char(DATE '2023-03-01', '%d-%m-%Y') -- 01-03-2023",
  },
});
