import { describe, expect, it } from 'vitest';
import { parseStatements } from './parser/statement.js';
import { caretExcerpt, sqlError } from './sql-error.js';

describe('SQL errors', () => {
  it('show the line with a caret under the place', () => {
    expect(() => parseStatements('SELECT a,\n  b FROM t WHERE')).toThrowError(
      [
        'Expected: an expression, found: end of input at Line: 2, Column: 17',
        '  b FROM t WHERE',
        '                ^',
      ].join('\n'),
    );
  });

  it('cut long lines around the place', () => {
    const sql = `${'x'.repeat(500)}!${'y'.repeat(500)}`;
    const [line, caret] = caretExcerpt(sql, { line: 1, column: 501, offset: 500 }).split('\n');
    expect(line).toHaveLength(48 + 48 + 6);
    expect(line!.startsWith('...x')).toBe(true);
    expect(line!.endsWith('y...')).toBe(true);
    expect(line![caret!.length - 1]).toBe('!');
  });

  it('put the caret right after tabs and wide characters', () => {
    const [, caret] = caretExcerpt('\t😀 x', { line: 1, column: 4, offset: 4 }).split('\n');
    expect(caret).toBe('   ^');
  });

  it('work at the end of an empty text', () => {
    const error = sqlError('', 'Expected: something', { line: 1, column: 1, offset: 0 });
    expect(error.message).toBe('Expected: something at Line: 1, Column: 1\n\n^');
    expect(error.location).toEqual({ line: 1, column: 1, offset: 0 });
  });
});
