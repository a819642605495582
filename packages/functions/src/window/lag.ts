import { shiftedWindowOf } from './shifted-value.js';

/** `lag(x[, offset[, default]])`: value some rows before the row in its partition; the default, or NULL, where there is none. */
export const lag = shiftedWindowOf(
  'lag',
  'Value some rows before the row in its partition; the default, or NULL, where there is none.',
);
