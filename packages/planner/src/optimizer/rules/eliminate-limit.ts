import { schemaOf } from '@ballista-ts/core';
import { changed, unchanged } from '../../rule.js';
import type { OptimizerRule } from '../optimize.js';
import { mostRows } from '../row-bounds.js';

/** A limit that cuts nothing goes; `LIMIT 0` makes the plan empty. */
export const eliminateLimit: OptimizerRule = {
  name: 'eliminate_limit',
  applyOrder: 'bottomUp',
  rewrite(plan) {
    if (plan.kind !== 'Limit') return unchanged(plan);
    if (plan.fetch === 0) return changed({ kind: 'EmptyRelation', produceOneRow: false, schema: schemaOf(plan) });
    const most = plan.input.kind === 'Sort' || plan.input.kind === 'TableScan' ? undefined : mostRows(plan.input);
    // A scan or sort may give more rows than its own limit says.
    const fits = plan.fetch === undefined || (most !== undefined && most <= plan.fetch && isExact(plan.input.kind));
    return plan.skip === 0 && fits ? changed(plan.input) : unchanged(plan);
  },
};

const isExact = (kind: string): boolean => kind === 'Aggregate' || kind === 'Limit' || kind === 'Values';
