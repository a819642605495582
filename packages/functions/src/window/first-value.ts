import { anyParameter } from '../definition/parameter.js';
import { sameAsFirst } from '../definition/return-types.js';
import { defineWindowFunction } from '../definition/window.js';
import { frameValues } from './frame-value.js';

/** `first_value(x) OVER (...)`: value of the first row of the frame. */
export const firstValueWindow = defineWindowFunction({
  name: 'first_value',
  parameters: [anyParameter('expression')],
  returns: (args) => ({ type: sameAsFirst(args), nullable: true }),
  evaluatePartition: ([values], partition, { ignoreNulls }) => frameValues(values!, partition, () => 1, ignoreNulls),
  doc: {
    section: 'Analytical',
    summary: 'Value of the first row of the frame.',
    syntax: 'first_value(expression)',
    example: 'first_value(price)',
  },
});
