import type { SourceLocation } from '@ballista-ts/core';
import { sqlError } from './sql-error.js';
import type { StringStyle, Token } from './token.js';

/** Longest first within each leading character, so that the first match is the longest. */
const operatorsByFirst: ReadonlyMap<string, readonly string[]> = (() => {
  const all = [
    ...[
      '<=>',
      '->>',
      '#>>',
      '!~~*',
      '!~~',
      '!~*',
      '!~',
      '~~*',
      '~~',
      '~*',
      '||',
      '::',
      ':=',
      '=>',
      '<=',
      '>=',
      '<>',
      '!=',
    ],
    ...['==', '<<', '>>', '->', '#>', '#-', '@>', '<@', '@@', '@?', '?|', '?&', '|>', '//'],
    ...['+', '-', '*', '/', '%', '=', '<', '>', '&', '|', '^', '#', '~', '!', '@', '?', ':', ';', ',', '.'],
    ...['(', ')', '[', ']', '{', '}'],
  ];
  const map = new Map<string, string[]>();
  for (const op of all) map.set(op[0]!, [...(map.get(op[0]!) ?? []), op]);
  for (const ops of map.values()) ops.sort((a, b) => b.length - a.length);
  return map;
})();

function operatorAt(sql: string, offset: number, first: string): string | undefined {
  const candidates = operatorsByFirst.get(first);
  if (candidates === undefined) return undefined;
  // The last candidate is the character itself.
  return candidates.length === 1 ? first : candidates.find((candidate) => sql.startsWith(candidate, offset));
}
/** Characters that always begin an operator; `@`, `#`, `$` may begin a name. */
const isOperatorCode: readonly boolean[] = Array.from({ length: 128 }, (_unused, code) =>
  '+-*/%=<>&|^~!?:;,.()[]{}'.includes(String.fromCharCode(code)),
);
const isDigit = (code: number): boolean => code >= 48 && code <= 57;

