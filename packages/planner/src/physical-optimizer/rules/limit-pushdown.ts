import type { ExecutionPlan } from '@ballista-ts/core';
import { changed, unchanged } from '../../rule.js';
import type { PhysicalOptimizerRule } from '../optimize.js';

/**
 * Stops partitions early: a limit over a coalesce of partitions also limits each of them (`skip` and `fetch` rows are
 * enough), and a limit over rows that are cut to as many already goes away. Stands aside when there is no upper bound.
 */
export const limitPushdown: PhysicalOptimizerRule = {
  name: 'limit_pushdown',
  applyOrder: 'topDown',
  rewrite(plan) {
    if (plan.kind !== 'GlobalLimitExec' || plan.fetch === undefined) return unchanged(plan);
    const needed = plan.skip + plan.fetch;
    const { input } = plan;
    if (fetchOf(input) !== undefined && fetchOf(input)! <= needed && plan.skip === 0) {
      return changed(input);
    }
    if (input.kind !== 'CoalescePartitionsExec' || (fetchOf(input) ?? Number.POSITIVE_INFINITY) <= needed) {
      return unchanged(plan);
    }
    const limited: ExecutionPlan = {
      ...input,
      fetch: needed,
      input: { kind: 'LocalLimitExec', fetch: needed, input: input.input },
    };
    return changed(plan.skip === 0 ? limited : { ...plan, input: limited });
  },
};

/** Rows that a node of one partition gives at most. */
function fetchOf(plan: ExecutionPlan): number | undefined {
  switch (plan.kind) {
    case 'CoalescePartitionsExec':
    case 'SortPreservingMergeExec':
    case 'GlobalLimitExec':
      return plan.fetch;
    case 'SortExec':
      return plan.preservePartitioning ? undefined : plan.fetch;
    default:
      return undefined;
  }
}
