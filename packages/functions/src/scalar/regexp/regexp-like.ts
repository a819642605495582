import { Boolean_ } from '@ballista-ts/core';
import { optional, textParameter } from '../../definition/parameter.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import { flagsWithoutGlobal, regexCache } from './matching.js';

/** `regexp_like(text, pattern[, flags])`: whether the pattern matches anywhere in the text. */
export const regexpLike = defineScalarFunction({
  name: 'regexp_like',
  parameters: [textParameter('text'), textParameter('pattern'), optional(textParameter('flags'))],
  returns: Boolean_,
  prepare: () => {
    const compile = regexCache();
    return ([text, pattern, flags]) =>
      compile(pattern as string, flagsWithoutGlobal(flags, 'regexp_like'))
        .matcher(text as string)
        .find();
  },
  doc: {
    section: 'Regular expression',
    summary: 'Whether a regular expression matches somewhere in the text.',
    syntax: 'regexp_like(text, pattern[, flags])',
    example: "regexp_like('Köln', 'k.*', 'i') -- true",
  },
});
