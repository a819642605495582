import { type SourceLocation, SqlParseError } from '@ballista-ts/core';

/** Characters of the offending line shown on each side of the caret. */
const excerptReach = 48;

/** The line of `sql` that holds `at`, cut to a readable width, with a caret under the place. */
export function caretExcerpt(sql: string, at: SourceLocation): string {
  const offset = Math.min(at.offset, sql.length);
  let lineStart = offset;
  while (lineStart > 0 && sql[lineStart - 1] !== '\n' && offset - lineStart < excerptReach) lineStart -= 1;
  let lineEnd = offset;
  while (lineEnd < sql.length && sql[lineEnd] !== '\n' && lineEnd - offset < excerptReach) lineEnd += 1;
  const cutBefore = lineStart > 0 && sql[lineStart - 1] !== '\n';
  const cutAfter = lineEnd < sql.length && sql[lineEnd] !== '\n';
  // A tab or control character would shift the caret: each becomes one blank.
  const clean = (text: string): string => text.replace(/\p{Cc}/gu, ' ');
  const before = `${cutBefore ? '...' : ''}${clean(sql.slice(lineStart, offset))}`;
  const after = `${clean(sql.slice(offset, lineEnd))}${cutAfter ? '...' : ''}`;
  return `${before}${after}\n${' '.repeat([...before].length)}^`;
}

/** An error about the text itself: the message, the place in words, and the line with a caret. */
export function sqlError(sql: string, message: string, at: SourceLocation): SqlParseError {
  return new SqlParseError(`${message} at Line: ${at.line}, Column: ${at.column}\n${caretExcerpt(sql, at)}`, {
    line: at.line,
    column: at.column,
    offset: at.offset,
  });
}
