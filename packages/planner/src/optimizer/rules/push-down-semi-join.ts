import {
  columnsOf,
  findColumn,
  type JoinPlan,
  type LogicalPlan,
  logicalPlanShape,
  planExprs,
  rewriteTree,
  schemaOf,
} from '@ballista-ts/core';
import type { PlanningContext } from '../../planning-context.js';
import { changed, unchanged } from '../../rule.js';
import { isReorderable, joinGraph } from '../joins/join-graph.js';
import { orderGraph } from '../joins/order-graph.js';
import type { OptimizerRule } from '../optimize.js';
import { estimatePlan } from '../statistics/estimate-plan.js';

/**
 * Moves a semi or anti join from above inner joins to the one relation it is about, when fewer rows are then made in all: few
 * orders are left for customers and lines to be joined to. Stands aside when the condition reads several relations.
 */
export const pushDownSemiJoin: OptimizerRule = {
  name: 'push_down_semi_join',
  applyOrder: 'topDown',
  rewrite(plan, ctx) {
    if (plan.kind !== 'Join' || (plan.joinType !== 'leftSemi' && plan.joinType !== 'leftAnti')) return unchanged(plan);
    if (plan.nullAware || !isReorderable(plan.left)) return unchanged(plan);
    const next = push(plan, plan.left, ctx);
    return next === undefined ? unchanged(plan) : changed(next);
  },
};

/** Moving must save a fifth of the rows: estimates are not better than that. */
const worthwhile = 0.8;

function push(semi: JoinPlan, joins: JoinPlan, ctx: PlanningContext): LogicalPlan | undefined {
  const graph = joinGraph(joins);
  if (graph === undefined) return undefined;
  const right = schemaOf(semi.right);
  const target = new Set<LogicalPlan>();
  for (const expr of planExprs(semi)) {
    for (const one of columnsOf(expr)) {
      if (findColumn(right, one.name, one.relation) !== undefined) continue;
      const relation = graph.relations.find(
        (candidate) => findColumn(schemaOf(candidate), one.name, one.relation) !== undefined,
      );
      if (relation !== undefined) target.add(relation);
    }
  }
  const [only] = target;
  if (target.size !== 1 || only === undefined) return undefined;
  const reduced: JoinPlan = { ...semi, left: only };
  const rowsOf = (plan: LogicalPlan): number => estimatePlan(plan, ctx).rows;
  const above = orderGraph(graph, ctx).cost + rowsOf(semi);
  const relations = graph.relations.map((one) => (one === only ? reduced : one));
  const below = orderGraph({ ...graph, relations }, ctx).cost + rowsOf(reduced);
  if (below >= above * worthwhile) return undefined;
  return rewriteTree<LogicalPlan>(logicalPlanShape, joins, (node) => (node === only ? reduced : node));
}
