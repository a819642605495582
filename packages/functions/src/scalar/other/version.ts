import { BALLISTA_VERSION, Utf8 } from '@ballista-ts/core';
import { neverNull } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';

/** `version()`: name and version of the engine. */
export const version = defineScalarFunction({
  name: 'version',
  volatility: 'stable',
  parameters: [],
  returns: neverNull(Utf8),
  evaluate: () => `Ballista for TypeScript ${BALLISTA_VERSION}`,
  doc: { section: 'Other', summary: 'Name and version of the engine.', syntax: 'version()' },
});
