import type { RecordBatch } from 'apache-arrow';

/** Bytes of a batch's Arrow buffers in memory. */
export const batchBytes = (batch: RecordBatch): number => batch.data.byteLength;
