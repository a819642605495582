import { likeCastFunctionOf } from './cast-function.js';

/** `cast_to_type`: the value as the type of another expression, whose value does not matter. */
export const castToType = likeCastFunctionOf(
  'cast_to_type',
  false,
  'The value as the type of another expression, whose value does not matter.',
);
