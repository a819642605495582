import { momentsAggregateOf } from './moments.js';

/** `stddev_pop(x)`: population standard deviation. */
export const stddevPop = momentsAggregateOf({
  name: 'stddev_pop',
  summary: 'Population standard deviation.',
  finish: (squares, count) => (count === 0 ? null : Math.sqrt(squares / count)),
});
