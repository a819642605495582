export const formatNames = ['table', 'csv', 'tsv', 'json', 'ndjson'] as const;
export type FormatName = (typeof formatNames)[number];

/** The name of a format; `nd-json` is upstream's spelling of `ndjson`. */
export function parseFormatName(text: string): FormatName | undefined {
  const name = text.toLowerCase() === 'nd-json' ? 'ndjson' : text.toLowerCase();
  return formatNames.find((one) => one === name);
}
