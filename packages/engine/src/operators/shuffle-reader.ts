import { columnBatchFromArrow } from '@ballista-ts/functions';
import { defineOperator } from './operator.js';

/** The pieces of one partition of another stage's output. A broadcast reader's one partition is all of them. */
export const shuffleReaderOperator = defineOperator<'ShuffleReaderExec'>({
  kind: 'ShuffleReaderExec',
  async *execute(plan, partition, context) {
    const locations = plan.partitions[partition] ?? [];
    for await (const recordBatch of context.shuffle.read(locations, plan.schema, context.signal)) {
      yield columnBatchFromArrow(plan.schema, recordBatch);
    }
  },
});
