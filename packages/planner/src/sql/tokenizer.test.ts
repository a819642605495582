import { SqlParseError } from '@ballista-ts/core';
import { describe, expect, it } from 'vitest';
import type { Token } from './token.js';
import { tokenize } from './tokenizer.js';

const brief = (sql: string): string[] =>
  tokenize(sql)
    .filter((token) => token.kind !== 'end')
    .map((token: Token) => `${token.kind}:${token.value}`);

describe('tokenizer', () => {
  it('tells words, numbers, strings and operators apart', () => {
    expect(brief("select a1, 'x' <> 1.5")).toEqual([
      'word:select',
      'word:a1',
      'op:,',
      'string:x',
      'op:<>',
      'number:1.5',
    ]);
  });

  it('gives keywords to unquoted words only, and keeps what was quoted as it is', () => {
    const [plain, quoted, backtick] = tokenize('Select "Select" `a``b`');
    expect(plain).toMatchObject({ kind: 'word', value: 'Select', keyword: 'SELECT', quoted: false });
    expect(quoted).toMatchObject({ kind: 'word', value: 'Select', keyword: '', quoted: true });
    expect(backtick).toMatchObject({ kind: 'word', value: 'a`b', quoted: true });
  });

  it('reads a doubled quote as one, in strings and in names', () => {
    expect(brief(`'it''s' "a""b" ''`)).toEqual([`string:it's`, 'word:a"b', 'string:']);
  });

  it('keeps backslashes in plain strings and reads them in escape strings', () => {
    expect(brief(String.raw`'a\nb' E'a\nb\'\\\x41\u00e9\U0001F600\101'`)).toEqual([
      String.raw`string:a\nb`,
      `string:a\nb'\\AéÀ`.replace('À', '😀A'),
    ]);
  });

  it('reads binary, national, unicode, raw and dollar-quoted literals', () => {
    expect(brief(String.raw`X'1f' b'101' N'x' U&'\0041\+00004a\\' r'\n' $$it's$$ $q$a$$b$q$ 0xFF`)).toEqual([
      'hex:1f',
      'bit:101',
      'string:x',
      'string:AJ\\',
      String.raw`string:\n`,
      `string:it's`,
      'string:a$$b',
      'hex:FF',
    ]);
  });

  it.each([
    ['1', ['number:1']],
    ['1_000_000', ['number:1000000']],
    ['1.', ['number:1.']],
    ['.5', ['number:.5']],
    ['1e3', ['number:1e3']],
    ['1E-3', ['number:1E-3']],
    ['1.5e+10', ['number:1.5e+10']],
    ['10L', ['number:10']],
    ['1e', ['number:1', 'word:e']],
    ['1__0', ['number:1', 'word:__0']],
    ['1_', ['number:1', 'word:_']],
    ['1a', ['number:1', 'word:a']],
  ])('reads the number %s', (sql, expected) => {
    expect(brief(sql)).toEqual(expected);
  });

  it('takes the longest operator', () => {
    expect(brief('a<=>b!~~*c->>d @>e<@f::g||h<>i#>>j#-k|>l=>m')).toEqual([
      ...['word:a', 'op:<=>', 'word:b', 'op:!~~*', 'word:c', 'op:->>', 'word:d', 'op:@>', 'word:e', 'op:<@', 'word:f'],
      // Right after a word `#` and `@` belong to the name, as in the generic dialect.
      ...[
        'op:::',
        'word:g',
        'op:||',
        'word:h',
        'op:<>',
        'word:i#',
        'op:>>',
        'word:j#',
        'op:-',
        'word:k',
        'op:|>',
        'word:l',
        'op:=>',
        'word:m',
      ],
    ]);
  });

  it('skips line comments and nested block comments', () => {
    expect(brief('a -- b\n/* c /* d */ e */ f --')).toEqual(['word:a', 'word:f']);
  });

  it('reads numbered and named placeholders', () => {
    expect(brief('$1 $name $1a')).toEqual(['placeholder:$1', 'placeholder:$name', 'placeholder:$1a']);
  });

  it('counts lines, and columns in code points', () => {
    const tokens = tokenize("'😀' a\n  b\r\n\tc");
    expect(tokens.map(({ line, column, offset }) => [line, column, offset])).toEqual([
      [1, 1, 0],
      [1, 5, 5],
      [2, 3, 9],
      [3, 2, 13],
      [3, 3, 14],
    ]);
  });

  it.each([
    ["select 'abc", 'Unterminated string literal', 1, 8],
    ['select "abc', 'Unterminated quoted identifier', 1, 8],
    ['a\n /* b', 'Unterminated comment', 2, 2],
    ['$$abc', 'Unterminated dollar-quoted string', 1, 1],
    ['select ""', 'A quoted identifier cannot be empty', 1, 8],
    ["X'1g'", 'Expected: hexadecimal digits', 1, 1],
    ["B'12'", 'Expected: binary digits', 1, 1],
    [String.raw`E'\x'`, 'Invalid escape sequence', 1, 1],
    [String.raw`E'\uD800'`, 'Invalid escape sequence', 1, 1],
    [String.raw`U&'\00'`, 'Invalid escape sequence', 1, 1],
    ['a \\ b', 'Expected: an SQL token, found: \\', 1, 3],
    ['a \u0000', 'found: U+0000', 1, 3],
  ])('refuses %j and says where', (sql, message, line, column) => {
    let caught: unknown;
    try {
      tokenize(sql);
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(SqlParseError);
    expect((caught as SqlParseError).message).toContain(message);
    expect((caught as SqlParseError).location).toMatchObject({ line, column });
  });

  it('reads unicode names and treats unicode blanks as blanks', () => {
    expect(brief('größe\u00a0名前\u3000_x')).toEqual(['word:größe', 'word:名前', 'word:_x']);
  });
});
