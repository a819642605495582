import { likeCastFunctionOf } from './cast-function.js';

/** `try_cast_to_type`: the value as the type of another expression; NULL where it does not fit. */
export const tryCastToType = likeCastFunctionOf(
  'try_cast_to_type',
  true,
  'The value as the type of another expression; NULL where it does not fit.',
);
