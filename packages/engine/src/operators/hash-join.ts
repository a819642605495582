import { NotYetSupportedError, planSchema } from '@ballista-ts/core';
import { collectPartition, execute } from '../execute.js';
import { concatBatches, pickColumns } from '../expressions/take.js';
import { buildTable, probeTable } from '../joins/hash-table.js';
import { joinRows } from '../joins/join-rows.js';
import { nullAwareAntiJoin } from '../joins/null-aware-anti.js';
import { defineOperator } from './operator.js';

/** Builds a table of the left side, probes it with the right side. */
export const hashJoinOperator = defineOperator<'HashJoinExec'>({
  kind: 'HashJoinExec',
  async *execute(plan, partition, context) {
    const leftSchema = planSchema(plan.left);
    const left = concatBatches(
      leftSchema,
      await collectPartition(plan.left, plan.partitionMode === 'collectLeft' ? 0 : partition, context),
    );
    const right = execute(plan.right, partition, context);
    if (plan.nullAware) {
      if (plan.joinType !== 'leftAnti') throw new NotYetSupportedError(`null-aware ${plan.joinType} join`);
      for await (const batch of nullAwareAntiJoin(plan, left, right, context)) {
        yield plan.projection === undefined ? batch : pickColumns(batch, plan.projection);
      }
      return;
    }
    const table = buildTable(
      plan.on.map((pair) => pair.left),
      left,
      plan.nullEquality,
      context,
    );
    const find = probeTable(
      table,
      plan.on.map((pair) => pair.right),
      plan.nullEquality,
      context,
    );
    yield* joinRows({ ...plan, leftSchema, rightSchema: planSchema(plan.right) }, left, right, find, context);
  },
});
