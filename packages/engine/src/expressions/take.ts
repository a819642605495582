import type { Schema, Value } from '@ballista-ts/core';
import { type Column, type ColumnBatch, lazyColumn, selectRows } from '@ballista-ts/functions';

const isColumn = (one: Column | readonly Value[]): one is Column => !Array.isArray(one);

/** A batch of columns that are either shared or given as values. */
export const makeBatch = (
  schema: Schema,
  numRows: number,
  columns: readonly (Column | readonly Value[])[],
): ColumnBatch => ({
  schema,
  numRows,
  columns: columns.map((column, index) =>
    isColumn(column) ? column : { type: schema.fields[index]!.type, values: column },
  ),
});

/** Some rows of a batch, in the given order. */
export const takeRows = (batch: ColumnBatch, rows: readonly number[]): ColumnBatch => selectRows(batch, rows);

/** `count` rows from `start` on. */
export const sliceRows = (batch: ColumnBatch, start: number, count: number): ColumnBatch =>
  start === 0 && count === batch.numRows
    ? batch
    : {
        schema: batch.schema,
        numRows: count,
        columns: batch.columns.map((column) =>
          lazyColumn(column.type, () => column.values.slice(start, start + count)),
        ),
      };

/** Some columns of a batch, in the given order. */
export const pickColumns = (batch: ColumnBatch, indices: readonly number[]): ColumnBatch => ({
  schema: { ...batch.schema, fields: indices.map((index) => batch.schema.fields[index]!) },
  numRows: batch.numRows,
  columns: indices.map((index) => batch.columns[index]!),
});

/** The same rows under another schema of the same types. */
export const withSchema = (batch: ColumnBatch, schema: Schema): ColumnBatch => ({ ...batch, schema });

/** All rows as one batch. */
export function concatBatches(schema: Schema, batches: readonly ColumnBatch[]): ColumnBatch {
  if (batches.length === 1) return withSchema(batches[0]!, schema);
  const numRows = batches.reduce((sum, batch) => sum + batch.numRows, 0);
  return makeBatch(
    schema,
    numRows,
    schema.fields.map((_field, index) => {
      const values = new Array<Value>(numRows);
      let at = 0;
      for (const batch of batches) for (const value of batch.columns[index]!.values) values[at++] = value;
      return values;
    }),
  );
}
