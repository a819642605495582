import {
  type ExecutionPlan,
  mapPhysicalColumns,
  type NamedExpr,
  type ProjectionExec,
  planSchema,
  visitPhysicalExpr,
} from '@ballista-ts/core';
import { changed, unchanged } from '../../rule.js';
import type { PhysicalOptimizerRule } from '../optimize.js';

/**
 * Two projections on top of each other become one, and one that only repeats its input goes. Stands aside when something that
 * is computed below is used several times above: it would be computed as often.
 */
export const mergeProjections: PhysicalOptimizerRule = {
  name: 'merge_projections',
  applyOrder: 'bottomUp',
  rewrite(plan) {
    if (plan.kind !== 'ProjectionExec') return unchanged(plan);
    const merged = plan.input.kind === 'ProjectionExec' ? merge(plan, plan.input) : undefined;
    const result = merged ?? plan;
    if (repeatsInput(result)) return changed<ExecutionPlan>(result.input);
    return merged === undefined ? unchanged<ExecutionPlan>(plan) : changed<ExecutionPlan>(merged);
  },
};

function merge(outer: ProjectionExec, inner: ProjectionExec): ProjectionExec | undefined {
  const uses = new Map<number, number>();
  for (const { expr } of outer.exprs) {
    visitPhysicalExpr(expr, (part) => {
      if (part.kind === 'Column') uses.set(part.index, (uses.get(part.index) ?? 0) + 1);
    });
  }
  const cheap = ({ expr }: NamedExpr): boolean => expr.kind === 'Column' || expr.kind === 'Literal';
  if ([...uses].some(([index, count]) => count > 1 && !cheap(inner.exprs[index]!))) return undefined;
  const exprs: NamedExpr[] = [];
  for (const { expr, name } of outer.exprs) {
    const mapped = mapPhysicalColumns(expr, (column) => inner.exprs[column.index]?.expr);
    if (mapped === undefined) return undefined;
    exprs.push({ expr: mapped, name });
  }
  return { ...outer, exprs, input: inner.input };
}

/** Whether every column comes out where and as it came in. */
function repeatsInput({ exprs, input }: ProjectionExec): boolean {
  const { fields } = planSchema(input);
  return (
    exprs.length === fields.length &&
    exprs.every(
      ({ expr, name }, index) => expr.kind === 'Column' && expr.index === index && fields[index]!.name === name,
    )
  );
}
