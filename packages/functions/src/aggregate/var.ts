import { momentsAggregateOf } from './moments.js';

/** `var(x)`: sample variance (divides by n - 1); NULL for fewer than two values. */
export const varSamp = momentsAggregateOf({
  name: 'var',
  aliases: ['var_samp', 'var_sample'],
  summary: 'Sample variance (divides by n - 1); NULL for fewer than two values.',
  finish: (squares, count) => (count < 2 ? null : squares / (count - 1)),
});
