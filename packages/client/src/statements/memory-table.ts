import { type MemoryTableSource, type Schema, type TableProvider, unknownStatistics } from '@ballista-ts/core';
import { type RecordBatch, RecordBatchStreamWriter } from 'apache-arrow';

/** Rows kept in the session, as one partition. They travel inside the plans that read them. */
export function memoryTable(schema: Schema, batches: readonly RecordBatch[], definition?: string): TableProvider {
  const rows = batches.reduce((sum, batch) => sum + batch.numRows, 0);
  const bytes =
    batches.length === 0 ? new Uint8Array() : RecordBatchStreamWriter.writeAll([...batches]).toUint8Array(true);
  const source: MemoryTableSource = {
    kind: 'memory',
    schema,
    partitions: [bytes],
    statistics: {
      ...unknownStatistics(schema.fields.length),
      numRows: { kind: 'exact', value: rows },
      totalByteSize: { kind: 'inexact', value: bytes.byteLength },
    },
  };
  return {
    schema,
    tableType: 'BASE TABLE',
    ...(definition !== undefined && { definition }),
    resolve: async () => source,
  };
}
