import { diffLines } from './compare.js';
import { separator } from './parse.js';
import type { SltFile, SltRecord } from './record.js';
import { isSelected, runRecord, type SltOptions, type SltOutcome, type SltSession } from './run.js';

/**
 * The text of the file with answers filled in from the session: what `--complete` writes. Queries get the types and rows they
 * gave; answers that already match, `<slt:ignore>` included, stay as they are, and so does everything else in the file.
 *
 * @throws Error when a query fails that is not expected to, or a record that should fail does not: an answer file never records
 * a surprise
 */
export async function completeSlt(file: SltFile, session: SltSession, options: SltOptions = {}): Promise<string> {
  const out: string[] = [];
  let copied = 0; // lines of the file already in `out`
  for (const record of file.records) {
    if (!isSelected(record, options.labels ?? [])) continue;
    const outcome = await runRecord(record, session, options);
    const { header, answer } = completed(file, record, outcome);
    out.push(
      ...file.lines.slice(copied, record.line - 1),
      header,
      ...file.lines.slice(record.line, record.answerLine - 1),
      ...answer,
    );
    copied = record.endLine - 1;
  }
  out.push(...file.lines.slice(copied));
  return out.join('\n');
}

function completed(
  file: SltFile,
  record: SltRecord,
  outcome: SltOutcome,
): { header: string; answer: readonly string[] } {
  const at = `${file.name}:${record.line}`;
  const header = file.lines[record.line - 1]!;
  const old = file.lines.slice(record.answerLine - 1, record.endLine - 1);
  const { expect } = record;
  if (outcome.kind === 'error') {
    if (expect.kind !== 'error')
      throw new Error(`${at}: ${record.kind} failed: ${outcome.message}\n[SQL] ${record.sql}`);
    const message = outcome.message.split('\n');
    const stays = expect.text === undefined || diffLines(expect.text, message) === undefined;
    return { header, answer: stays ? old : [separator, ...message] };
  }
  if (expect.kind === 'error')
    throw new Error(`${at}: expected an error, got ${outcome.rowCount} rows\n[SQL] ${record.sql}`);
  if (expect.kind === 'count') return { header: header.replace(/\d+/, String(outcome.rowCount)), answer: old };
  if (expect.kind === 'ok') return { header, answer: old };
  const stays = expect.lines !== undefined && diffLines(expect.lines, outcome.lines) === undefined;
  return {
    header: header.replace(record.types, mergeTypes(record.types, outcome.types)),
    answer: stays ? old : [separator, ...outcome.lines],
  };
}

/** A `?` that somebody wrote stays, as long as the number of columns does. */
const mergeTypes = (written: string, actual: string): string =>
  written.length === actual.length
    ? [...actual].map((letter, index) => (written[index] === '?' ? '?' : letter)).join('')
    : actual;
