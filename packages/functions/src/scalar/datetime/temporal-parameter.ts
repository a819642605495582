import { type DataType, isString, timestamp } from '@ballista-ts/core';
import { type Parameter, plainType } from '../../definition/parameter.js';

/** A timestamp, kept; dates and text become nanosecond timestamps. With `times`, times of day are taken too. */
export const timestampParameter = (name: string, options: { readonly times: boolean }): Parameter => ({
  name,
  accepts: options.times ? 'timestamp or time' : 'timestamp',
  coerce: (arg): DataType | undefined => {
    const type = plainType(arg.type);
    if (type.kind === 'Timestamp') return type;
    if (options.times && (type.kind === 'Time32' || type.kind === 'Time64')) return type;
    return type.kind === 'Date32' || type.kind === 'Date64' || type.kind === 'Null' || isString(type)
      ? timestamp('nanosecond')
      : undefined;
  },
});
