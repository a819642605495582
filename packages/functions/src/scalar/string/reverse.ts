import { textParameter } from '../../definition/parameter.js';
import { textResult } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';

/** `reverse(text)`: the code points in reverse order. */
export const reverse = defineScalarFunction({
  name: 'reverse',
  parameters: [textParameter('text')],
  returns: textResult,
  evaluate: ([text]) => [...(text as string)].reverse().join(''),
  doc: {
    section: 'String',
    summary: 'The characters in reverse order.',
    syntax: 'reverse(text)',
    example: "reverse('aé') -- éa",
  },
});
