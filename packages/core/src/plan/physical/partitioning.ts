import type { PhysicalExpr } from './physical-expr.js';

/** How the rows of a plan are spread over its output partitions. */
export type Partitioning =
  | { readonly kind: 'hash'; readonly exprs: readonly PhysicalExpr[]; readonly partitionCount: number }
  | { readonly kind: 'roundRobin'; readonly partitionCount: number }
  | { readonly kind: 'unknown'; readonly partitionCount: number };

export const hashPartitioning = (exprs: readonly PhysicalExpr[], partitionCount: number): Partitioning => ({
  kind: 'hash',
  exprs,
  partitionCount,
});
export const unknownPartitioning = (partitionCount: number): Partitioning => ({ kind: 'unknown', partitionCount });
