import { InvalidArgumentError } from '@ballista-ts/core';
import type { SltCondition, SltExpectation, SltFile, SltRecord, SltSortMode } from './record.js';

/** The line between a query and its answer. */
export const separator = '----';

/**
 * Reads the text of a `.slt` file. Records are separated by blank lines, `#` starts a comment line between them:
 *
 *     statement ok            statement error <regular expression>      query IT rowsort [label]
 *     CREATE TABLE ...        SELECT ...                                SELECT ...
 *                                                                       ----
 *                                                                       1 a
 *
 * also `statement count N`, `query error [regular expression]` (an error without expression may give its lines after `----`),
 * `onlyif label` and `skipif label` above a record, and `halt`.
 *
 * @param name what messages call the file
 * @throws InvalidArgumentError naming file and line of what it does not understand
 */
export function parseSlt(text: string, name = 'slt'): SltFile {
  const lines = text.split(/\r?\n/);
  const records: SltRecord[] = [];
  let conditions: SltCondition[] = [];
  let index = 0;
  while (index < lines.length) {
    const line = lines[index]!.trim();
    if (line === '' || line.startsWith('#')) {
      index += 1;
      continue;
    }
    const [word = '', ...rest] = line.split(/\s+/);
    if (word === 'halt') break;
    if (word === 'onlyif' || word === 'skipif') {
      const label = rest[0] ?? fail(name, index, `${word} needs a label`);
      conditions.push({ kind: word, label });
      index += 1;
      continue;
    }
    if (word !== 'statement' && word !== 'query') fail(name, index, `unknown record ${JSON.stringify(line)}`);
    const record = parseRecord(name, lines, index, word as 'statement' | 'query', conditions);
    records.push(record);
    conditions = [];
    index = record.endLine - 1;
  }
  if (conditions.length > 0) fail(name, lines.length - 1, 'a condition without a record below it');
  return { name, lines, records };
}

function parseRecord(
  name: string,
  lines: readonly string[],
  start: number,
  kind: 'statement' | 'query',
  conditions: readonly SltCondition[],
): SltRecord {
  let end = start + 1;
  while (end < lines.length && lines[end]!.trim() !== '') end += 1;
  let cut = start + 1;
  while (cut < end && lines[cut]!.trim() !== separator) cut += 1;
  const sql = lines
    .slice(start + 1, cut)
    .join('\n')
    .trim();
  if (sql === '') fail(name, start, `${kind} without SQL`);
  const answer = cut < end ? lines.slice(cut + 1, end).map((line) => line.trimEnd()) : undefined;
  const header = lines[start]!.trim().replace(/^\w+\s*/, '');
  const shared = { kind, sql, conditions, line: start + 1, answerLine: cut + 1, endLine: end + 1 } as const;

  const error = /^error(?:\s+(.*))?$/.exec(header);
  if (error !== null) {
    return { ...shared, types: '', sort: 'nosort', expect: errorExpectation(name, start, error[1], answer) };
  }
  if (kind === 'statement') {
    if (answer !== undefined) fail(name, cut, 'a statement has no answer; write it as a query');
    return { ...shared, types: '', sort: 'nosort', expect: statementExpectation(name, start, header) };
  }
  const [types = '', ...words] = header.split(/\s+/);
  if (!/^[BIRTDP?]+$/.test(types))
    fail(name, start, `query types ${JSON.stringify(types)}: expected letters of BIRTDP and ?`);
  const isSort = (word: string | undefined): word is SltSortMode =>
    word === 'nosort' || word === 'rowsort' || word === 'valuesort';
  const sort = isSort(words[0]) ? words[0] : 'nosort';
  const [label, ...tooMany] = isSort(words[0]) ? words.slice(1) : words;
  if (tooMany.length > 0) fail(name, start, `unexpected ${JSON.stringify(tooMany.join(' '))}`);
  return { ...shared, types, sort, ...(label === undefined ? {} : { label }), expect: { kind: 'rows', lines: answer } };
}

function statementExpectation(name: string, line: number, header: string): SltExpectation {
  if (header === 'ok') return { kind: 'ok' };
  const count = /^count\s+(\d+)$/.exec(header);
  if (count !== null) return { kind: 'count', rows: Number(count[1]) };
  return fail(name, line, `statement ${JSON.stringify(header)}: expected ok, error or count N`);
}

function errorExpectation(
  name: string,
  line: number,
  pattern: string | undefined,
  text: readonly string[] | undefined,
): SltExpectation {
  if (pattern !== undefined && text !== undefined)
    fail(name, line, 'an error has either an expression or lines, not both');
  if (text !== undefined) return { kind: 'error', text };
  if (pattern === undefined) return { kind: 'error' };
  try {
    return { kind: 'error', pattern: new RegExp(pattern, 's') };
  } catch (cause) {
    return fail(name, line, `${JSON.stringify(pattern)} is not a regular expression`, { cause });
  }
}

function fail(name: string, index: number, message: string, options?: ErrorOptions): never {
  throw new InvalidArgumentError(`${name}:${index + 1}: ${message}`, options);
}
