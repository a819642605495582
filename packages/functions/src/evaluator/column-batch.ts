import {
  batchFromColumns,
  columnFromValues,
  type DataType,
  InternalError,
  type Schema,
  type Value,
  vectorValues,
} from '@ballista-ts/core';
import { type RecordBatch, Vector } from 'apache-arrow';

/** One column in JavaScript form. Values may be made on first use, and are never changed. */
export interface Column {
  readonly type: DataType;
  readonly values: readonly Value[];
}

/** Rows as the reference evaluator sees them. A batch without columns still has its rows. */
export interface ColumnBatch {
  readonly schema: Schema;
  readonly numRows: number;
  readonly columns: readonly Column[];
}

class LazyColumn implements Column {
  #values: readonly Value[] | undefined;
  #make: (() => readonly Value[]) | undefined;
  constructor(
    readonly type: DataType,
    make: () => readonly Value[],
  ) {
    this.#make = make;
  }
  get values(): readonly Value[] {
    if (this.#values === undefined) {
      this.#values = this.#make!();
      this.#make = undefined;
    }
    return this.#values;
  }
}

/** A column whose values are made when they are first asked for. */
export const lazyColumn = (type: DataType, make: () => readonly Value[]): Column => new LazyColumn(type, make);

/** A batch of finished columns; `numRows` is needed because there may be no columns. */
export function columnBatch(schema: Schema, columns: readonly (readonly Value[])[], numRows: number): ColumnBatch {
  if (columns.length !== schema.fields.length || columns.some((one) => one.length !== numRows)) {
    throw new InternalError(
      `a batch of ${schema.fields.length} columns and ${numRows} rows got columns of ${columns.map((one) => one.length).join(', ') || 'none'}`,
    );
  }
  return { schema, numRows, columns: columns.map((values, index) => ({ type: schema.fields[index]!.type, values })) };
}

/** A batch from rows, each an array in column order. */
export const columnBatchFromRows = (schema: Schema, rows: readonly (readonly Value[])[]): ColumnBatch => ({
  schema,
  numRows: rows.length,
  columns: schema.fields.map((one, index) => lazyColumn(one.type, () => rows.map((row) => row[index]!))),
});

/** A view of an Arrow batch; a column is converted when it is first used. */
export const columnBatchFromArrow = (schema: Schema, batch: RecordBatch): ColumnBatch => ({
  schema,
  numRows: batch.numRows,
  columns: schema.fields.map((one, index) =>
    lazyColumn(one.type, () => vectorValues(new Vector([batch.data.children[index]!]))),
  ),
});

/** The batch in Arrow's layout. @throws InvalidArgumentError when a value does not fit its column. */
export const columnBatchToArrow = (batch: ColumnBatch): RecordBatch =>
  batchFromColumns(
    batch.schema,
    batch.columns.map((one) => columnFromValues(one.type, one.values)),
    batch.numRows,
  );

/** The rows at the given positions, in that order; columns are gathered when they are first used. */
export const selectRows = (batch: ColumnBatch, rows: readonly number[]): ColumnBatch => ({
  schema: batch.schema,
  numRows: rows.length,
  columns: batch.columns.map((one) =>
    lazyColumn(one.type, () => {
      const { values } = one;
      return rows.map((row) => values[row]!);
    }),
  ),
});

/** Rows as arrays in column order. */
export function rowsOf(batch: ColumnBatch): Value[][] {
  const columns = batch.columns.map((one) => one.values);
  return Array.from({ length: batch.numRows }, (_, row) => columns.map((values) => values[row]!));
}
