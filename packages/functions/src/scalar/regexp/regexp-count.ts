import { Int64 } from '@ballista-ts/core';
import { integerParameter, optional, textParameter } from '../../definition/parameter.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import { flagsWithoutGlobal, regexCache, searchStart } from './matching.js';

/** `regexp_count(text, pattern[, start[, flags]])`: number of matches that do not overlap. */
export const regexpCount = defineScalarFunction({
  name: 'regexp_count',
  parameters: [
    textParameter('text'),
    textParameter('pattern'),
    optional(integerParameter('start')),
    optional(textParameter('flags')),
  ],
  returns: Int64,
  prepare: () => {
    const compile = regexCache();
    return ([text, pattern, start, flags]) => {
      const from = searchStart(text as string, start, 'regexp_count');
      if (from > (text as string).length) return 0n;
      const matcher = compile(pattern as string, flagsWithoutGlobal(flags, 'regexp_count')).matcher(
        (text as string).slice(from),
      );
      let count = 0n;
      while (matcher.find()) count += 1n;
      return count;
    };
  },
  doc: {
    section: 'Regular expression',
    summary: 'Number of matches of a regular expression from a start (in characters, from 1).',
    syntax: 'regexp_count(text, pattern[, start[, flags]])',
    example: "regexp_count('abcAbAbc', 'abc', 2, 'i') -- 1",
  },
});
