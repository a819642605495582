import { Utf8 } from '@ballista-ts/core';
import { argumentMismatch } from '../../definition/parameter.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import { widestText } from './concat.js';

/** `concat_ws(separator, a, ...)`: all that is not NULL, joined with a separator; NULL when the separator is. */
export const concatWs = defineScalarFunction({
  name: 'concat_ws',
  coerce: (args) => {
    if (args.length < 2) throw argumentMismatch('concat_ws', args, 'concat_ws(separator, value, ...)');
    const text = widestText(args);
    return args.map(() => text);
  },
  parameterNames: ['separator', 'value'],
  nulls: 'custom',
  returns: (args) => ({ type: args[0]?.type ?? Utf8, nullable: args[0]?.nullable ?? true }),
  evaluate: ([separator, ...values]) =>
    separator === null ? null : values.filter((one) => one !== null).join(separator as string),
  doc: {
    section: 'String',
    summary: 'Joins the values with a separator; NULL values are left out with theirs.',
    syntax: 'concat_ws(separator, value[, ..., value])',
    example: "concat_ws('-', 'a', NULL, 'b') -- a-b",
  },
});
