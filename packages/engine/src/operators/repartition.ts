import { NotYetSupportedError, physicalExprType, planPartitionCount, planSchema, type Value } from '@ballista-ts/core';
import type { ColumnBatch } from '@ballista-ts/functions';
import { execute } from '../execute.js';
import { evaluateColumn } from '../expressions/evaluate.js';
import { partitionOf } from '../expressions/partition.js';
import { takeRows } from '../expressions/take.js';
import type { TaskContext } from '../task/task-context.js';
import { defineOperator } from './operator.js';

// Every output partition needs every input partition, so the first one that is asked for reads them all and leaves the
// rest for the others. Kept per task: the entry goes with its context.
const shared = new WeakMap<TaskContext, Map<object, Promise<ColumnBatch[][]>>>();

/** Hash repartition inside one process. In a distributed plan it is a shuffle and never gets here. */
export const repartitionOperator = defineOperator<'RepartitionExec'>({
  kind: 'RepartitionExec',
  async *execute(plan, partition, context) {
    const { partitioning } = plan;
    if (partitioning.kind !== 'hash') throw new NotYetSupportedError(`repartitioning by ${partitioning.kind}`);
    const perTask = shared.get(context) ?? new Map<object, Promise<ColumnBatch[][]>>();
    shared.set(context, perTask);
    let outputs = perTask.get(plan);
    if (outputs === undefined) {
      outputs = (async () => {
        const parts: ColumnBatch[][] = Array.from({ length: partitioning.partitionCount }, () => []);
        const schema = planSchema(plan.input);
        const types = partitioning.exprs.map((expr) => physicalExprType(expr, schema));
        for (let input = 0; input < planPartitionCount(plan.input); input += 1) {
          for await (const batch of execute(plan.input, input, context)) {
            const keys: (readonly Value[])[] = partitioning.exprs.map((expr) => evaluateColumn(expr, batch, context));
            partitionOf(types, keys, batch.numRows, partitioning.partitionCount).forEach((rows, index) => {
              if (rows.length > 0) parts[index]!.push(takeRows(batch, rows));
            });
            await context.pacer.pause();
          }
        }
        return parts;
      })();
      perTask.set(plan, outputs);
    }
    yield* (await outputs)[partition] ?? [];
  },
});
