import { type DataType, makeData, RecordBatch, type Schema, Struct } from 'apache-arrow';
import type { Column, ColumnBatch } from './column.js';

/** An Arrow batch over the columns' own memory; nothing is copied. */
export function toRecordBatch(schema: Schema, { rowCount, columns }: ColumnBatch): RecordBatch {
  const children = columns.map((column, index) => columnData(schema.fields[index]!.type, column, rowCount));
  return new RecordBatch(
    schema,
    makeData({ type: new Struct(schema.fields), length: rowCount, nullCount: 0, children }),
  );
}

function columnData(type: DataType, column: Column, length: number) {
  const common = { type, length, nullCount: 0 };
  switch (column.kind) {
    case 'int64':
      return makeData({ ...common, data: new BigInt64Array(column.words.buffer, 0, length) } as never);
    case 'int32':
    case 'date32':
      return makeData({ ...common, data: column.values.subarray(0, length) } as never);
    case 'decimal':
    case 'whole':
      return makeData({ ...common, data: new Uint32Array(column.words.buffer, 0, length * 4) } as never);
    case 'utf8':
      return makeData({
        ...common,
        valueOffsets: column.offsets.subarray(0, length + 1),
        data: column.bytes.subarray(0, column.length),
      } as never);
  }
}
