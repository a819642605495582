import { planPartitionCount } from '@ballista-ts/core';
import { changed, unchanged } from '../../rule.js';
import type { PhysicalOptimizerRule } from '../optimize.js';

/**
 * Makes one phase of two where a final aggregate stands right on its partial one: the rows of each group are together
 * already, so states would be made only to be taken apart. Stands aside when a repartition or a coalesce lies between.
 */
export const combinePartialFinalAggregate: PhysicalOptimizerRule = {
  name: 'combine_partial_final_aggregate',
  applyOrder: 'bottomUp',
  rewrite(plan) {
    if (plan.kind !== 'AggregateExec' || (plan.mode !== 'final' && plan.mode !== 'finalPartitioned')) {
      return unchanged(plan);
    }
    const partial = plan.input;
    if (partial.kind !== 'AggregateExec' || partial.mode !== 'partial') return unchanged(plan);
    const single = planPartitionCount(partial) === 1;
    // With grouping sets a group's rows are only known to be together when all rows are.
    if (!single && (plan.mode === 'final' || partial.groupBy.groupingSets !== undefined)) return unchanged(plan);
    return changed({
      ...partial,
      mode: single ? 'single' : 'singlePartitioned',
      ...(plan.limit !== undefined && { limit: plan.limit }),
    });
  },
};
