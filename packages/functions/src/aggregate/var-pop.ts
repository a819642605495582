import { momentsAggregateOf } from './moments.js';

/** `var_pop(x)`: population variance (divides by n). */
export const varPop = momentsAggregateOf({
  name: 'var_pop',
  aliases: ['var_population'],
  summary: 'Population variance (divides by n).',
  finish: (squares, count) => (count === 0 ? null : squares / count),
});
