import type { SourceLocation } from '@ballista-ts/core';

/** How a string literal was written. Only `escape` (E'..') reads backslashes; `dollar` ($$..$$) reads nothing at all. */
export type StringStyle = 'plain' | 'escape' | 'national' | 'unicode' | 'raw' | 'dollar';

interface TokenBase extends SourceLocation {
  /** Offset of the first character after the token. */
  readonly end: number;
}
/** An identifier or keyword. `keyword` is the upper-case spelling, empty when the word is quoted: quoted words are never keywords. */
export interface WordToken extends TokenBase {
  readonly kind: 'word';
  readonly value: string;
  readonly keyword: string;
  readonly quoted: boolean;
}
/** A number without its digit separators. */
export interface NumberToken extends TokenBase {
  readonly kind: 'number';
  readonly value: string;
}
export interface StringToken extends TokenBase {
  readonly kind: 'string';
  readonly value: string;
  readonly style: StringStyle;
}
/** X'1F' or 0x1F: the hexadecimal digits. */
export interface HexToken extends TokenBase {
  readonly kind: 'hex';
  readonly value: string;
}
/** B'101': the binary digits. */
export interface BitToken extends TokenBase {
  readonly kind: 'bit';
  readonly value: string;
}
/** `$1` or `$name`, with the dollar sign. */
export interface PlaceholderToken extends TokenBase {
  readonly kind: 'placeholder';
  readonly value: string;
}
/** An operator or a punctuation mark. */
export interface OperatorToken extends TokenBase {
  readonly kind: 'op';
  readonly value: string;
}
export interface EndToken extends TokenBase {
  readonly kind: 'end';
  readonly value: '';
}

export type Token =
  | WordToken
  | NumberToken
  | StringToken
  | HexToken
  | BitToken
  | PlaceholderToken
  | OperatorToken
  | EndToken;

/** What an error message calls a token; long ones are cut. */
export function describeToken(token: Token): string {
  const value = token.value.length > 40 ? `${token.value.slice(0, 40)}...` : token.value;
  switch (token.kind) {
    case 'end':
      return 'end of input';
    case 'word':
      return token.quoted ? `"${value}"` : value;
    case 'string':
      return `'${value}'`;
    case 'hex':
      return `X'${value}'`;
    case 'bit':
      return `B'${value}'`;
    default:
      return value;
  }
}
