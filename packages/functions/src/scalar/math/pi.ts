import { Float64 } from '@ballista-ts/core';
import { neverNull } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';

/** `pi()`. */
export const pi = defineScalarFunction({
  name: 'pi',
  parameters: [],
  returns: neverNull(Float64),
  evaluate: () => Math.PI,
  doc: { section: 'Math', summary: 'The nearest float to pi.', syntax: 'pi()', example: 'pi() -- 3.141592653589793' },
});
