import { ExecutionError, type Value } from '@ballista-ts/core';
import { BoundedCache } from '../../text/bounded-cache.js';
import { compileRegex, type Regex } from '../../text/regex.js';

/** Compiles patterns with their flags, each once a call site. */
export function regexCache(): (pattern: string, flags?: string) => Regex {
  const cache = new BoundedCache<Regex>(256, (key) => {
    const at = key.indexOf('/');
    return compileRegex(key.slice(at + 1), key.slice(0, at));
  });
  return (pattern, flags = '') => cache.get(`${flags}/${pattern}`);
}

/** Flags of a function that gives one answer, where `g` has no meaning. */
export function flagsWithoutGlobal(flags: Value | undefined, name: string): string {
  const text = (flags ?? '') as string;
  if (text.includes('g')) throw new ExecutionError(`${name} does not take the "g" flag`);
  return text;
}

/** Where a search starts, in code units, of a text with the start counted in characters from 1. */
export function searchStart(text: string, start: Value | undefined, name: string): number {
  if (start === undefined) return 0;
  const place = Number(start);
  if (place < 1) throw new ExecutionError(`${name}: start must be at least 1, got ${place}`);
  let unit = 0;
  for (let index = 1; index < place; index += 1) {
    if (unit >= text.length) return text.length + 1;
    unit += text.codePointAt(unit)! > 0xffff ? 2 : 1;
  }
  return unit;
}
