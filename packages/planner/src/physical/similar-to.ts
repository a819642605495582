import { isString, NotYetSupportedError, type PhysicalExpr } from '@ballista-ts/core';

/**
 * The pattern of SIMILAR TO as a regular expression. `%` and `_` are LIKE's, `| * + ? { } ( ) [ ]` are those of regular
 * expressions, everything else means itself, and the whole text has to match: `a_(b|c)` is `^(?:a[\\s\\S](b|c))$`.
 *
 * @throws NotYetSupportedError for a pattern that is not a constant.
 */
export function similarToPattern(pattern: PhysicalExpr): PhysicalExpr {
  if (pattern.kind !== 'Literal' || !(isString(pattern.value.type) || pattern.value.type.kind === 'Null')) {
    throw new NotYetSupportedError('SIMILAR TO with a pattern that is not a constant');
  }
  const { type, value } = pattern.value;
  if (value === null) return pattern;
  return { kind: 'Literal', value: { type, value: toRegex(String(value)) } };
}

function toRegex(pattern: string): string {
  let out = '';
  let inClass = false;
  for (let index = 0; index < pattern.length; index += 1) {
    const char = pattern[index]!;
    if (char === '\\') {
      index += 1;
      out += escapeChar(pattern[index] ?? '\\');
    } else if (inClass) {
      if (char === ']') inClass = false;
      out += char;
    } else if (char === '[') {
      inClass = true;
      out += char;
    } else if (char === '%') out += `${anyCharacter}*`;
    else if (char === '_') out += anyCharacter;
    else if (char === '.' || char === '^' || char === '$') out += `\\${char}`;
    else out += char;
  }
  return `^(?:${out})$`;
}

/** Line breaks are characters like all others here, which `.` does not say. */
const anyCharacter = '[\\s\\S]';

const escapeChar = (char: string): string => (/[\\^$.|?*+()[\]{}]/.test(char) ? `\\${char}` : char);
