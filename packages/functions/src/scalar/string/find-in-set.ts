import { textParameter } from '../../definition/parameter.js';
import { lengthResult, lengthValue } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';

/** `find_in_set(text, list)`: place of the text in a comma-separated list, from 1; 0 when it is not there. */
export const findInSet = defineScalarFunction({
  name: 'find_in_set',
  parameters: [textParameter('text'), textParameter('list')],
  returns: lengthResult,
  evaluate: ([text, list], { returnType }) =>
    lengthValue(list === '' ? 0 : (list as string).split(',').indexOf(text as string) + 1, returnType),
  doc: {
    section: 'String',
    summary: 'Place of the text in a comma-separated list, from 1; 0 when it is not in it.',
    syntax: 'find_in_set(text, list)',
    example: "find_in_set('b', 'a,b,c') -- 2",
  },
});
