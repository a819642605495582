import { formatDelimited } from './delimited.js';
import { formatJson, formatNdjson } from './json.js';
import type { Formatter } from './result.js';
import { formatTable } from './table.js';

export const formatNames = ['table', 'csv', 'tsv', 'json', 'ndjson'] as const;
export type FormatName = (typeof formatNames)[number];

export const formatters: Readonly<Record<FormatName, Formatter>> = {
  table: formatTable,
  csv: formatDelimited(','),
  tsv: formatDelimited('\t'),
  json: formatJson,
  ndjson: formatNdjson,
};

/** The name of a format; `nd-json` is upstream's spelling of `ndjson`. */
export function parseFormatName(text: string): FormatName | undefined {
  const name = text.toLowerCase() === 'nd-json' ? 'ndjson' : text.toLowerCase();
  return formatNames.find((one) => one === name);
}
