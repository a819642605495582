import { Int32, isInteger, isString } from '@ballista-ts/core';
import { type Parameter, plainType } from '../../definition/parameter.js';

/** A small whole number, as a number or as text. */
export const int32Parameter = (name: string): Parameter => ({
  name,
  accepts: 'integer',
  coerce: (arg) => {
    const type = plainType(arg.type);
    return isInteger(type) || isString(type) || type.kind === 'Null' ? Int32 : undefined;
  },
});
