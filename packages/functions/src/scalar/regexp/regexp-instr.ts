import { ExecutionError, Int64 } from '@ballista-ts/core';
import { integerParameter, optional, textParameter } from '../../definition/parameter.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import { codePointIndex } from '../../text/code-points.js';
import { flagsWithoutGlobal, regexCache, searchStart } from './matching.js';

/** `regexp_instr(text, pattern[, start[, n[, flags[, group]]]])`: where the n-th match, or one of its groups, begins. */
export const regexpInstr = defineScalarFunction({
  name: 'regexp_instr',
  parameters: [
    textParameter('text'),
    textParameter('pattern'),
    optional(integerParameter('start')),
    optional(integerParameter('n')),
    optional(textParameter('flags')),
    optional(integerParameter('group')),
  ],
  returns: Int64,
  prepare: () => {
    const compile = regexCache();
    return ([value, pattern, start, n = 1n, flags, group = 0n]) => {
      const text = value as string;
      const from = searchStart(text, start, 'regexp_instr');
      if ((n as bigint) < 1n) throw new ExecutionError(`regexp_instr: n must be at least 1, got ${n}`);
      if ((group as bigint) < 0n) throw new ExecutionError(`regexp_instr: group must not be negative, got ${group}`);
      if (from > text.length) return 0n;
      const matcher = compile(pattern as string, flagsWithoutGlobal(flags, 'regexp_instr')).matcher(text.slice(from));
      for (let count = 1n; matcher.find(); count += 1n) {
        if (count < (n as bigint)) continue;
        if (Number(group) > matcher.groupCount()) return 0n;
        const at = matcher.start(Number(group));
        return at === -1 ? 0n : BigInt(codePointIndex(text, from + at) + 1);
      }
      return 0n;
    };
  },
  doc: {
    section: 'Regular expression',
    summary: 'Position (from 1) of the n-th match of a regular expression or of a group in it; 0 when there is none.',
    syntax: 'regexp_instr(text, pattern[, start[, n[, flags[, group]]]])',
    example: "regexp_instr('ABCDEF', 'C(.)(..)') -- 3",
  },
});
