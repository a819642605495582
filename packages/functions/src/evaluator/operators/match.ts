import { type BinaryOperator, InternalError, type Value } from '@ballista-ts/core';
import { BoundedCache } from '../../text/bounded-cache.js';
import { compileLike } from '../../text/like.js';
import { compileRegex } from '../../text/regex.js';
import type { BinaryKernel } from './kernel.js';

const patternsKept = 256;

/** LIKE and regular expression operators; patterns are compiled once. */
export function matchOperator(op: BinaryOperator): BinaryKernel {
  switch (op) {
    case 'LikeMatch':
      return likeKernel(false, false);
    case 'ILikeMatch':
      return likeKernel(true, false);
    case 'NotLikeMatch':
      return likeKernel(false, true);
    case 'NotILikeMatch':
      return likeKernel(true, true);
    case 'RegexMatch':
      return regexKernel('', false);
    case 'RegexIMatch':
      return regexKernel('i', false);
    case 'RegexNotMatch':
      return regexKernel('', true);
    case 'RegexNotIMatch':
      return regexKernel('i', true);
    default:
      throw new InternalError(`${op} is not a match operator`);
  }
}

export function likeKernel(caseInsensitive: boolean, negated: boolean, escape?: string): BinaryKernel {
  const patterns = new BoundedCache(patternsKept, (pattern) =>
    compileLike(pattern, { caseInsensitive, ...(escape === undefined ? {} : { escape }) }),
  );
  return (text: Value, pattern: Value) => patterns.get(pattern as string)(text as string) !== negated;
}

function regexKernel(flags: string, negated: boolean): BinaryKernel {
  const patterns = new BoundedCache(patternsKept, (pattern) => compileRegex(pattern, flags));
  return (text, pattern) =>
    patterns
      .get(pattern as string)
      .matcher(text as string)
      .find() !== negated;
}
