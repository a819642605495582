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
  splitConjunction,
} from '@ballista-ts/core';
import { columnFor, projection } from '../../logical-build.js';
import type { PlanningContext } from '../../planning-context.js';
import { changed, unchanged } from '../../rule.js';
import { type GraphTerm, isReorderable, type JoinGraph, joinGraph } from '../joins/join-graph.js';
import { type JoinTree, orderJoins, type SetRows } from '../joins/order-joins.js';
import type { OptimizerRule } from '../optimize.js';
import type { Estimate } from '../statistics/estimate.js';
import { keyChance } from '../statistics/estimate-join.js';
import { estimatePlan, keyPairs } from '../statistics/estimate-plan.js';
import { selectivity } from '../statistics/selectivity.js';

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

/** Rows of a set: the product of its relations and of the chances of all conditions inside it. */
function setRows(graph: JoinGraph, ctx: PlanningContext): SetRows {
  const relations = graph.relations.map((plan) => ({ schema: schemaOf(plan), estimate: estimatePlan(plan, ctx) }));
  const fallback = ctx.config.get('datafusion.optimizer.default_filter_selectivity') / 100;
  // Key pairs between the same two relations belong together, e.g. the two parts of a foreign key.
  const groups = new Map<bigint, GraphTerm[]>();
  for (const term of graph.terms) groups.set(term.relations, [...(groups.get(term.relations) ?? []), term]);
  const chances = [...groups].map(([set, terms]) => ({ set, chance: chanceOf(terms) }));

  function chanceOf(terms: readonly GraphTerm[]): number {
    const keys = terms.filter(
      (term) => term.key !== undefined && isSingle(term.key.leftOf) && isSingle(term.key.rightOf),
    );
    const others = terms.filter((term) => !keys.includes(term));
    let chance = 1;
    const [first] = keys;
    if (first !== undefined) {
      const left = relations[indexOf(first.key!.leftOf)]!;
      const right = relations[indexOf(first.key!.rightOf)]!;
      const on = keys.map(({ key }) =>
        key!.leftOf === first.key!.leftOf
          ? { left: key!.left, right: key!.right }
          : { left: key!.right, right: key!.left },
      );
      chance *= keyChance(keyPairs(on, left, right), left.estimate.rows, right.estimate.rows);
    }
    if (others.length === 0) return chance;
    const used = relations.filter((_one, index) => others.some((term) => (term.relations & bit(index)) !== 0n));
    const all: Estimate = {
      rows: used.reduce((product, one) => product * one.estimate.rows, 1),
      columns: used.flatMap((one) => one.estimate.columns),
    };
    const schema = { fields: used.flatMap((one) => one.schema.fields) };
    return (
      chance *
      selectivity(
        others.flatMap((term) => splitConjunction(term.expr)),
        all,
        schema,
        fallback,
      )
    );
  }

  const known = new Map<bigint, number>();
  return (set) => {
    let result = known.get(set);
    if (result === undefined) {
      result = 1;
      relations.forEach((one, index) => {
        if ((set & bit(index)) !== 0n) result! *= one.estimate.rows;
      });
      for (const one of chances) if ((one.set & ~set) === 0n) result *= one.chance;
      result = Math.max(result, 1);
      known.set(set, result);
    }
    return result;
  };
}

const isSingle = (set: bigint): boolean => (set & (set - 1n)) === 0n;
const indexOf = (set: bigint): number => set.toString(2).length - 1;

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

/** Joins of a tree whose inputs no condition connects. */
function crossProducts(tree: JoinTree, graph: JoinGraph): number {
  let count = 0;
  const setOf = (node: JoinTree): bigint => {
    if (node.kind === 'leaf') return bit(node.relation);
    const left = setOf(node.left);
    const right = setOf(node.right);
    const linked = graph.terms.some(
      ({ relations }) =>
        (relations & left) !== 0n && (relations & right) !== 0n && (relations & ~(left | right)) === 0n,
    );
    if (!linked) count += 1;
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
