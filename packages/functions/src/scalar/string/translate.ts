import { textParameter } from '../../definition/parameter.js';
import { textResult } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';

/** `translate(text, from, to)`: each character of `from` becomes the one at its place in `to`, or goes when there is none. */
export const translate = defineScalarFunction({
  name: 'translate',
  parameters: [textParameter('text'), textParameter('from'), textParameter('to')],
  returns: textResult,
  evaluate: ([text, from, to]) => {
    const targets = [...(to as string)];
    const mapping = new Map<string, string>();
    for (const [index, character] of [...(from as string)].entries()) {
      if (!mapping.has(character)) mapping.set(character, targets[index] ?? '');
    }
    return Array.from(text as string, (character) => mapping.get(character) ?? character).join('');
  },
  doc: {
    section: 'String',
    summary: 'Replaces characters one by one; those without counterpart are removed.',
    syntax: 'translate(text, from, to)',
    example: "translate('abc', 'ac', 'X') -- Xb",
  },
});
