import { Utf8 } from '@ballista-ts/core';
import { neverNull } from '../../definition/return-types.js';
import { defineScalarFunction } from '../../definition/scalar.js';

/** `uuid()`: a random UUID (version 4), another one for each row. */
export const uuid = defineScalarFunction({
  name: 'uuid',
  volatility: 'volatile',
  parameters: [],
  returns: neverNull(Utf8),
  evaluate: (_args, { query }) => {
    const bytes = Array.from({ length: 16 }, () => Math.floor(query.random() * 256));
    bytes[6] = (bytes[6]! & 0x0f) | 0x40;
    bytes[8] = (bytes[8]! & 0x3f) | 0x80;
    const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  },
  doc: { section: 'String', summary: 'A random UUID (version 4), another one for each row.', syntax: 'uuid()' },
});
