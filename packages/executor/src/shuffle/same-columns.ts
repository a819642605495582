import { InternalError } from '@ballista-ts/core';
import type { RecordBatch, Schema } from 'apache-arrow';

/** Whether a batch has the columns that its stream's schema announces. Types count, names and nullability do not. */
export const sameColumns = (batch: RecordBatch, schema: Schema): boolean =>
  batch.schema === schema ||
  (batch.schema.fields.length === schema.fields.length &&
    batch.schema.fields.every((field, index) => String(field.type) === String(schema.fields[index]!.type)));

/** @throws InternalError naming both, when they differ: the file would say one thing and hold another. */
export function checkColumns(batch: RecordBatch, schema: Schema): void {
  if (!sameColumns(batch, schema)) {
    throw new InternalError(`a stage writes ${columns(batch.schema)} where its plan says ${columns(schema)}`);
  }
}

export const columns = (schema: Schema): string =>
  `(${schema.fields.map(({ name, type }) => `${name}: ${String(type)}`).join(', ')})`;
