import { Float64 } from '@ballista-ts/core';
import { neverNull } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';

/** `random()`: another number for each row. */
export const random = defineScalarFunction({
  name: 'random',
  aliases: ['rand'],
  volatility: 'volatile',
  parameters: [],
  returns: neverNull(Float64),
  evaluate: (_args, { query }) => query.random(),
  doc: { section: 'Math', summary: 'A random number from 0 to below 1, another one for each row.', syntax: 'random()' },
});
