import type { ScalarValue } from '../types/scalar-value.js';

export type WindowFrameUnits = 'rows' | 'range' | 'groups';

/** `offset` absent means unbounded. */
export type WindowFrameBound =
  | { readonly kind: 'preceding'; readonly offset?: ScalarValue }
  | { readonly kind: 'currentRow' }
  | { readonly kind: 'following'; readonly offset?: ScalarValue };

export interface WindowFrame {
  readonly units: WindowFrameUnits;
  readonly start: WindowFrameBound;
  readonly end: WindowFrameBound;
}

/** Without a frame clause: all peers up to the current row when there is an ORDER BY, else the whole partition. */
export const defaultWindowFrame = (hasOrderBy: boolean): WindowFrame =>
  hasOrderBy
    ? { units: 'range', start: { kind: 'preceding' }, end: { kind: 'currentRow' } }
    : { units: 'rows', start: { kind: 'preceding' }, end: { kind: 'following' } };
