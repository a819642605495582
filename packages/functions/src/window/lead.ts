import { shiftedWindowOf } from './shifted-value.js';

/** `lead(x[, offset[, default]])`: value some rows after the row in its partition; the default, or NULL, where there is none. */
export const lead = shiftedWindowOf(
  'lead',
  'Value some rows after the row in its partition; the default, or NULL, where there is none.',
);
