import { NotYetSupportedError, SqlParseError } from '@ballista-ts/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { queries } from '../../test/support/sql-generator.js';
import { parseExpression, parseStatements } from './parser/statement.js';

/** Whatever the text: statements, or an error about the text. */
function parsesOrComplains(sql: string): void {
  try {
    parseStatements(sql);
  } catch (error) {
    if (!(error instanceof SqlParseError) && !(error instanceof NotYetSupportedError)) throw error;
    // What a message quotes of a hostile text is cut.
    expect(error.message.length).toBeLessThan(2_000);
  }
}

const megabyte = 1_000_000;
/** Long enough for any recursion to overflow and any quadratic step to show, short enough for a busy machine. */
const long = 100_000;

describe('hostile text', () => {
  it.each([
    ['parentheses', '('.repeat(megabyte)],
    ['closed parentheses', `SELECT ${'('.repeat(long)}1${')'.repeat(long)}`],
    ['brackets', `SELECT ${'['.repeat(long)}`],
    ['braces', `SELECT ${'{a:'.repeat(long)}`],
    ['subqueries', 'SELECT * FROM (SELECT * FROM '.repeat(20_000)],
    ['calls', `SELECT ${'f('.repeat(long)}`],
    ['CASE', `SELECT ${'CASE WHEN '.repeat(50_000)}`],
    ['NOT', `SELECT ${'NOT '.repeat(long)}a`],
    ['signs', `SELECT ${'- '.repeat(long)}1`],
    ['INTERVAL', `SELECT ${'INTERVAL '.repeat(long)}`],
    ['casts', `SELECT a${'::INT'.repeat(long)}`],
    ['subscripts', `SELECT a${'[1]'.repeat(long)}`],
    ['IS NULL', `SELECT a${' IS NULL'.repeat(20_000)}`],
    ['IS NULL with operators between', `SELECT a${' IS NULL + 1'.repeat(20_000)}`],
    ['BETWEEN', `SELECT a${' BETWEEN 1 AND 2'.repeat(20_000)}`],
    ['types', `SELECT CAST(a AS ${'ARRAY<'.repeat(50_000)}`],
    ['array types', `SELECT CAST(a AS INT${'[]'.repeat(long)})`],
    ['struct types', `SELECT CAST(a AS ${'STRUCT<a '.repeat(50_000)}`],
    ['EXPLAIN and PREPARE', 'PREPARE p AS '.repeat(50_000)],
    ['joins in parentheses', `SELECT * FROM ${'('.repeat(long)}a`],
    ['grouping sets', `SELECT 1 GROUP BY ${'GROUPING SETS ('.repeat(50_000)}`],
    ['WITH', 'WITH a AS ('.repeat(50_000)],
    ['comments', '/*'.repeat(megabyte / 2)],
    ['single quotes', "'".repeat(megabyte + 1)],
    ['double quotes', '"'.repeat(megabyte + 1)],
    ['dollars', '$'.repeat(megabyte)],
    ['a name', 'a'.repeat(megabyte)],
    ['a number', `SELECT ${'9'.repeat(megabyte)}`],
    ['a string', `SELECT '${'x'.repeat(megabyte)}' nonsense nonsense`],
    ['dots', 'SELECT a'.concat('.a'.repeat(long))],
    ['semicolons', ';'.repeat(long)],
    ['zeros', '\u0000'.repeat(1_000)],
    ['lone surrogates', '\ud800 \udc00 "\ud800" \'\udc00\''],
  ])('with endless %s ends in statements or an error', (_name, sql) => {
    parsesOrComplains(sql);
  });

  it('of random characters never throws anything else', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), parsesOrComplains), { numRuns: 1_000 });
  });

  it('of random tokens never throws anything else', () => {
    const words = [
      ...[
        'SELECT',
        'FROM',
        'WHERE',
        'GROUP',
        'BY',
        'ORDER',
        '(',
        ')',
        '[',
        ']',
        '{',
        '}',
        ',',
        '.',
        ';',
        ':',
        '::',
        "'x'",
        '"y"',
        '1',
      ],
      ...[
        'a',
        '*',
        '+',
        '-',
        'NOT',
        'IN',
        'IS',
        'NULL',
        'AND',
        'OR',
        'CASE',
        'WHEN',
        'THEN',
        'END',
        'INTERVAL',
        'WITH',
        'AS',
        'VALUES',
      ],
      ...[
        'UNION',
        'ALL',
        'JOIN',
        'ON',
        'USING',
        'LATERAL',
        'OVER',
        'CAST',
        'DATE',
        'EXISTS',
        'ANY',
        '=',
        '->',
        '$1',
        'CREATE',
        'TABLE',
      ],
      ...[
        'EXTERNAL',
        'LOCATION',
        'OPTIONS',
        'SET',
        'SHOW',
        'EXPLAIN',
        'INSERT',
        'INTO',
        'DROP',
        'COPY',
        'TO',
        'MERGE',
        'MATCHED',
      ],
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words), { maxLength: 40 }), (tokens) =>
        parsesOrComplains(tokens.join(' ')),
      ),
      { numRuns: 1_500 },
    );
  });

  it('of valid queries with a part missing never throws anything else', () => {
    fc.assert(
      fc.property(queries, fc.nat(), fc.nat({ max: 20 }), (sql, at, length) => {
        const start = at % (sql.length + 1);
        parsesOrComplains(sql.slice(0, start) + sql.slice(start + length));
      }),
      { numRuns: 300 },
    );
  });
});

describe('the recursion limit', () => {
  it('counts nested levels, is 50 unless said, and names its place', () => {
    const nested = (levels: number): string => `${'('.repeat(levels)}a${')'.repeat(levels)}`;
    expect(parseExpression(nested(50))).toMatchObject({ kind: 'Name' });
    expect(() => parseExpression(nested(51))).toThrowError(
      'recursion limit exceeded: more than 50 nested levels (datafusion.sql_parser.recursion_limit) at Line: 1, Column: 51',
    );
    expect(parseExpression(nested(200), { recursionLimit: 200 })).toMatchObject({ kind: 'Name' });
    expect(() => parseExpression('(a)', { recursionLimit: 0 })).toThrowError(
      'recursionLimit must be a positive integer',
    );
  });

  it('is not reached by long chains inside nesting', () => {
    const chain = Array.from({ length: 1_000 }, (_unused, index) => `a${index}`).join(' OR ');
    expect(parseExpression(`((${chain}) AND (${chain}))`, { recursionLimit: 3 })).toMatchObject({
      kind: 'Binary',
      op: 'AND',
    });
  });

  it('set too high for the stack still ends in an error about the text', () => {
    expect(() => parseExpression('('.repeat(long), { recursionLimit: Number.MAX_SAFE_INTEGER })).toThrowError(
      SqlParseError,
    );
  });
});
