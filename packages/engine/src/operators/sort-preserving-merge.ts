import { planPartitionCount, planSchema, type Value } from '@ballista-ts/core';
import type { ColumnBatch } from '@ballista-ts/functions';
import { execute } from '../execute.js';
import { keyComparator } from '../expressions/compare.js';
import { evaluateColumn } from '../expressions/evaluate.js';
import { RowCollector } from '../expressions/row-collector.js';
import { defineOperator } from './operator.js';

interface Cursor {
  readonly partition: number;
  readonly batches: AsyncGenerator<ColumnBatch>;
  batch: ColumnBatch;
  keys: readonly (readonly Value[])[];
  row: number;
}

/** k-way merge of sorted partitions through a binary heap; ties go to the lower partition, so that runs repeat. */
export const sortPreservingMergeOperator = defineOperator<'SortPreservingMergeExec'>({
  kind: 'SortPreservingMergeExec',
  async *execute(plan, _partition, context) {
    const schema = planSchema(plan);
    const compare = keyComparator(plan.exprs, schema);
    const before = (a: Cursor, b: Cursor): boolean =>
      (compare(a.keys, a.row, b.keys, b.row) || a.partition - b.partition) < 0;
    const open: AsyncGenerator<ColumnBatch>[] = [];
    const heap: Cursor[] = [];
    const advance = async (cursor: Cursor): Promise<boolean> => {
      const next = await cursor.batches.next();
      if (next.done === true) return false;
      cursor.batch = next.value;
      cursor.keys = plan.exprs.map((key) => evaluateColumn(key.expr, next.value, context));
      cursor.row = 0;
      return true;
    };
    try {
      for (let partition = 0; partition < planPartitionCount(plan.input); partition += 1) {
        const batches = execute(plan.input, partition, context);
        open.push(batches);
        const cursor: Cursor = { partition, batches, batch: undefined as unknown as ColumnBatch, keys: [], row: 0 };
        if (await advance(cursor)) push(heap, cursor, before);
      }
      const out = new RowCollector(schema, context.batchSize);
      let left = plan.fetch ?? Number.POSITIVE_INFINITY;
      while (heap.length > 0 && left > 0) {
        const top = heap[0]!;
        out.add(top.batch, top.row);
        left -= 1;
        top.row += 1;
        if (top.row === top.batch.numRows && !(await advance(top))) {
          heap[0] = heap[heap.length - 1]!;
          heap.pop();
        }
        sink(heap, before);
        if (out.full) {
          yield out.take();
          await context.pacer.pause();
        }
      }
      if (out.size > 0) yield out.take();
    } finally {
      await Promise.all(open.map((batches) => batches.return(undefined)));
    }
  },
});

function push(heap: Cursor[], cursor: Cursor, before: (a: Cursor, b: Cursor) => boolean): void {
  heap.push(cursor);
  for (let index = heap.length - 1; index > 0; ) {
    const parent = (index - 1) >> 1;
    if (!before(heap[index]!, heap[parent]!)) return;
    [heap[index], heap[parent]] = [heap[parent]!, heap[index]!];
    index = parent;
  }
}

function sink(heap: Cursor[], before: (a: Cursor, b: Cursor) => boolean): void {
  for (let index = 0; ; ) {
    const left = 2 * index + 1;
    if (left >= heap.length) return;
    const right = left + 1;
    const child = right < heap.length && before(heap[right]!, heap[left]!) ? right : left;
    if (!before(heap[child]!, heap[index]!)) return;
    [heap[index], heap[child]] = [heap[child]!, heap[index]!];
    index = child;
  }
}
