import {
  type AggregateExec,
  groupingIdType,
  planSchema,
  readsStates,
  type Value,
  writesStates,
} from '@ballista-ts/core';
import { type ColumnBatch, type GroupKey, groupKey } from '@ballista-ts/functions';
import { createAggregators, type GroupAggregates } from '../aggregates/group-aggregates.js';
import { execute } from '../execute.js';
import { evaluateColumn } from '../expressions/evaluate.js';
import { RowCollector } from '../expressions/row-collector.js';
import type { TaskContext } from '../task/task-context.js';
import { defineOperator } from './operator.js';

interface Group {
  readonly keys: readonly Value[];
  readonly aggregates: GroupAggregates;
}

/** Folds the rows of each group. NULL is a group of its own, -0.0 and 0.0 are one. */
export const aggregateOperator = defineOperator<'AggregateExec'>({
  kind: 'AggregateExec',
  async *execute(plan, partition, context) {
    const aggregators = createAggregators(plan, context);
    const groups = new Map<GroupKey, Group>();
    const groupOf = (keys: readonly Value[]): Group => {
      const key = groupKey(keys);
      let group = groups.get(key);
      if (group === undefined) {
        group = { keys: [...keys], aggregates: aggregators.create() };
        groups.set(key, group);
      }
      return group;
    };
    // Without keys there is one group whether there are rows or not; the same goes for the empty grouping set.
    for (const keys of alwaysThere(plan)) groupOf(keys);
    for await (const batch of execute(plan.input, partition, context)) {
      addBatch(plan, batch, groupOf, aggregators.prepare(batch), context);
      if (plan.limit !== undefined && plan.aggregates.length === 0 && groups.size >= plan.limit) break;
      await context.pacer.pause();
    }
    const out = new RowCollector(planSchema(plan), context.batchSize);
    let left = plan.limit !== undefined && plan.aggregates.length === 0 ? plan.limit : Number.POSITIVE_INFINITY;
    for (const group of groups.values()) {
      if (left-- <= 0) break;
      out.addValues([
        ...group.keys,
        ...(writesStates(plan.mode) ? group.aggregates.states() : group.aggregates.values()),
      ]);
      if (out.full) {
        yield out.take();
        await context.pacer.pause();
      }
    }
    if (out.size > 0) yield out.take();
  },
});

function alwaysThere(plan: AggregateExec): Value[][] {
  const { exprs, groupingSets } = plan.groupBy;
  if (readsStates(plan.mode) && exprs.length > 0) return [];
  if (groupingSets !== undefined) {
    return groupingSets
      .filter((set) => set.every(Boolean))
      .map((set) => [...set.map((): Value => null), groupingId(set)]);
  }
  return exprs.length === 0 ? [[]] : [];
}

/** One bit per key, leftmost highest; set where the key is NULLed. In the JavaScript form of the column's type. */
function groupingId(set: readonly boolean[]): Value {
  const id = set.reduce((bits, nulled) => bits * 2n + (nulled ? 1n : 0n), 0n);
  return groupingIdType(set.length).kind === 'UInt64' ? id : Number(id);
}

function addBatch(
  plan: AggregateExec,
  batch: ColumnBatch,
  groupOf: (keys: readonly Value[]) => Group,
  prepared: ReturnType<ReturnType<typeof createAggregators>['prepare']>,
  context: TaskContext,
): void {
  const keys = plan.groupBy.exprs.map(({ expr }) => evaluateColumn(expr, batch, context));
  const sets = plan.groupBy.groupingSets;
  const row: Value[] = new Array<Value>(keys.length + (sets === undefined ? 0 : 1));
  const ids = sets?.map(groupingId);
  for (let index = 0; index < batch.numRows; index += 1) {
    if (sets === undefined) {
      for (let key = 0; key < keys.length; key += 1) row[key] = keys[key]![index] as Value;
      prepared.addRow(groupOf(row).aggregates, index);
      continue;
    }
    sets.forEach((set, setIndex) => {
      for (let key = 0; key < keys.length; key += 1) row[key] = set[key] ? null : (keys[key]![index] as Value);
      row[keys.length] = ids![setIndex]!;
      prepared.addRow(groupOf(row).aggregates, index);
    });
  }
}
