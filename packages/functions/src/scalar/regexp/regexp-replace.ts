import { optional, textParameter } from '../../definition/parameter.js';
import { textResult } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';
import type { Regex } from '../../text/regex.js';
import { regexCache } from './matching.js';

/** `regexp_replace(text, pattern, replacement[, flags])`: the first match replaced, with flag g every one. */
export const regexpReplace = defineScalarFunction({
  name: 'regexp_replace',
  parameters: [
    textParameter('text'),
    textParameter('pattern'),
    textParameter('replacement'),
    optional(textParameter('flags')),
  ],
  returns: textResult,
  prepare: () => {
    const compile = regexCache();
    return ([text, pattern, replacement, flags = '']) => {
      const letters = flags as string;
      const regex = compile(pattern as string, letters.replaceAll('g', ''));
      return replaceMatches(text as string, regex, parseReplacement(replacement as string), letters.includes('g'));
    };
  },
  doc: {
    section: 'Regular expression',
    summary:
      'Replaces the first match of a regular expression, or all with flag g; \\1 in the replacement is the first group.',
    syntax: 'regexp_replace(text, pattern, replacement[, flags])',
    example: "regexp_replace('foobar', 'b(..)', 'X\\1Y') -- fooXarY",
  },
});

/** Literal text, or a group by number or name. */
type Piece = string | { readonly group: number | string };

/** `\1`, `$1`, `${1}` and `${name}` stand for groups, `$$` for a dollar sign; a name reaches as far as it can. */
function parseReplacement(replacement: string): readonly Piece[] {
  const pieces: Piece[] = [];
  const pattern = /\\+(\d+)|\$(?:(\$)|(\w+)|\{([^}]*)\})/g;
  let last = 0;
  for (const match of replacement.matchAll(pattern)) {
    pieces.push(replacement.slice(last, match.index));
    const name = match[1] ?? match[3] ?? match[4];
    if (match[2] !== undefined) pieces.push('$');
    else pieces.push({ group: /^\d+$/.test(name!) ? Number(name) : name! });
    last = match.index + match[0].length;
  }
  pieces.push(replacement.slice(last));
  return pieces;
}

function replaceMatches(text: string, regex: Regex, pieces: readonly Piece[], all: boolean): string {
  const matcher = regex.matcher(text);
  let out = '';
  let last = 0;
  while (matcher.find()) {
    out += text.slice(last, matcher.start());
    for (const piece of pieces) out += typeof piece === 'string' ? piece : groupText(matcher, piece.group);
    last = matcher.end();
    if (!all) break;
  }
  return out + text.slice(last);
}

/** A group that does not exist or did not take part is empty. */
function groupText(matcher: ReturnType<Regex['matcher']>, group: number | string): string {
  if (typeof group === 'number') return group > matcher.groupCount() ? '' : (matcher.group(group) ?? '');
  return Object.hasOwn(matcher.getNamedGroups(), group) ? (matcher.group(group) ?? '') : '';
}
