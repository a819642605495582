import { namedCastFunctionOf } from './cast-function.js';

/** `arrow_cast`: the value as the Arrow type of that name. */
export const arrowCast = namedCastFunctionOf('arrow_cast', false, 'The value as the Arrow type of that name.');