const wordStart = /[\p{L}_]/u;
const wordPart = /[\p{L}\p{M}\p{Nd}_$@#]*/uy;
const number = /(?:\d+(?:_\d+)*)?(?:\.(?:\d+(?:_\d+)*)?)?(?:[eE][+-]?\d+)?/y;
const hexNumber = /0[xX][0-9a-fA-F]+/y;
const placeholder = /\$[\p{L}\p{Nd}_]+/uy;
const dollarTag = /\$(?:[\p{L}_][\p{L}\p{Nd}_]*)?\$/uy;
const space = /[\s\u200b\ufeff]+/uy;

const match = (pattern: RegExp, sql: string, at: number): string => {
  pattern.lastIndex = at;
  return pattern.exec(sql)?.[0] ?? '';
};

/**
 * Cuts a text into tokens; the last one is always `end`. Blanks and comments (`-- line`, nested slash-star) leave no token.
 *
 * @throws SqlParseError for an unterminated literal or comment, and for a character that begins no token.
 */
export function tokenize(sql: string): Token[] {
  const tokens: Token[] = [];
  let offset = 0;
  let line = 1;
  /** Offset that column 1 of this line would have if every character were one UTF-16 unit. */
  let lineBase = 0;

  const here = (): SourceLocation => ({ line, column: offset - lineBase + 1, offset });
  /** Moves on, keeping line and column; columns count code points. */
  const advance = (to: number): void => {
    for (; offset < to; offset += 1) {
      const code = sql.charCodeAt(offset);
      if (code === 10) {
        line += 1;
        lineBase = offset + 1;
      } else if (code >= 0xdc00 && code <= 0xdfff) lineBase += 1;
    }
  };

  /** Text between single quotes beginning at `open`; a doubled quote is one quote. */
  const quoted = (open: number, backslashes: boolean, what = 'string literal'): { text: string; end: number } => {
    const quote = sql[open]!;
    const parts: string[] = [];
    let from = open + 1;
    for (let at = from; at < sql.length; at += 1) {
      const char = sql[at]!;
      if (backslashes && char === '\\') at += 1;
      else if (char === quote) {
        if (sql[at + 1] !== quote) return { text: parts.join('') + sql.slice(from, at), end: at + 1 };
        // A doubled quote: keep one of the two.
        parts.push(sql.slice(from, at + 1));
        at += 1;
        from = at + 1;
      }
    }
    throw sqlError(sql, `Unterminated ${what}`, here());
  };

  while (offset < sql.length) {
    const char = sql[offset]!;
    const code = sql.charCodeAt(offset);
    if (code <= 32 || code >= 127) {
      const blank = match(space, sql, offset);
      if (blank !== '') {
        advance(offset + blank.length);
        continue;
      }
    }
    if (char === '-' && sql[offset + 1] === '-') {
      const end = sql.indexOf('\n', offset);
      advance(end < 0 ? sql.length : end);
      continue;
    }
    if (char === '/' && sql[offset + 1] === '*') {
      const end = commentEnd(sql, offset);
      if (end === undefined) throw sqlError(sql, 'Unterminated comment', here());
      advance(end);
      continue;
    }

    const start = here();
    if (char === "'") {
      const { text, end } = quoted(offset, false);
      advance(end);
      tokens.push({ kind: 'string', value: text, style: 'plain', ...start, end });
      continue;
    }
    if (char === '"' || char === '`') {
      const { text, end } = quoted(offset, false, 'quoted identifier');
      if (text === '') throw sqlError(sql, 'A quoted identifier cannot be empty', start);
      advance(end);
      tokens.push({ kind: 'word', value: text, keyword: '', quoted: true, ...start, end });
      continue;
    }
    // Most of a text is ASCII; looking at the code keeps the patterns for names out of the way of operators.
    if (isOperatorCode[code] === true && !(code === 46 && isDigit(sql.charCodeAt(offset + 1)))) {
      const op = operatorAt(sql, offset, char)!;
      offset += op.length;
      tokens.push({ kind: 'op', value: op, line: start.line, column: start.column, offset: start.offset, end: offset });
      continue;
    }
    const prefixed = prefixedLiteral(sql, offset);
    if (prefixed !== undefined) {
      const { text, end } = quoted(prefixed.quoteAt, prefixed.style === 'escape');
      const location = { ...start, end };
      if (prefixed.style === 'hex') {
        if (!/^[0-9a-fA-F]*$/.test(text))
          throw sqlError(sql, `Expected: hexadecimal digits, found: '${text.slice(0, 40)}'`, start);
        tokens.push({ kind: 'hex', value: text, ...location });
      } else if (prefixed.style === 'bit') {
        if (!/^[01]*$/.test(text)) throw sqlError(sql, `Expected: binary digits, found: '${text.slice(0, 40)}'`, start);
        tokens.push({ kind: 'bit', value: text, ...location });
      } else {
        const value =
          prefixed.style === 'escape' ? unescapeC(text) : prefixed.style === 'unicode' ? unescapeUnicode(text) : text;
        if (value === undefined) throw sqlError(sql, 'Invalid escape sequence in string literal', start);
        tokens.push({ kind: 'string', value, style: prefixed.style, ...location });
      }
      advance(end);
      continue;
    }
    const codePoint = String.fromCodePoint(sql.codePointAt(offset)!);
    // `@` and `#` begin a name only when a name follows; alone or before an operator character they are operators.
    const sigil = (char === '@' || char === '#') && wordStart.test(sql[offset + 1] ?? '');
    if (sigil || wordStart.test(codePoint)) {
      const value = codePoint + match(wordPart, sql, offset + codePoint.length);
      const end = offset + value.length;
      advance(end);
      tokens.push({ kind: 'word', value, keyword: value.toUpperCase(), quoted: false, ...start, end });
      continue;
    }
    if ((code >= 48 && code <= 57) || (char === '.' && /\d/.test(sql[offset + 1] ?? ''))) {
      const hex = match(hexNumber, sql, offset);
      if (hex !== '') {
        const end = offset + hex.length;
        advance(end);
        tokens.push({ kind: 'hex', value: hex.slice(2), ...start, end });
        continue;
      }
      const text = match(number, sql, offset);
      // The suffix of a long literal says nothing that the value does not.
      const end =
        offset +
        text.length +
        (sql[offset + text.length] === 'L' && !wordStart.test(sql[offset + text.length + 1] ?? '') ? 1 : 0);
      advance(end);
      tokens.push({ kind: 'number', value: text.replaceAll('_', ''), ...start, end });
      continue;
    }
    if (char === '$') {
      const tag = match(dollarTag, sql, offset);
      if (tag !== '') {
        const close = sql.indexOf(tag, offset + tag.length);
        if (close < 0) throw sqlError(sql, `Unterminated dollar-quoted string, expected ${tag}`, start);
        const end = close + tag.length;
        tokens.push({ kind: 'string', value: sql.slice(offset + tag.length, close), style: 'dollar', ...start, end });
        advance(end);
        continue;
      }
      const name = match(placeholder, sql, offset);
      if (name !== '') {
        const end = offset + name.length;
        advance(end);
        tokens.push({ kind: 'placeholder', value: name, ...start, end });
        continue;
      }
    }
    const op = operatorAt(sql, offset, char);
    if (op === undefined) throw sqlError(sql, `Expected: an SQL token, found: ${printable(codePoint)}`, start);
    const end = offset + op.length;
    advance(end);
    tokens.push({ kind: 'op', value: op, ...start, end });
  }
  tokens.push({ kind: 'end', value: '', ...here(), end: offset });
  return tokens;
}

/** Offset after the comment that begins at `start`, or undefined when it never ends. Comments nest. */
function commentEnd(sql: string, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < sql.length - 1; at += 1) {
    if (sql[at] === '/' && sql[at + 1] === '*') {
      depth += 1;
      at += 1;
    } else if (sql[at] === '*' && sql[at + 1] === '/') {
      depth -= 1;
      at += 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}

const prefixStyles: Readonly<Record<string, StringStyle | 'hex' | 'bit'>> = {
  E: 'escape',
  N: 'national',
  R: 'raw',
  X: 'hex',
  B: 'bit',
};

function prefixedLiteral(sql: string, at: number): { style: StringStyle | 'hex' | 'bit'; quoteAt: number } | undefined {
  const next = sql[at + 1];
  if (next !== "'" && next !== '&') return undefined;
  const letter = sql[at]!.toUpperCase();
  if (next === "'") {
    const style = prefixStyles[letter];
    return style === undefined ? undefined : { style, quoteAt: at + 1 };
  }
  if (letter === 'U' && sql[at + 2] === "'") return { style: 'unicode', quoteAt: at + 2 };
  return undefined;
}

const simpleEscapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const cEscape = /\\(?:([0-7]{1,3})|x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([\s\S]))/g;

/** The text of E'..': \n and its kin, \101 octal, \x41, \u0041, \U00000041; any other character stands for itself. */
function unescapeC(text: string): string | undefined {
  let valid = true;
  const value = text.replace(
    cEscape,
    (_all, octal?: string, hex?: string, short?: string, long?: string, other?: string) => {
      if (other !== undefined) {
        if (/[xuU]/.test(other)) valid = false;
        return simpleEscapes[other] ?? other;
      }
      const digits = octal ?? hex ?? short ?? long ?? '';
      const point = Number.parseInt(digits, octal === undefined ? 16 : 8);
      if (point === 0 || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) {
        valid = false;
        return '';
      }
      return String.fromCodePoint(point);
    },
  );
  return valid ? value : undefined;
}

const unicodeEscape = /\\(?:([0-9a-fA-F]{4})|\+([0-9a-fA-F]{6})|(\\)|([\s\S]?))/g;

/** The text of U&'..': \0041, \+000041 and a doubled backslash. */
function unescapeUnicode(text: string): string | undefined {
  let valid = true;
  const value = text.replace(
    unicodeEscape,
    (_all, short?: string, long?: string, backslash?: string, other?: string) => {
      if (backslash !== undefined) return '\\';
      const point = other !== undefined ? -1 : Number.parseInt(short ?? long ?? '', 16);
      if (point < 0 || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) {
        valid = false;
        return '';
      }
      return String.fromCodePoint(point);
    },
  );
  return valid ? value : undefined;
}

const printable = (char: string): string =>
  /\p{C}/u.test(char) ? `U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}` : char;
