import {
  columnFromValues,
  type DataType,
  dataTypeEquals,
  dataTypeFromArrow,
  formatDataType,
  InternalError,
  isListLike,
  type Schema,
  schemaToArrow,
  type Value,
  valueReader,
} from '@ballista-ts/core';
import { type Data, makeData, RecordBatch, Struct } from 'apache-arrow';

/**
 * Batches with exactly the names and types that `schema` promises. A column that comes in another encoding of the same values (a
 * dictionary) is decoded; another type altogether is a bug, and told as one.
 *
 * @throws InternalError naming the column.
 */
export async function* conformBatches(
  batches: AsyncIterable<RecordBatch>,
  schema: Schema,
): AsyncGenerator<RecordBatch> {
  const wanted = schemaToArrow(schema);
  for await (const batch of batches) yield conform(batch, schema, wanted);
}

type ArrowSchema = ReturnType<typeof schemaToArrow>;

function conform(batch: RecordBatch, schema: Schema, wanted: ArrowSchema): RecordBatch {
  const columns = batch.data.children;
  if (columns.length !== schema.fields.length) {
    throw new InternalError(`the result has ${columns.length} columns, the plan promised ${schema.fields.length}`);
  }
  const children = columns.map((column, index) => {
    const field = schema.fields[index]!;
    const type = dataTypeFromArrow(column.type);
    if (dataTypeEquals(type, field.type)) return column;
    if (type.kind === 'Dictionary' && dataTypeEquals(type.value, field.type)) return decoded(column, field.type);
    if (sameLayout(type, field.type)) return column.clone(wanted.fields[index]!.type);
    throw new InternalError(
      `column ${field.name} of the result is of type ${formatDataType(type)}, the plan promised ${formatDataType(field.type)}`,
    );
  });
  const data = makeData({ type: new Struct(wanted.fields), length: batch.numRows, nullCount: 0, children });
  return new RecordBatch(wanted, data);
}

/** Whether two nested types differ only in what their inner fields are called, and in which of them admit nulls. */
function sameLayout(a: DataType, b: DataType): boolean {
  if (a.kind !== b.kind) return false;
  if (a.kind === 'FixedSizeList' && b.kind === 'FixedSizeList' && a.size !== b.size) return false;
  if (isListLike(a) && isListLike(b)) return sameLayout(a.field.type, b.field.type);
  if (a.kind === 'Map' && b.kind === 'Map') return sameLayout(a.entries.type, b.entries.type);
  if (a.kind === 'Struct' && b.kind === 'Struct') {
    return (
      a.fields.length === b.fields.length && a.fields.every((one, index) => sameLayout(one.type, b.fields[index]!.type))
    );
  }
  return dataTypeEquals(a, b);
}

function decoded(column: Data, to: DataType): Data {
  const read = valueReader(column);
  return columnFromValues(
    to,
    Array.from({ length: column.length }, (_, row): Value => read(row)),
  );
}
