import { namedCastFunctionOf } from './cast-function.js';

/** `arrow_try_cast`: the value as the Arrow type of that name; NULL where it does not fit. */
export const arrowTryCast = namedCastFunctionOf(
  'arrow_try_cast',
  true,
  'The value as the Arrow type of that name; NULL where it does not fit.',
);
