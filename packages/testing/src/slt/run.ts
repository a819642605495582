import { type DataType, describeError, type Value } from '@ballista-ts/core';
import { diffLines, sortLines } from './compare.js';
import { formatColumnTypes, formatSltValue } from './format.js';
import type { SltFile, SltRecord } from './record.js';

/** What a session answers to one statement. */
export interface SltAnswer {
  readonly types: readonly DataType[];
  /** Rows in the forms of core's `Value`. */
  readonly rows: readonly (readonly Value[])[];
}

/** Whatever executes SQL: one for each topology. Statements of a file run one after the other in one session. */
export interface SltSession {
  run(sql: string): Promise<SltAnswer>;
}

export interface SltOptions {
  /** What `onlyif` and `skipif` refer to, e.g. `standalone`. */
  readonly labels?: readonly string[];
  /** Replaces `$NAME` in the SQL, e.g. by the directory of the test data. Other dollars stay. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** One record that did not answer as written. */
export interface SltFailure {
  readonly record: SltRecord;
  /** File, line, SQL and difference, ready to print. */
  readonly message: string;
}

/** What came of running a file. Every record is one of the three. */
export interface SltReport {
  readonly passed: number;
  readonly skipped: number;
  readonly failures: readonly SltFailure[];
}

/** What running a record gave: an error, or its rows as lines in the record's order. */
export type SltOutcome =
  | { readonly kind: 'error'; readonly message: string }
  | { readonly kind: 'rows'; readonly types: string; readonly lines: readonly string[]; readonly rowCount: number };

/** Runs all records of a file, also after failures: they are collected and never thrown. */
export async function runSlt(file: SltFile, session: SltSession, options: SltOptions = {}): Promise<SltReport> {
  const failures: SltFailure[] = [];
  const labelled = new Map<string, readonly string[]>();
  let skipped = 0;
  for (const record of file.records) {
    if (!isSelected(record, options.labels ?? [])) {
      skipped += 1;
      continue;
    }
    const outcome = await runRecord(record, session, options);
    const problem = judge(record, outcome) ?? judgeLabel(record, outcome, labelled);
    if (problem !== undefined)
      failures.push({ record, message: `${file.name}:${record.line}: ${problem}\n[SQL] ${record.sql}` });
  }
  return { passed: file.records.length - skipped - failures.length, skipped, failures };
}

/** @throws Error with all failures of the file */
export async function assertSlt(file: SltFile, session: SltSession, options: SltOptions = {}): Promise<SltReport> {
  const report = await runSlt(file, session, options);
  if (report.failures.length > 0) throw new Error(report.failures.map((failure) => failure.message).join('\n\n'));
  return report;
}

/** True when the conditions of the record let it run under these labels. */
export const isSelected = (record: SltRecord, labels: readonly string[]): boolean =>
  record.conditions.every(({ kind, label }) => labels.includes(label) === (kind === 'onlyif'));

/** Runs one record and brings the answer into the form in which it is compared and written. */
export async function runRecord(record: SltRecord, session: SltSession, options: SltOptions = {}): Promise<SltOutcome> {
  try {
    const { types, rows } = await session.run(substitute(record.sql, options.variables ?? {}));
    const cells = rows.map((row) => types.map((type, column) => formatSltValue(type, row[column] ?? null)));
    return {
      kind: 'rows',
      types: formatColumnTypes(types),
      lines: sortLines(cells, record.sort),
      rowCount: rows.length,
    };
  } catch (error) {
    return { kind: 'error', message: describeError(error) };
  }
}

function judge(record: SltRecord, outcome: SltOutcome): string | undefined {
  const { expect } = record;
  if (expect.kind === 'error') return judgeError(expect, outcome);
  if (outcome.kind === 'error') return `${record.kind} failed: ${outcome.message}`;
  switch (expect.kind) {
    case 'ok':
      return undefined;
    case 'count':
      return expect.rows === outcome.rowCount ? undefined : `expected ${expect.rows} rows, got ${outcome.rowCount}`;
    case 'rows': {
      if (!typesMatch(record.types, outcome.types))
        return `expected columns of types ${record.types}, got ${outcome.types}`;
      if (expect.lines === undefined) return 'has no answer yet; run with --complete to fill it in';
      const difference = diffLines(expect.lines, outcome.lines);
      return difference === undefined ? undefined : `answers differ (- expected, + got):\n${difference}`;
    }
  }
}

function judgeError(
  expect: { readonly pattern?: RegExp; readonly text?: readonly string[] },
  outcome: SltOutcome,
): string | undefined {
  if (outcome.kind === 'rows') return `expected an error, got ${outcome.rowCount} rows`;
  if (expect.pattern !== undefined && !expect.pattern.test(outcome.message)) {
    return `expected an error that matches ${expect.pattern.source}, got: ${outcome.message}`;
  }
  const difference = expect.text && diffLines(expect.text, outcome.message.split('\n'));
  return difference === undefined ? undefined : `errors differ (- expected, + got):\n${difference}`;
}

function judgeLabel(
  record: SltRecord,
  outcome: SltOutcome,
  labelled: Map<string, readonly string[]>,
): string | undefined {
  if (record.label === undefined || outcome.kind === 'error') return undefined;
  const first = labelled.get(record.label);
  if (first === undefined) {
    labelled.set(record.label, outcome.lines);
    return undefined;
  }
  const difference = diffLines(first, outcome.lines);
  return difference === undefined ? undefined : `differs from the first query labelled ${record.label}:\n${difference}`;
}

/** `?` in the expected letters stands for any type. */
const typesMatch = (expected: string, actual: string): boolean =>
  expected.length === actual.length &&
  [...expected].every((letter, index) => letter === '?' || letter === actual[index]);

const substitute = (sql: string, variables: Readonly<Record<string, string>>): string =>
  sql.replace(/\$([A-Za-z_]\w*)/g, (whole, name: string) =>
    Object.hasOwn(variables, name) ? variables[name]! : whole,
  );
