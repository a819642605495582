import { type AggregateExec, readsStates, type Value } from '@ballista-ts/core';
import { type Accumulator, type ColumnBatch, compileAggregate } from '@ballista-ts/functions';
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
  const compiled = plan.aggregates.map((aggregate) =>
    compileAggregate(aggregate, plan.inputSchema, context.evaluation),
  );
  return {
    create() {
      const accumulators = compiled.map((one) => one.create());
      return {
        accumulators,
        states: () => accumulators.flatMap((one) => [...one.state()]),
        values: () => accumulators.map((one) => one.value()),
      };
    },
    prepare: (batch) => {
      if (readsStates(plan.mode)) return prepareStates(plan, batch);
      const inputs = compiled.map((one) => one.inputs(batch));
      return {
        addRow(group, row) {
          for (let index = 0; index < inputs.length; index += 1) {
            const values = inputs[index]!(row);
            if (values !== undefined) group.accumulators[index]!.update(values);
          }
        },
      };
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
