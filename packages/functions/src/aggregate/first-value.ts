import { endAggregateOf } from './end-value.js';

/** `first_value(x ORDER BY ...)`: value of the first row in the given order; of any row without one. NULLs count unless they are ignored. */
export const firstValue = endAggregateOf(
  'first_value',
  'Value of the first row in the given order; of any row without one.',
);
