import { InvalidArgumentError } from '@ballista-ts/core';

/**
 * Compiles a glob: `*` and `?` match within a segment, `[a-z]` and `[!a-z]` one character, `**` any number of whole segments. The
 * expression matches a path, or the directories that lead to it: `2024-*` also matches `2024-01/x.parquet`, with what follows the
 * match as its first group.
 * @throws InvalidArgumentError for a set that is not closed
 */
export function compileGlob(glob: string): RegExp {
  const segments = glob.split('/');
  let source = '';
  for (const [index, segment] of segments.entries()) {
    if (segment === '**') {
      source += index === segments.length - 1 ? '(?:[^/]+/)*[^/]+' : '(?:[^/]+/)*';
      continue;
    }
    source += segmentSource(segment, glob);
    if (index < segments.length - 1) source += '/';
  }
  return new RegExp(`^${source}(?:/(.+))?$`, 'su');
}

function segmentSource(segment: string, glob: string): string {
  let source = '';
  for (let at = 0; at < segment.length; at += 1) {
    const char = segment.charAt(at);
    if (char === '*') source += '[^/]*';
    else if (char === '?') source += '[^/]';
    else if (char === '[') {
      // A `]` right after the opening belongs to the set.
      const negated = segment.charAt(at + 1) === '!' || segment.charAt(at + 1) === '^';
      const start = at + (negated ? 2 : 1);
      const end = segment.indexOf(']', start + 1);
      if (end < 0)
        throw new InvalidArgumentError(`glob ${glob}: the set that begins at "${segment.slice(at)}" has no "]"`);
      source += `(?!/)[${negated ? '^' : ''}${setSource(segment.slice(start, end), glob)}]`;
      at = end;
    } else source += escape(char);
  }
  return source;
}

function setSource(set: string, glob: string): string {
  const characters = [...set];
  for (let i = 1; i + 1 < characters.length; i += 1) {
    if (characters[i] === '-' && characters[i - 1]! > characters[i + 1]!) {
      throw new InvalidArgumentError(`glob ${glob}: the range ${characters.slice(i - 1, i + 2).join('')} is backwards`);
    }
  }
  return characters
    .map((char, index) => (char === '-' && index > 0 && index < characters.length - 1 ? '-' : escapeInSet(char)))
    .join('');
}

const escape = (char: string): string => char.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
const escapeInSet = (char: string): string => char.replace(/[\\^[\]-]/g, '\\$&');
