import type { Schema } from '@ballista-ts/core';
import type { RecordBatch } from 'apache-arrow';

/** The rows of one statement, as they come. */
export interface Result {
  readonly schema: Schema;
  readonly batches: AsyncIterable<RecordBatch>;
}

/** Writes a result as text. Resolves to the number of rows. */
export type Formatter = (result: Result, write: (text: string) => Promise<void>) => Promise<number>;
