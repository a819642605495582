import type { SqlOption } from '../ast/ddl.js';
import type { Parser } from './parser.js';

/** Parses `( key value, ... )`. A key is words with dots between them, or a string; a value is one literal or word. */
export function parseOptions(p: Parser): SqlOption[] {
  return p.parenthesized((): SqlOption => {
    const span = p.span();
    return { key: parseKey(p), value: parseOptionValue(p), span };
  }, true);
}

function parseKey(p: Parser): string {
  if (p.peek().kind === 'string') return p.stringLiteral();
  return p
    .objectName('an option name')
    .map((part) => part.value)
    .join('.');
}

/** The text of one literal or word, with its sign. */
export function parseOptionValue(p: Parser): string {
  const sign = p.acceptOp('-') ? '-' : p.acceptOp('+') ? '' : undefined;
  const token = p.peek();
  if (token.kind === 'number') {
    p.next();
    return `${sign ?? ''}${token.value}`;
  }
  if (sign !== undefined || (token.kind !== 'word' && token.kind !== 'string'))
    return p.fail('a string, number or word');
  p.next();
  return token.value;
}
