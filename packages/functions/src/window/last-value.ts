import { anyParameter } from '../definition/parameter.js';
import { sameAsFirst } from '../definition/return-types.js';
import { defineWindowFunction } from '../definition/window.js';
import { frameValues } from './frame-value.js';

/** `last_value(x) OVER (...)`: value of the last row of the frame. */
export const lastValueWindow = defineWindowFunction({
  name: 'last_value',
  parameters: [anyParameter('expression')],
  returns: (args) => ({ type: sameAsFirst(args), nullable: true }),
  evaluatePartition: ([values], partition, { ignoreNulls }) => frameValues(values!, partition, () => -1, ignoreNulls),
  doc: {
    section: 'Analytical',
    summary: 'Value of the last row of the frame.',
    syntax: 'last_value(expression)',
    example: 'last_value(price)',
  },
});
