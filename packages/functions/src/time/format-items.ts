import { ExecutionError } from '@ballista-ts/core';

/** How a number is filled up: with zeros, spaces, not at all, or as its specifier does by itself. */
export type Padding = '0' | '_' | '-' | '';

/** A piece of a strftime-style format. */
export type FormatItem =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'space' }
  | { readonly kind: 'field'; readonly name: string; readonly padding: Padding };

/** Specifiers that stand for others. */
const composites: Readonly<Record<string, string>> = {
  D: '%m/%d/%y',
  x: '%m/%d/%y',
  F: '%Y-%m-%d',
  v: '%e-%b-%Y',
  R: '%H:%M',
  T: '%H:%M:%S',
  X: '%H:%M:%S',
  r: '%I:%M:%S %p',
  c: '%a %b %e %H:%M:%S %Y',
  '+': '%Y-%m-%dT%H:%M:%S%.f%:z',
};
const literals: Readonly<Record<string, string>> = { '%': '%', t: '\t', n: '\n' };
const fields = new Set([
  ...'YCymbBhdeaAwuUWGgVjHkIlPpMSfZzs',
  '.f',
  '.3f',
  '.6f',
  '.9f',
  '3f',
  '6f',
  '9f',
  ':z',
  '::z',
  ':::z',
  '#z',
]);

/** Takes a format apart (the specifiers of Rust's chrono). @throws ExecutionError for an unknown specifier. */
export function parseFormat(format: string): readonly FormatItem[] {
  const items: FormatItem[] = [];
  const pattern = /%([-_0]?)(\.\d?f|\df|:{1,3}z|#z|[A-Za-z%+])|(\s+)|([^%\s]+)|(%)/gu;
  for (const match of format.matchAll(pattern)) {
    const [, padding, name, space, text] = match;
    if (space !== undefined) items.push({ kind: 'space' });
    else if (text !== undefined) items.push({ kind: 'literal', text });
    else if (name === undefined) throw unknown(format, '%');
    else if (Object.hasOwn(composites, name)) items.push(...parseFormat(composites[name]!));
    else if (Object.hasOwn(literals, name)) items.push({ kind: 'literal', text: literals[name]! });
    else if (fields.has(name))
      items.push({ kind: 'field', name: name === 'h' ? 'b' : name, padding: (padding ?? '') as Padding });
    else throw unknown(format, `%${name}`);
  }
  return items;
}

const unknown = (format: string, what: string): ExecutionError =>
  new ExecutionError(`invalid date format '${format}': '${what}' is not a specifier`);

export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;
/** From Sunday. */
export const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
