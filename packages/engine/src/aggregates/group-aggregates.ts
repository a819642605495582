import {
  type AggregateExec,
  type ArgumentInfo,
  type PhysicalAggregateExpr,
  PlanError,
  physicalExprNullable,
  physicalExprType,
  readsStates,
  type Value,
} from '@ballista-ts/core';
import type { Accumulator, AggregateCall, ColumnBatch } from '@ballista-ts/functions';
import { evaluateColumn } from '../expressions/evaluate.js';
import type { TaskContext } from '../task/task-context.js';

/** The accumulators of one group, one per aggregate of the plan. */
export interface GroupAggregates {
  readonly accumulators: readonly Accumulator[];
  /** Values of all state columns, aggregate after aggregate. */
  states(): Value[];
  values(): Value[];
}

/** A batch whose argument columns are computed, ready to be folded row by row. */
export interface PreparedBatch {
  addRow(group: GroupAggregates, row: number): void;
}

export interface Aggregators {
  create(): GroupAggregates;
  prepare(batch: ColumnBatch): PreparedBatch;
}

/** How the aggregates of a plan fold rows (or, in the later phases, states). */
export function createAggregators(plan: AggregateExec, context: TaskContext): Aggregators {
  const calls = plan.aggregates.map((aggregate) => {
    const definition = context.evaluation.functions.aggregateImplementation(aggregate.function);
    if (definition === undefined) throw new PlanError(`Invalid aggregate function '${aggregate.function}'`);
    return { definition, call: aggregateCall(aggregate, plan, context) };
  });
  return {
    create() {
      const accumulators = calls.map(({ definition, call }) => definition.createAccumulator(call));
      return {
        accumulators,
        states: () => accumulators.flatMap((one) => [...one.state()]),
        values: () => accumulators.map((one) => one.value()),
      };
    },
    prepare: (batch) => (readsStates(plan.mode) ? prepareStates(plan, batch) : prepareRows(plan, batch, context)),
  };
}

export function aggregateCall(
  aggregate: PhysicalAggregateExpr,
  plan: Pick<AggregateExec, 'inputSchema'>,
  context: TaskContext,
): AggregateCall {
  return {
    args: aggregate.args.map(
      (arg): ArgumentInfo => ({
        type: physicalExprType(arg, plan.inputSchema),
        nullable: physicalExprNullable(arg, plan.inputSchema),
        ...(arg.kind === 'Literal' && { constant: arg.value.value }),
      }),
    ),
    returnType: aggregate.field.type,
    distinct: aggregate.distinct,
    ignoreNulls: aggregate.ignoreNulls,
    orderBy: aggregate.orderBy.map((key) => ({
      type: physicalExprType(key.expr, plan.inputSchema),
      asc: key.asc,
      nullsFirst: key.nullsFirst,
    })),
    query: context.evaluation,
  };
}

function prepareRows(plan: AggregateExec, batch: ColumnBatch, context: TaskContext): PreparedBatch {
  const columns = plan.aggregates.map((aggregate) => ({
    values: [...aggregate.args, ...aggregate.orderBy.map((key) => key.expr)].map((expr) =>
      evaluateColumn(expr, batch, context),
    ),
    filter: aggregate.filter === undefined ? undefined : evaluateColumn(aggregate.filter, batch, context),
  }));
  return {
    addRow(group, row) {
      for (let index = 0; index < columns.length; index += 1) {
        const { values, filter } = columns[index]!;
        if (filter !== undefined && filter[row] !== true) continue;
        group.accumulators[index]!.update(values.map((column) => column[row] as Value));
      }
    },
  };
}

/** States stand behind the key columns, in the order of the aggregates. */
function prepareStates(plan: AggregateExec, batch: ColumnBatch): PreparedBatch {
  let next = plan.groupBy.exprs.length;
  const columns = plan.aggregates.map((aggregate) => {
    const from = next;
    next += aggregate.stateFields.length;
    return batch.columns.slice(from, next).map((column) => column.values);
  });
  return {
    addRow(group, row) {
      for (let index = 0; index < columns.length; index += 1) {
        group.accumulators[index]!.merge(columns[index]!.map((column) => column[row] as Value));
      }
    },
  };
}
