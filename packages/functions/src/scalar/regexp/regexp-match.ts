import { list, type Value } from '@ballista-ts/core';
import { optional, textParameter } from '../../definition/parameter.js';
import { textLike } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import { flagsWithoutGlobal, regexCache } from './matching.js';

/** `regexp_match(text, pattern[, flags])`: the groups of the first match, or all of it when there are none; else NULL. */
export const regexpMatch = defineScalarFunction({
  name: 'regexp_match',
  parameters: [textParameter('text'), textParameter('pattern'), optional(textParameter('flags'))],
  returns: ([text]) => ({ type: list(textLike(text!.type)), nullable: true }),
  prepare: () => {
    const compile = regexCache();
    return ([text, pattern, flags]) => {
      const matcher = compile(pattern as string, flagsWithoutGlobal(flags, 'regexp_match')).matcher(text as string);
      if (!matcher.find()) return null;
      const groups: Value[] = [];
      for (let group = 1; group <= matcher.groupCount(); group += 1) groups.push(matcher.group(group));
      return groups.length === 0 ? [matcher.group()] : groups;
    };
  },
  doc: {
    section: 'Regular expression',
    summary: 'The groups of the first match of a regular expression, or the whole match; NULL when there is none.',
    syntax: 'regexp_match(text, pattern[, flags])',
    example: "regexp_match('2024-05', '(\\d+)-(\\d+)') -- [2024, 05]",
  },
});
