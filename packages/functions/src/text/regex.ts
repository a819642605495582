import { describeError, ExecutionError, NotYetSupportedError } from '@ballista-ts/core';
import { RE2JS } from 're2js';

/** A compiled pattern of the linear-time engine. */
export type Regex = RE2JS;

/**
 * Compiles a regular expression of DataFusion's dialect (Perl-like, no look-around, no back-references) with its flag letters:
 * `i` ignore case, `m` multi-line, `s` dot matches newline, `U` swap greediness, `x` is not among them. `g` says how often to
 * replace and is the caller's business.
 *
 * @throws ExecutionError for a malformed pattern or an unknown flag, NotYetSupportedError for flag R.
 */
export function compileRegex(pattern: string, flags = ''): Regex {
  let inline = '';
  for (const flag of flags) {
    if (flag === 'i' || flag === 'm' || flag === 's' || flag === 'U') inline += flag;
    else if (flag === 'R') throw new NotYetSupportedError('regular expression flag R (CRLF line ends)');
    else throw new ExecutionError(`unknown regular expression flag '${flag}', expected one of i, m, s, U, g`);
  }
  try {
    return RE2JS.compile(inline === '' ? pattern : `(?${inline})${pattern}`);
  } catch (error) {
    throw new ExecutionError(`Regular expression did not compile: '${pattern}': ${describeError(error)}`, {
      cause: error,
    });
  }
}
