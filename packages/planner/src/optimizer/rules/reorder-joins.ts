import {
  conjunction,
  type Expr,
  formatExpr,
  type JoinKey,
  type JoinPlan,
  type LogicalPlan,
  logicalPlanShape,
  rewriteTreeDown,
  schemaOf,
} from '@ballista-ts/core';
import { columnFor, projection } from '../../logical-build.js';
import type { PlanningContext } from '../../planning-context.js';
import { changed, unchanged } from '../../rule.js';
import { type GraphTerm, isReorderable, type JoinGraph, joinGraph } from '../joins/join-graph.js';
import { setRows } from '../joins/order-graph.js';
import { type JoinTree, orderJoins, type SetRows } from '../joins/order-joins.js';
import type { OptimizerRule } from '../optimize.js';

/**
 * Puts inner joins into the order with the fewest intermediate rows, by table statistics and what filters leave of them.
 * Relations that a condition connects are never multiplied. Stands aside at outer, semi and anti joins, and when the order
 * there is costs no more.
 */
export const reorderJoins: OptimizerRule = {
  name: 'reorder_joins',
  rewrite(plan, ctx) {
    const next = reorderTree(plan, ctx);
    return next === plan ? unchanged(plan) : changed(next);
  },
};

/** From the top, so that a tower of joins is taken as one graph, and not again for each join in it. */
function reorderTree(plan: LogicalPlan, ctx: PlanningContext): LogicalPlan {
  const done = new WeakSet<LogicalPlan>();
  return rewriteTreeDown(logicalPlanShape, plan, (node) => {
    if (!isReorderable(node) || done.has(node)) return node;
    const next = reorder(node, ctx);
    markJoins(next, done);
    return next;
  });
}

/** Joins of a graph that has been ordered; the driver is about to see each of them. */
function markJoins(plan: LogicalPlan, done: WeakSet<LogicalPlan>): void {
  const pending: LogicalPlan[] = [plan.kind === 'Projection' ? plan.input : plan];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (!isReorderable(node)) continue;
    done.add(node);
    pending.push(node.left, node.right);
  }
}

function reorder(plan: JoinPlan, ctx: PlanningContext): LogicalPlan {
  const graph = joinGraph(plan);
  if (graph === undefined || graph.relations.length < 3) return plan;
  const rows = setRows(graph, ctx);
  const ordered = orderJoins(graph, rows);
  const current = currentTree(plan, graph);
  // Rounding must not make two orders of the same cost take turns.
  const products = crossProducts(current, graph) - crossProducts(ordered.tree, graph);
  if (products < 0 || (products === 0 && ordered.cost >= costOf(current, rows) * (1 - 1e-9))) return plan;
  const joined = buildTree(ordered.tree, graph);
  return projection(schemaOf(plan).fields.map(columnFor), joined, ctx.functions);
}

const bit = (index: number): bigint => 1n << BigInt(index);

function currentTree(plan: LogicalPlan, graph: JoinGraph): JoinTree {
  if (!isReorderable(plan)) return { kind: 'leaf', relation: graph.relations.indexOf(plan) };
  return { kind: 'join', left: currentTree(plan.left, graph), right: currentTree(plan.right, graph) };
}

function costOf(tree: JoinTree, rows: SetRows): number {
  let cost = 0;
  const setOf = (node: JoinTree): bigint => {
    if (node.kind === 'leaf') return bit(node.relation);
    const set = setOf(node.left) | setOf(node.right);
    cost += rows(set);
    return set;
  };
  setOf(tree);
  return cost;
}

/** Joins of a tree whose inputs no key connects. */
function crossProducts(tree: JoinTree, graph: JoinGraph): number {
  let count = 0;
  const setOf = (node: JoinTree): bigint => {
    if (node.kind === 'leaf') return bit(node.relation);
    const left = setOf(node.left);
    const right = setOf(node.right);
    if (!graph.terms.some((term) => keyBetween(term, left, right) !== undefined)) count += 1;
    return left | right;
  };
  setOf(tree);
  return count;
}

/** The tree as joins; each condition stands at the lowest join that has all its columns. */
function buildTree(tree: JoinTree, graph: JoinGraph): LogicalPlan {
  const placed = new Set<GraphTerm>();
  const build = (node: JoinTree): { readonly plan: LogicalPlan; readonly set: bigint } => {
    if (node.kind === 'leaf') return { plan: graph.relations[node.relation]!, set: bit(node.relation) };
    const left = build(node.left);
    const right = build(node.right);
    const set = left.set | right.set;
    const here = graph.terms.filter((term) => !placed.has(term) && (term.relations & ~set) === 0n);
    for (const term of here) placed.add(term);
    const on: JoinKey[] = [];
    const rest: Expr[] = [];
    const seen = new Set<string>();
    for (const term of here) {
      const key = keyBetween(term, left.set, right.set);
      if (key === undefined) rest.push(term.expr);
      else {
        const text = `${formatExpr(key.left)} = ${formatExpr(key.right)}`;
        if (!seen.has(text)) on.push(key);
        seen.add(text);
      }
    }
    const filter = conjunction(rest);
    const plan: JoinPlan = {
      kind: 'Join',
      left: left.plan,
      right: right.plan,
      on,
      ...(filter !== undefined && { filter }),
      joinType: 'inner',
      constraint: 'on',
      nullEquality: 'nullEqualsNothing',
      nullAware: false,
    };
    return { plan, set };
  };
  return build(tree).plan;
}

function keyBetween({ key }: GraphTerm, left: bigint, right: bigint): JoinKey | undefined {
  if (key === undefined) return undefined;
  if ((key.leftOf & ~left) === 0n && (key.rightOf & ~right) === 0n) return { left: key.left, right: key.right };
  if ((key.leftOf & ~right) === 0n && (key.rightOf & ~left) === 0n) return { left: key.right, right: key.left };
  return undefined;
}
