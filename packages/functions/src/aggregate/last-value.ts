import { endAggregateOf } from './end-value.js';

/** `last_value(x ORDER BY ...)`: value of the last row in the given order; of any row without one. NULLs count unless they are ignored. */
export const lastValue = endAggregateOf(
  'last_value',
  'Value of the last row in the given order; of any row without one.',
);
