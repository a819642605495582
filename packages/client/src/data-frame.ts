import {
  displayLogicalPlan,
  type LogicalPlan,
  type Schema,
  schemaOf,
  schemaToArrow,
  toSchema,
} from '@ballista-ts/core';
import { type RecordBatch, Table } from 'apache-arrow';
import type { ExecuteOptions } from './query-backend.js';
import { rowsToObjects, type ValuePolicy } from './results/to-array.js';

/** How a frame gets its rows; the session context supplies it. */
export type RunPlan = (plan: LogicalPlan, options: ExecuteOptions) => AsyncGenerator<RecordBatch>;

/** A query that has not run yet. Immutable; every method that wants rows runs it again. */
export class DataFrame {
  readonly #run: RunPlan;

  /** Use the methods of a session. */
  constructor(
    /** The query, with all names resolved and all types fitting. */
    readonly plan: LogicalPlan,
    run: RunPlan,
  ) {
    this.#run = run;
  }

  /** Columns of the result. */
  get schema(): Schema {
    return toSchema(schemaOf(this.plan));
  }

  /**
   * The rows as Arrow batches, as they come, with the names and types of `schema`. Leaving the loop or aborting the signal
   * cancels the query.
   */
  stream(options: ExecuteOptions = {}): AsyncGenerator<RecordBatch> {
    return this.#run(this.plan, options);
  }

  /** All rows as one Arrow table, which is yours to keep. */
  async collect(options: ExecuteOptions = {}): Promise<Table> {
    const batches: RecordBatch[] = [];
    for await (const batch of this.stream(options)) batches.push(batch);
    return batches.length === 0 ? new Table(schemaToArrow(this.schema), []) : new Table(batches);
  }

  /** All rows as objects. By default nothing is lost: 64-bit integers are `bigint`, decimals and dates are strings. */
  async toArray<T = Record<string, unknown>>(
    policy: ValuePolicy = 'exact',
    options: ExecuteOptions = {},
  ): Promise<T[]> {
    const rows: T[] = [];
    const { schema } = this;
    for await (const batch of this.stream(options))
      for (const row of rowsToObjects<T>(schema, batch, policy)) rows.push(row);
    return rows;
  }

  /** The logical plan as text. */
  toString(): string {
    return displayLogicalPlan(this.plan);
  }
}
