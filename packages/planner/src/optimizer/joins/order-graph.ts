import { schemaOf, splitConjunction } from '@ballista-ts/core';
import type { PlanningContext } from '../../planning-context.js';
import type { Estimate } from '../statistics/estimate.js';
import { keyChance } from '../statistics/estimate-join.js';
import { estimatePlan, keyPairs } from '../statistics/estimate-plan.js';
import { selectivity } from '../statistics/selectivity.js';
import type { GraphTerm, JoinGraph } from './join-graph.js';
import { type Ordered, orderJoins, type SetRows } from './order-joins.js';

/** The cheapest order of a join graph by the statistics of its relations. */
export const orderGraph = (graph: JoinGraph, ctx: PlanningContext): Ordered => orderJoins(graph, setRows(graph, ctx));

const bit = (index: number): bigint => 1n << BigInt(index);

/** Rows of a set of relations: the product of theirs and of the chances of all conditions between them. */
export function setRows(graph: JoinGraph, ctx: PlanningContext): SetRows {
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
