import type { SltSortMode } from './record.js';

/** Stands in an expected line for whatever varies from run to run: a time, an id, a path. */
export const ignoreMark = '<slt:ignore>';

/** Rows as they are compared. `valuesort` puts each value on a line of its own. */
export function sortLines(rows: readonly (readonly string[])[], sort: SltSortMode): string[] {
  if (sort === 'valuesort') return rows.flat().sort(byCodeUnit);
  const lines = rows.map((row) => row.join(' ').trimEnd());
  return sort === 'rowsort' ? lines.sort(byCodeUnit) : lines;
}

/** Not `localeCompare`: an answer file must not depend on the machine's language. */
const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** True when the line is the expected one, `<slt:ignore>` standing for anything. */
export function lineMatches(expected: string, actual: string): boolean {
  if (!expected.includes(ignoreMark)) return expected === actual;
  const pattern = expected.split(ignoreMark).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${pattern.join('.*')}$`, 's').test(actual);
}

/** Undefined when all lines match, else a readable difference: `-` expected, `+` got. */
export function diffLines(expected: readonly string[], actual: readonly string[], limit = 40): string | undefined {
  const length = Math.max(expected.length, actual.length);
  const out: string[] = [];
  for (let index = 0; index < length; index += 1) {
    const want = expected[index];
    const got = actual[index];
    if (want !== undefined && got !== undefined && lineMatches(want, got)) continue;
    if (want !== undefined) out.push(`- ${want}`);
    if (got !== undefined) out.push(`+ ${got}`);
  }
  if (out.length === 0) return undefined;
  const hidden = out.length - limit;
  return [...out.slice(0, limit), ...(hidden > 0 ? [`  ... and ${hidden} more lines`] : [])].join('\n');
}
