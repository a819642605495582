import { changed, unchanged } from '../../rule.js';
import { exprText } from '../expr-text.js';
import type { OptimizerRule } from '../optimize.js';

/** A sort key that came before, in whatever direction, says nothing new; a sort without keys is none. */
export const eliminateDuplicatedExpr: OptimizerRule = {
  name: 'eliminate_duplicated_expr',
  applyOrder: 'topDown',
  rewrite(plan) {
    if (plan.kind !== 'Sort') return unchanged(plan);
    const seen = new Set<string>();
    const exprs = plan.exprs.filter(({ expr }) => {
      if (expr.kind === 'Literal') return false;
      const text = exprText(expr);
      if (seen.has(text)) return false;
      seen.add(text);
      return true;
    });
    if (exprs.length === plan.exprs.length) return unchanged(plan);
    if (exprs.length > 0) return changed({ ...plan, exprs });
    return changed(
      plan.fetch === undefined ? plan.input : { kind: 'Limit', skip: 0, fetch: plan.fetch, input: plan.input },
    );
  },
};
