import { schemaOf } from '@ballista-ts/core';
import { changed, unchanged } from '../../rule.js';
import type { OptimizerRule } from '../optimize.js';
import { isLiteral } from '../simplify/simplify-context.js';

/** A filter that lets everything pass goes; one that lets nothing pass makes the plan empty. */
export const eliminateFilter: OptimizerRule = {
  name: 'eliminate_filter',
  applyOrder: 'topDown',
  rewrite(plan) {
    if (plan.kind !== 'Filter') return unchanged(plan);
    if (isLiteral(plan.predicate, true)) return changed(plan.input);
    if (isLiteral(plan.predicate, false) || isLiteral(plan.predicate, null)) {
      return changed({ kind: 'EmptyRelation', produceOneRow: false, schema: schemaOf(plan) });
    }
    return unchanged(plan);
  },
};
