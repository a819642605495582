import { formatDelimited } from './delimited.js';
import type { FormatName } from './format-names.js';
import { formatJson, formatNdjson } from './json.js';
import type { Formatter } from './result.js';
import { formatTable } from './table.js';

export const formatters: Readonly<Record<FormatName, Formatter>> = {
  table: formatTable,
  csv: formatDelimited(','),
  tsv: formatDelimited('\t'),
  json: formatJson,
  ndjson: formatNdjson,
};
