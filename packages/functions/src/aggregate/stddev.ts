import { momentsAggregateOf } from './moments.js';

/** `stddev(x)`: sample standard deviation; NULL for fewer than two values. */
export const stddev = momentsAggregateOf({
  name: 'stddev',
  aliases: ['stddev_samp'],
  summary: 'Sample standard deviation; NULL for fewer than two values.',
  finish: (squares, count) => (count < 2 ? null : Math.sqrt(squares / (count - 1))),
});
