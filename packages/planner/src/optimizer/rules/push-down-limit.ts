import type { LimitPlan, LogicalPlan } from '@ballista-ts/core';
import { changed, unchanged } from '../../rule.js';
import type { OptimizerRule } from '../optimize.js';
import { mostRows } from '../row-bounds.js';

/**
 * Lets fewer rows be made: a limit goes below projections, tells sorts, scans and the branches of unions how many rows are
 * enough, and limits the side of an outer join each of whose rows comes out. Stands aside at filters, aggregates and joins
 * that drop rows.
 */
export const pushDownLimit: OptimizerRule = {
  name: 'push_down_limit',
  applyOrder: 'topDown',
  rewrite(plan) {
    if (plan.kind !== 'Limit') return unchanged(plan);
    const next = push(plan);
    return next === plan ? unchanged(plan) : changed(next);
  },
};

function push(plan: LimitPlan): LogicalPlan {
  const { input, skip, fetch } = plan;
  if (input.kind === 'Limit') return merge(plan, input);
  if (fetch === undefined) return plan;
  const needed = skip + fetch;
  switch (input.kind) {
    case 'Projection':
    case 'SubqueryAlias':
      return { ...input, input: push({ ...plan, input: input.input }) };
    case 'Sort':
      return (input.fetch ?? Number.POSITIVE_INFINITY) <= needed
        ? plan
        : { ...plan, input: { ...input, fetch: needed } };
    case 'TableScan':
      return input.filters.length > 0 || (input.fetch ?? Number.POSITIVE_INFINITY) <= needed
        ? plan
        : { ...plan, input: { ...input, fetch: needed } };
    case 'Union': {
      const inputs = input.inputs.map((branch) => limited(branch, needed));
      return inputs.every((branch, index) => branch === input.inputs[index])
        ? plan
        : { ...plan, input: { ...input, inputs } };
    }
    case 'Join': {
      const cross = input.joinType === 'inner' && input.on.length === 0 && input.filter === undefined;
      const left = cross || input.joinType === 'left' ? limited(input.left, needed) : input.left;
      const right = cross || input.joinType === 'right' ? limited(input.right, needed) : input.right;
      return left === input.left && right === input.right ? plan : { ...plan, input: { ...input, left, right } };
    }
    default:
      return plan;
  }
}

const limited = (input: LogicalPlan, fetch: number): LogicalPlan =>
  (mostRows(input) ?? Number.POSITIVE_INFINITY) <= fetch ? input : { kind: 'Limit', skip: 0, fetch, input };

/** The rows that the outer limit takes of those the inner one takes. */
function merge(outer: LimitPlan, inner: LimitPlan): LimitPlan {
  const available = inner.fetch === undefined ? Number.POSITIVE_INFINITY : Math.max(inner.fetch - outer.skip, 0);
  const fetch = Math.min(available, outer.fetch ?? Number.POSITIVE_INFINITY);
  return {
    kind: 'Limit',
    skip: inner.skip + outer.skip,
    ...(Number.isFinite(fetch) && { fetch }),
    input: inner.input,
  };
}
