import { readFile, writeFile } from 'node:fs/promises';
import { InvalidArgumentError } from '@ballista-ts/core';
import { diffLines } from './slt/compare.js';

/**
 * One case of a data-driven file:
 *
 *     opt expect-not=remove_sort_under_aggregate
 *     SELECT array_agg(a) FROM (SELECT a FROM t ORDER BY b)
 *     ----
 *     <the plan>
 */
export interface DataDrivenCase {
  /** The first word, e.g. `opt`. */
  readonly command: string;
  /** `key=value` words after the command; a word without `=` has the value `''`. A key may repeat. */
  readonly args: ReadonlyMap<string, readonly string[]>;
  /** The lines between the command and `----`. */
  readonly input: string;
  /** What the file says the case answers, without a final line break. */
  readonly expected: string;
  /** File and line, for messages. */
  readonly at: string;
}

interface PlacedCase extends DataDrivenCase {
  readonly answerStart: number;
  readonly answerEnd: number;
  readonly double: boolean;
}

/** Reads the text of a data-driven file. An answer ends at a blank line, or, begun with two `----` lines, at the next two. */
export const parseDataDriven = (text: string, name = 'cases'): readonly DataDrivenCase[] =>
  placedCases(text.split('\n'), name);

/**
 * Runs every case of a file and compares. With `UPDATE=1` in the environment the answers are rewritten instead, for the diff to
 * be reviewed.
 *
 * @param answer gives the text of one case; what it throws fails the case, naming its place
 * @throws Error with all differences
 */
export async function checkDataDriven(
  file: URL | string,
  answer: (one: DataDrivenCase) => string | Promise<string>,
): Promise<void> {
  const name = (file instanceof URL ? file.pathname : file).split('/').at(-1)!;
  const lines = (await readFile(file, 'utf8')).split('\n');
  const cases = placedCases(lines, name);
  if (cases.length === 0) throw new InvalidArgumentError(`${name} holds no case`);
  const update = isUpdating();
  const problems: string[] = [];
  const out: string[] = [];
  let copied = 0;
  for (const one of cases) {
    const actual = await answerOf(one, answer, problems);
    if (actual === undefined) continue;
    const difference = diffLines(one.expected.split('\n'), actual.split('\n'));
    if (difference === undefined) continue;
    if (!update)
      problems.push(`${one.at}: ${one.command} answers differently (- expected, + got):\n${difference}\n${one.input}`);
    out.push(...lines.slice(copied, one.answerStart), ...answerLines(one, actual));
    copied = one.answerEnd;
  }
  if (update && copied > 0) await writeFile(file, [...out, ...lines.slice(copied)].join('\n'));
  if (problems.length > 0) throw new Error(`${problems.join('\n\n')}${update ? '' : '\n\nUPDATE=1 rewrites the file'}`);
}

/** True when this run should rewrite expected answers (`UPDATE=1`) and not compare with them. */
export const isUpdating = (): boolean => process.env['UPDATE'] === '1';

async function answerOf(
  one: DataDrivenCase,
  answer: (one: DataDrivenCase) => string | Promise<string>,
  problems: string[],
): Promise<string | undefined> {
  try {
    return (await answer(one)).trimEnd();
  } catch (error) {
    problems.push(
      `${one.at}: ${one.command} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
    return undefined;
  }
}

/** The lines from the first `----` on. Text with blank lines inside needs the double form. */
function answerLines(one: PlacedCase, actual: string): string[] {
  const lines = actual === '' ? [] : actual.split('\n');
  if (!one.double && !lines.includes('')) return ['----', ...lines];
  return ['----', '----', ...lines, '----', '----'];
}

function placedCases(lines: readonly string[], name: string): PlacedCase[] {
  const cases: PlacedCase[] = [];
  let index = 0;
  while (index < lines.length) {
    const line = lines[index]!.trim();
    if (line === '' || line.startsWith('#')) {
      index += 1;
      continue;
    }
    const at = `${name}:${index + 1}`;
    const start = index + 1;
    let cut = start;
    while (cut < lines.length && lines[cut]!.trim() !== '----') cut += 1;
    if (cut === lines.length) throw new InvalidArgumentError(`${at}: the case has no ---- line`);
    const double = lines[cut + 1]?.trim() === '----';
    const first = cut + (double ? 2 : 1);
    let last = first;
    const ends = (here: number): boolean =>
      double ? lines[here]!.trim() === '----' && lines[here + 1]?.trim() === '----' : lines[here]!.trim() === '';
    while (last < lines.length && !ends(last)) last += 1;
    if (double && last === lines.length)
      throw new InvalidArgumentError(`${at}: the answer does not end with two ---- lines`);
    const [command = '', ...words] = line.split(/\s+/);
    index = last + (double ? 2 : 0);
    cases.push({
      command,
      args: readArgs(words),
      input: lines.slice(start, cut).join('\n').trim(),
      expected: lines.slice(first, last).join('\n').trimEnd(),
      at,
      answerStart: cut,
      answerEnd: index,
      double,
    });
  }
  return cases;
}

function readArgs(words: readonly string[]): Map<string, string[]> {
  const args = new Map<string, string[]>();
  for (const word of words) {
    const equals = word.indexOf('=');
    const key = equals === -1 ? word : word.slice(0, equals);
    args.set(key, [...(args.get(key) ?? []), equals === -1 ? '' : word.slice(equals + 1)]);
  }
  return args;
}
