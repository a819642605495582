import { alias, column, type DistinctOnPlan, type Expr, type LogicalPlan, type SortExpr } from '@ballista-ts/core';
import { aggregate, allColumns, projection } from '../../logical-build.js';
import type { PlanningContext } from '../../planning-context.js';
import { changed, unchanged } from '../../rule.js';
import { exprText } from '../expr-text.js';
import type { OptimizerRule } from '../optimize.js';

/**
 * DISTINCT is a GROUP BY of all columns; DISTINCT ON groups by its expressions and takes the first value of every column in
 * the order that was asked for.
 */
export const replaceDistinctWithAggregate: OptimizerRule = {
  name: 'replace_distinct_with_aggregate',
  applyOrder: 'bottomUp',
  rewrite(plan, ctx) {
    if (plan.kind === 'Distinct') {
      const columns = allColumns(plan.input);
      // Rows without columns: at most one of them is different from the others.
      if (columns.length === 0) return changed({ kind: 'Limit', skip: 0, fetch: 1, input: plan.input });
      return changed(aggregate(columns, [], plan.input, ctx.functions));
    }
    return plan.kind === 'DistinctOn' ? changed(firstOfEach(plan, ctx)) : unchanged(plan);
  },
};

function firstOfEach(plan: DistinctOnPlan, ctx: PlanningContext): LogicalPlan {
  const keys = plan.on.map((expr) => alias(expr, ctx.aliases.next('__distinct_on')));
  const firsts = plan.select.map((expr): Expr => {
    const value = expr.kind === 'Alias' ? expr.expr : expr;
    return alias(
      { kind: 'AggregateFunction', name: 'first_value', args: [value], distinct: false, orderBy: plan.sort },
      ctx.aliases.next('__first'),
    );
  });
  const grouped = aggregate(keys, firsts, plan.input, ctx.functions);
  // One row is left per key, so only the keys among the sort expressions still say anything about the order.
  const texts = plan.on.map(exprText);
  const order = plan.sort.flatMap((key): SortExpr[] => {
    const index = texts.indexOf(exprText(key.expr));
    return index < 0 ? [] : [{ ...key, expr: column(keys[index]!.name) }];
  });
  const sorted: LogicalPlan = order.length === 0 ? grouped : { kind: 'Sort', exprs: order, input: grouped };
  const outputs = plan.schema.fields.map(({ field, qualifier }, index) =>
    alias(column((firsts[index] as { readonly name: string }).name), field.name, qualifier),
  );
  return projection(outputs, sorted, ctx.functions);
}
