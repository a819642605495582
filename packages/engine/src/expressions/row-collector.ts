import type { Schema, Value } from '@ballista-ts/core';
import type { ColumnBatch } from '@ballista-ts/functions';
import { makeBatch } from './take.js';

/** Gathers rows, from one or from two batches side by side, until there are enough for a batch. */
export class RowCollector {
  readonly #schema: Schema;
  readonly #target: number;
  #columns: Value[][];
  #size = 0;

  constructor(schema: Schema, target: number) {
    this.#schema = schema;
    this.#target = target;
    this.#columns = schema.fields.map(() => []);
  }

  get size(): number {
    return this.#size;
  }
  get full(): boolean {
    return this.#size >= this.#target;
  }

  /** Copies one row whose columns are the batch's. */
  add(batch: ColumnBatch, row: number): void {
    for (let index = 0; index < this.#columns.length; index += 1)
      this.#columns[index]!.push(batch.columns[index]!.values[row] as Value);
    this.#size += 1;
  }

  /** Appends a row given as values. */
  addValues(values: readonly Value[]): void {
    for (let index = 0; index < this.#columns.length; index += 1) this.#columns[index]!.push(values[index] ?? null);
    this.#size += 1;
  }

  /** What was gathered, and starts anew. */
  take(): ColumnBatch {
    const batch = makeBatch(this.#schema, this.#size, this.#columns);
    this.#columns = this.#schema.fields.map(() => []);
    this.#size = 0;
    return batch;
  }
}
