import { batchRows, type Schema, type Value } from '@ballista-ts/core';
import { jsonValue } from './json-value.js';
import type { Formatter } from './result.js';

const object = (schema: Schema, row: readonly Value[]): string =>
  `{${schema.fields.map((field, index) => `${JSON.stringify(field.name)}:${jsonValue(field.type, row[index] ?? null)}`).join(',')}}`;

/** One array of objects. */
export const formatJson: Formatter = async ({ schema, batches }, write) => {
  let rows = 0;
  await write('[');
  for await (const batch of batches) {
    let text = '';
    for (const row of batchRows(batch)) {
      text += `${rows === 0 ? '' : ','}${object(schema, row)}`;
      rows += 1;
    }
    await write(text);
  }
  await write(']\n');
  return rows;
};

/** One object a line. */
export const formatNdjson: Formatter = async ({ schema, batches }, write) => {
  let rows = 0;
  for await (const batch of batches) {
    let text = '';
    for (const row of batchRows(batch)) {
      text += `${object(schema, row)}\n`;
      rows += 1;
    }
    await write(text);
  }
  return rows;
};
