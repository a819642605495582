import { anyParameter, integerParameter } from '../definition/parameter.js';
import { sameAsFirst } from '../definition/return-types.js';
import { defineWindowFunction } from '../definition/window.js';
import { frameValues } from './frame-value.js';

/** `nth_value(x, n) OVER (...)`: value of the n-th row of the frame, from the end for a negative n; NULL when it is shorter. */
export const nthValueWindow = defineWindowFunction({
  name: 'nth_value',
  parameters: [anyParameter('expression'), integerParameter('n')],
  returns: (args) => ({ type: sameAsFirst(args), nullable: true }),
  evaluatePartition: ([values, places], partition, { ignoreNulls }) =>
    frameValues(values!, partition, (row) => (places![row] === null ? null : Number(places![row])), ignoreNulls),
  doc: {
    section: 'Analytical',
    summary: 'Value of the n-th row of the frame, from 1; negative from the end.',
    syntax: 'nth_value(expression, n)',
    example: 'nth_value(price, 2)',
  },
});
