import { textParameter } from '../../definition/parameter.js';
import { textResult } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';

/** `replace(text, from, to)`: every occurrence replaced; an empty `from` changes nothing. */
export const replace = defineScalarFunction({
  name: 'replace',
  parameters: [textParameter('text'), textParameter('from'), textParameter('to')],
  returns: textResult,
  // A replacement text given as such would have its dollar signs interpreted.
  evaluate: ([text, from, to]) => (from === '' ? text! : (text as string).split(from as string).join(to as string)),
  doc: {
    section: 'String',
    summary: 'Replaces every occurrence of one text by another.',
    syntax: 'replace(text, from, to)',
    example: "replace('abab', 'b', 'x') -- axax",
  },
});
