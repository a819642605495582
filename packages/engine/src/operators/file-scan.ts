import {
  type FileScanExec,
  NotYetSupportedError,
  type PartitionedFile,
  planSchema,
  type Value,
} from '@ballista-ts/core';
import { type Column, type ColumnBatch, lazyColumn } from '@ballista-ts/functions';
import { sliceRows } from '../expressions/take.js';
import { readParquetBatches } from '../scan/parquet/read-batches.js';
import { addCount } from '../task/metrics.js';
import type { TaskContext } from '../task/task-context.js';
import { defineOperator } from './operator.js';

/** The files of one group, one after another. Partition columns repeat the value of their file. */
export const fileScanOperator = defineOperator<'FileScanExec'>({
  kind: 'FileScanExec',
  async *execute(plan, partition, context) {
    let left = plan.config.limit ?? Number.POSITIVE_INFINITY;
    for (const file of plan.config.fileGroups[partition] ?? []) {
      for await (const batch of scanFile(plan, file, context)) {
        const count = Math.min(batch.numRows, left);
        left -= count;
        yield sliceRows(batch, 0, count);
        if (left <= 0) return;
        await context.pacer.pause();
      }
    }
  },
});

async function* scanFile(plan: FileScanExec, file: PartitionedFile, context: TaskContext): AsyncGenerator<ColumnBatch> {
  if (plan.format.kind !== 'parquet') throw new NotYetSupportedError(`reading ${plan.format.kind} files`);
  const { config } = plan;
  const schema = planSchema(plan);
  const fileWidth = config.fileSchema.fields.length;
  const positions =
    config.projection ?? Array.from({ length: fileWidth + config.partitionColumns.length }, (_v, index) => index);
  const wanted = positions.filter((index) => index < fileWidth).map((index) => config.fileSchema.fields[index]!);
  const store = context.objectStores.get(config.objectStoreUrl);
  const onBytes = (bytes: number): void => addCount(context.metrics.of(plan), 'bytes_scanned', bytes);
  for await (const { numRows, columns } of readParquetBatches({
    store,
    file,
    wanted,
    batchSize: context.batchSize,
    signal: context.signal,
    onBytes,
  })) {
    let next = 0;
    yield {
      schema,
      numRows,
      columns: positions.map((index): Column => {
        if (index < fileWidth) return columns[next++]!;
        const value = file.partitionValues[index - fileWidth]!;
        return lazyColumn(value.type, () => new Array<Value>(numRows).fill(value.value));
      }),
    };
  }
}
