import { batchRows, formatValue } from '@ballista-ts/core';
import type { Formatter } from './result.js';

/**
 * CSV (RFC 4180) or TSV with a header line. NULL is an empty field, an empty text is `""`; fields with the delimiter,
 * quotes or line breaks are quoted.
 */
export const formatDelimited =
  (delimiter: ',' | '\t'): Formatter =>
  async ({ schema, batches }, write) => {
    const quote = (text: string): string =>
      text === '' || text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    await write(`${schema.fields.map((field) => quote(field.name)).join(delimiter)}\n`);
    let rows = 0;
    for await (const batch of batches) {
      let text = '';
      for (const row of batchRows(batch)) {
        rows += 1;
        text += `${row.map((value, index) => (value === null ? '' : quote(formatValue(schema.fields[index]!.type, value)))).join(delimiter)}\n`;
      }
      await write(text);
    }
    return rows;
  };
