import { formatDataType, Utf8 } from '@ballista-ts/core';
import { anyParameter } from '../../definition/parameter.js';
import { neverNull } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';

/** `arrow_typeof(x)`: name of the Arrow type. */
export const arrowTypeof = defineScalarFunction({
  name: 'arrow_typeof',
  parameters: [anyParameter('value')],
  nulls: 'custom',
  returns: neverNull(Utf8),
  prepare: ({ args }) => {
    const name = formatDataType(args[0]!.type);
    return () => name;
  },
  doc: {
    section: 'Other',
    summary: 'Name of the Arrow type of the expression.',
    syntax: 'arrow_typeof(value)',
    example: 'arrow_typeof(1) -- Int64',
  },
});
