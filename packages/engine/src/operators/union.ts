import { InternalError, planPartitionCount, planSchema } from '@ballista-ts/core';
import { execute } from '../execute.js';
import { withSchema } from '../expressions/take.js';
import { defineOperator } from './operator.js';

/** Partition numbers run through the inputs, first input first. */
export const unionOperator = defineOperator<'UnionExec'>({
  kind: 'UnionExec',
  async *execute(plan, partition, context) {
    const schema = planSchema(plan);
    let local = partition;
    for (const input of plan.inputs) {
      const partitions = planPartitionCount(input);
      if (local < partitions) {
        for await (const batch of execute(input, local, context)) yield withSchema(batch, schema);
        return;
      }
      local -= partitions;
    }
    throw new InternalError(`UnionExec has no partition ${partition}`);
  },
});

/** Partition `i` is partition `i` of each input. */
export const interleaveOperator = defineOperator<'InterleaveExec'>({
  kind: 'InterleaveExec',
  async *execute(plan, partition, context) {
    const schema = planSchema(plan);
    for (const input of plan.inputs) {
      for await (const batch of execute(input, partition, context)) yield withSchema(batch, schema);
    }
  },
});
