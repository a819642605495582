import { extremeOf } from './greatest-least.js';

/** `least(a, b, ...)`: the smallest that is not NULL. */
export const least = extremeOf('least', 'Smallest of the arguments that are not NULL.', 'least(1, 3, NULL) -- 1');
