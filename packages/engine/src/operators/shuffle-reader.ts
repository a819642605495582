import { columnBatchFromArrow } from '@ballista-ts/functions';
import { addCount } from '../task/metrics.js';
import { defineOperator } from './operator.js';

/** The pieces of one partition of another stage's output. A broadcast reader's one partition is all of them. */
export const shuffleReaderOperator = defineOperator<'ShuffleReaderExec'>({
  kind: 'ShuffleReaderExec',
  async *execute(plan, partition, context) {
    const locations = plan.partitions[partition] ?? [];
    const counters = context.metrics.of(plan);
    const count = (name: string, by: number): void => addCount(counters, name, by);
    for await (const recordBatch of context.shuffle.read(locations, plan.schema, context.signal, count)) {
      yield columnBatchFromArrow(plan.schema, recordBatch);
    }
  },
});
