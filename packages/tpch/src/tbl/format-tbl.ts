import type { Column, ColumnBatch } from '../columns/column.js';
import { TextWriter } from './text-writer.js';

const [BAR, NEWLINE] = [0x7c, 0x0a];
/** Room for any value that is not a string, with its separator. */
const MAX_VALUE_LENGTH = 24;

/** The rows in dbgen's text format: every value followed by `|`, every row by a newline. */
export function formatTbl({ rowCount, columns }: ColumnBatch): Uint8Array {
  const text = new TextWriter(rowCount * 64);
  const fixed = columns.length * MAX_VALUE_LENGTH + 1;
  for (let row = 0; row < rowCount; row += 1) {
    text.reserve(fixed + stringLength(columns, row));
    for (let i = 0; i < columns.length; i += 1) {
      writeValue(text, columns[i]!, row);
      text.byte(BAR);
    }
    text.byte(NEWLINE);
  }
  return text.bytes.subarray(0, text.length);
}

function stringLength(columns: readonly Column[], row: number): number {
  let total = 0;
  for (let i = 0; i < columns.length; i += 1) {
    const column = columns[i]!;
    if (column.kind === 'utf8') total += column.offsets[row + 1]! - column.offsets[row]!;
  }
  return total;
}

function writeValue(text: TextWriter, column: Column, row: number): void {
  switch (column.kind) {
    case 'utf8':
      text.copy(column.bytes, column.offsets[row]!, column.offsets[row + 1]!);
      break;
    case 'int64':
      text.integer(column.get(row));
      break;
    case 'int32':
      text.integer(column.values[row]!);
      break;
    case 'date32':
      text.date(column.values[row]!);
      break;
    case 'decimal':
      text.money(column.get(row));
      break;
    case 'whole':
      text.integer(column.get(row) / 100);
      break;
  }
}
