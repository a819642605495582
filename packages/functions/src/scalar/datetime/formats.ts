import { ExecutionError, type Value } from '@ballista-ts/core';
import { BoundedCache } from '../../text/bounded-cache.js';
import { type FormatItem, parseFormat } from '../../time/format-items.js';
import { type ParsedDateTime, parseDateTime } from '../../time/parse-date-time.js';

/** Reads texts by formats tried in order; each format is taken apart once. */
export function formatReader(what: string): (text: string, formats: readonly Value[]) => ParsedDateTime {
  const known = new BoundedCache<readonly FormatItem[]>(64, parseFormat);
  return (text, formats) => {
    for (const format of formats) {
      const parsed = parseDateTime(known.get(format as string), text);
      if (parsed !== undefined) return parsed;
    }
    throw new ExecutionError(
      `Error parsing ${what} from '${text}' using format${formats.length === 1 ? '' : 's'} ${formats.map((one) => `'${one}'`).join(', ')}`,
    );
  };
}
