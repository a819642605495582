import { extremeOf } from './greatest-least.js';

/** `greatest(a, b, ...)`: the largest that is not NULL. */
export const greatest = extremeOf(
  'greatest',
  'Largest of the arguments that are not NULL.',
  'greatest(1, 3, NULL) -- 3',
);
