import { type PhysicalSortExpr, physicalExprType, type Schema, type Value } from '@ballista-ts/core';
import { sortComparator } from '@ballista-ts/functions';

type Keys = readonly (readonly Value[])[];

/** Compares row `a` of one set of key columns with row `b` of another by a sort order; NULLs go where each key says. */
export function keyComparator(
  exprs: readonly Pick<PhysicalSortExpr, 'expr' | 'asc' | 'nullsFirst'>[],
  schema: Schema,
): (left: Keys, a: number, right: Keys, b: number) => number {
  const compares = exprs.map((key) => sortComparator(physicalExprType(key.expr, schema), key));
  return (left, a, right, b) => {
    for (let index = 0; index < compares.length; index += 1) {
      const order = compares[index]!(left[index]![a]!, right[index]![b]!);
      if (order !== 0) return order;
    }
    return 0;
  };
}
