import { ignoreMark } from './slt/compare.js';

export interface PlanTextOptions {
  /** Directories to replace by a name, e.g. `{ '/tmp/data-1': '$DATA' }`. Longer ones win. */
  readonly paths?: Readonly<Record<string, string>>;
}

/**
 * The text of a plan without what varies between runs and machines, fit for a snapshot or an approved file: job ids, ports, times and
 * memory of EXPLAIN ANALYZE become `<slt:ignore>`, given directories their name; trailing spaces go.
 */
export function stablePlanText(text: string, { paths = {} }: PlanTextOptions = {}): string {
  let out = text;
  for (const path of Object.keys(paths).sort((a, b) => b.length - a.length)) out = out.replaceAll(path, paths[path]!);
  for (const [pattern, replacement] of volatile) out = out.replace(pattern, replacement);
  return out
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd();
}

const volatile: readonly (readonly [RegExp, string])[] = [
  [/\b(job_?id)\s*([=:])\s*[\w-]+/gi, `$1$2${ignoreMark}`],
  [/\b(localhost|127\.0\.0\.1|\[::1\]):\d+/g, `$1:${ignoreMark}`],
  [
    /\b(\w*(?:elapsed|time|duration)\w*)=\d+(?:\.\d+)?\s?(?:ns|µs|us|ms|s|m|h)(?:\d+(?:\.\d+)?(?:ms|s))*/g,
    `$1=${ignoreMark}`,
  ],
  [/\b(\w*(?:mem_used|memory|spilled_bytes)\w*)=\d+(?:\.\d+)?(?:\s?[KMGT]i?B|\s?B)?/g, `$1=${ignoreMark}`],
];
