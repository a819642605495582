import { batchRows, formatValue } from '@ballista-ts/core';
import type { Formatter } from './result.js';

/** Rows that decide the column widths; later ones keep the frame even if they are wider. */
const widthRows = 10_000;

/**
 * A framed table. NULL is an empty cell; line breaks inside a cell are kept as further lines of the same row, other control
 * characters are written out: data must not move the cursor or change colours.
 */
export const formatTable: Formatter = async ({ schema, batches }, write) => {
  const header = schema.fields.map((field) => printable(field.name));
  const held: string[][] = [];
  let widths: number[] | undefined;
  let rows = 0;
  const border = (): string => `+${(widths ?? []).map((width) => '-'.repeat(width + 2)).join('+')}+\n`;
  const begin = async (): Promise<void> => {
    widths = header.map((name, index) =>
      Math.max(cellWidth(name), ...held.slice(0, widthRows).map((row) => cellWidth(row[index] ?? ''))),
    );
    await write(`${border()}${line(header, widths)}${border()}${held.map((row) => line(row, widths ?? [])).join('')}`);
    held.length = 0;
  };
  for await (const batch of batches) {
    for (const row of batchRows(batch)) {
      rows += 1;
      held.push(
        row.map((value, index) => (value === null ? '' : printable(formatValue(schema.fields[index]!.type, value)))),
      );
    }
    if (widths !== undefined) {
      await write(held.map((row) => line(row, widths ?? [])).join(''));
      held.length = 0;
    } else if (held.length >= widthRows) await begin();
  }
  if (widths === undefined) await begin();
  await write(border());
  return rows;
};

/** Text without control characters but line breaks. */
const printable = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what we look for
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, (character) =>
      character === '\t' ? '\\t' : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );

function line(cells: readonly string[], widths: readonly number[]): string {
  const parts = cells.map((cell) => cell.split('\n'));
  const height = Math.max(1, ...parts.map((part) => part.length));
  let text = '';
  for (let row = 0; row < height; row += 1) {
    text += `| ${parts.map((part, index) => pad(part[row] ?? '', widths[index] ?? 0)).join(' | ')} |\n`;
  }
  return text;
}

const cellWidth = (cell: string): number => Math.max(...cell.split('\n').map(displayWidth));
const pad = (cell: string, width: number): string => cell + ' '.repeat(Math.max(width - displayWidth(cell), 0));

/** Columns a terminal needs: none for combining marks, two for East Asian wide characters and emoji. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) {
    if (/\p{Mark}|\p{Cf}/u.test(character)) continue;
    width +=
      /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u.test(
        character,
      )
        ? 2
        : 1;
  }
  return width;
}
