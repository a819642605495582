import { type DataType, decimal128, ExecutionError, Float64, Int64, Utf8, type Value } from '@ballista-ts/core';
import { describe, expect, test } from 'vitest';
import { completeSlt } from './complete.js';
import { formatSltValue } from './format.js';
import { parseSlt } from './parse.js';
import { assertSlt, runSlt, type SltSession } from './run.js';

/** A session that knows its answers by heart. */
function session(
  answers: Record<string, readonly [readonly DataType[], readonly (readonly Value[])[]] | Error>,
): SltSession & { ran: string[] } {
  const ran: string[] = [];
  return {
    ran,
    async run(sql) {
      ran.push(sql);
      const answer = answers[sql];
      if (answer === undefined) throw new Error(`no such statement: ${sql}`);
      if (answer instanceof Error) throw answer;
      return { types: answer[0], rows: answer[1] };
    },
  };
}

const two = session({
  'SELECT a, b FROM t': [
    [Int64, Utf8],
    [
      [2n, 'x'],
      [1n, ''],
    ],
  ],
  'CREATE TABLE t': [[], []],
  'SELECT 1/0': new ExecutionError('Divide by zero\nin row 3'),
});

describe('reading a file', () => {
  test('gives every record its kind, SQL over several lines, expectation and place', () => {
    const file = parseSlt(
      '# a comment\n\nstatement ok\nCREATE TABLE t\n\nquery IT rowsort label-1\nSELECT a,\n b FROM t\n----\n1 (empty)\n2 x\n\nstatement error Divide by .*\nSELECT 1/0\n\nstatement count 2\nINSERT\n',
    );
    expect(file.records.map(({ kind, line, sql }) => [kind, line, sql])).toEqual([
      ['statement', 3, 'CREATE TABLE t'],
      ['query', 6, 'SELECT a,\n b FROM t'],
      ['statement', 13, 'SELECT 1/0'],
      ['statement', 16, 'INSERT'],
    ]);
    expect(file.records.map((record) => record.expect)).toEqual([
      { kind: 'ok' },
      { kind: 'rows', lines: ['1 (empty)', '2 x'] },
      { kind: 'error', pattern: /Divide by .*/s },
      { kind: 'count', rows: 2 },
    ]);
    expect(file.records[1]).toMatchObject({ types: 'IT', sort: 'rowsort', label: 'label-1' });
  });

  test('reads Windows line ends, and stops at halt', () => {
    expect(parseSlt('statement ok\r\nA\r\n\r\nhalt\r\n\r\nnonsense').records.map((record) => record.sql)).toEqual([
      'A',
    ]);
  });

  test('an empty answer is an answer, a missing one is not', () => {
    expect(parseSlt('query I\nA\n----\n').records[0]!.expect).toEqual({ kind: 'rows', lines: [] });
    expect(parseSlt('query I\nA\n').records[0]!.expect).toEqual({ kind: 'rows', lines: undefined });
  });

  test.each([
    ['selectx\n', 'f.slt:1: unknown record "selectx"'],
    ['\nstatement maybe\nA', 'f.slt:2: statement "maybe": expected ok, error or count N'],
    ['query\nA', 'f.slt:1: query types ""'],
    ['query IX\nA', 'f.slt:1: query types "IX"'],
    ['query I rowsort a b\nA', 'f.slt:1: unexpected "b"'],
    ['query I\n----\n1', 'f.slt:1: query without SQL'],
    ['statement ok\nA\n----\n1', 'f.slt:3: a statement has no answer'],
    ['statement error (\nA', 'f.slt:1: "(" is not a regular expression'],
    ['statement error x\nA\n----\nx', 'f.slt:1: an error has either'],
    ['onlyif\n', 'f.slt:1: onlyif needs a label'],
    ['skipif x\n', 'a condition without a record'],
  ])('refuses %j', (text, message) => {
    expect(() => parseSlt(text, 'f.slt')).toThrow(message);
  });
});

describe('running a file', () => {
  test('passes when everything answers as written', async () => {
    const file = parseSlt(
      'statement ok\nCREATE TABLE t\n\nquery IT\nSELECT a, b FROM t\n----\n2 x\n1 (empty)\n\nquery IT rowsort\nSELECT a, b FROM t\n----\n1 (empty)\n2 x\n\nquery ?T valuesort\nSELECT a, b FROM t\n----\n(empty)\n1\n2\nx\n\nquery error Divide\nSELECT 1/0\n\nstatement error\nSELECT 1/0\n\nstatement error\nSELECT 1/0\n----\nDivide by zero\nin row <slt:ignore>\n\nstatement count 2\nSELECT a, b FROM t\n',
    );
    expect(await assertSlt(file, two)).toEqual({ passed: 8, skipped: 0, failures: [] });
  });

  test.each([
    ['query IT\nSELECT a, b FROM t\n----\n1 (empty)\n2 x', '- 1 (empty)\n+ 2 x\n- 2 x\n+ 1 (empty)'],
    ['query IT rowsort\nSELECT a, b FROM t\n----\n1 (empty)', '+ 2 x'],
    ['query IT rowsort\nSELECT a, b FROM t\n----\n1 (empty)\n2 x\n3 y', '- 3 y'],
    ['query II\nSELECT a, b FROM t\n----\n', 'expected columns of types II, got IT'],
    ['query I\nSELECT a, b FROM t\n----\n', 'expected columns of types I, got IT'],
    ['query IT\nSELECT a, b FROM t', 'has no answer yet'],
    ['query IT\nSELECT 1/0\n----\n', 'query failed: Divide by zero'],
    ['statement ok\nSELECT 1/0', 'statement failed: Divide by zero'],
    ['statement error\nCREATE TABLE t', 'expected an error, got 0 rows'],
    ['statement error overflow\nSELECT 1/0', 'expected an error that matches overflow, got: Divide by zero'],
    ['statement error\nSELECT 1/0\n----\nDivide by zero\nin row 4', '- in row 4\n+ in row 3'],
    ['statement count 3\nSELECT a, b FROM t', 'expected 3 rows, got 2'],
  ])('fails for %j', async (text, message) => {
    const report = await runSlt(parseSlt(text, 'f.slt'), two);
    expect(report).toMatchObject({ passed: 0, skipped: 0 });
    expect(report.failures[0]!.message).toContain(message);
    expect(report.failures[0]!.message).toMatch(/^f\.slt:1: /);
    await expect(assertSlt(parseSlt(text), two)).rejects.toThrow('[SQL]');
  });

  test('goes on after a failure', async () => {
    const report = await runSlt(parseSlt('statement ok\nSELECT 1/0\n\nstatement ok\nCREATE TABLE t'), two);
    expect([report.passed, report.failures.length]).toEqual([1, 1]);
  });

  test('queries with the same label must agree', async () => {
    const answers = session({ A: [[Int64], [[1n]]], B: [[Int64], [[2n]]] });
    const report = await runSlt(parseSlt('query I nosort x\nA\n----\n1\n\nquery I nosort x\nB\n----\n2'), answers);
    expect(report.failures.map((failure) => failure.message)).toEqual([
      expect.stringContaining('differs from the first query labelled x'),
    ]);
  });

  test('conditions choose records by label', async () => {
    const answers = session({ A: [[], []], B: [[], []], C: [[], []] });
    const file = parseSlt(
      'onlyif remote\nstatement ok\nA\n\nskipif remote\nstatement ok\nB\n\nonlyif remote\nskipif slow\nstatement ok\nC',
    );
    expect(await runSlt(file, answers, { labels: ['remote', 'slow'] })).toMatchObject({ passed: 1, skipped: 2 });
    expect(await runSlt(file, answers)).toMatchObject({ passed: 1, skipped: 2 });
    expect(answers.ran).toEqual(['A', 'B']);
  });

  test('known variables are replaced, other dollars stay', async () => {
    const answers = session({ "LOCATION '/data' $1 $OTHER": [[], []] });
    await assertSlt(parseSlt("statement ok\nLOCATION '$DIR' $1 $OTHER"), answers, { variables: { DIR: '/data' } });
  });

  test('an ignore mark matches anything on its line, and its neighbours are no pattern', async () => {
    const answers = session({ A: [[Utf8], [['took 12 ms (a.b)']]], B: [[Utf8], [['took 12 ms (aXb)']]] });
    const text = 'query T\nA\n----\ntook <slt:ignore> ms (a.b)\n\nquery T\nB\n----\ntook <slt:ignore> ms (a.b)';
    expect(await runSlt(parseSlt(text), answers)).toMatchObject({ passed: 1 });
  });
});

describe('completing a file', () => {
  const text =
    '# top\nstatement ok\nCREATE TABLE t\n\nquery I rowsort # not a comment here\nSELECT a, b FROM t\n\n# end\n';

  test('writes types and answers, keeps the rest, and the result passes', async () => {
    const done = await completeSlt(parseSlt(text.replace(' # not a comment here', '')), two);
    expect(done).toBe(
      '# top\nstatement ok\nCREATE TABLE t\n\nquery IT rowsort\nSELECT a, b FROM t\n----\n1 (empty)\n2 x\n\n# end\n',
    );
    expect(await runSlt(parseSlt(done), two)).toMatchObject({ passed: 2, failures: [] });
    expect(await completeSlt(parseSlt(done), two)).toBe(done);
  });

  test('replaces a wrong answer, and leaves one that matches with ignore marks and question marks', async () => {
    const wrong = 'query IT\nSELECT a, b FROM t\n----\n7 y\n';
    expect(await completeSlt(parseSlt(wrong), two)).toBe('query IT\nSELECT a, b FROM t\n----\n2 x\n1 (empty)\n');
    const masked =
      'query ?T\nSELECT a, b FROM t\n----\n<slt:ignore> x\n1 (empty)\n\nstatement error\nSELECT 1/0\n----\nDivide<slt:ignore>\nin row 3';
    expect(await completeSlt(parseSlt(masked), two)).toBe(masked);
  });

  test('updates the lines of an error and the count of a statement', async () => {
    const old = 'statement error\nSELECT 1/0\n----\nold text\n\nstatement count 9\nSELECT a, b FROM t';
    expect(await completeSlt(parseSlt(old), two)).toBe(
      'statement error\nSELECT 1/0\n----\nDivide by zero\nin row 3\n\nstatement count 2\nSELECT a, b FROM t',
    );
  });

  test('refuses to record a surprise', async () => {
    await expect(completeSlt(parseSlt('query I\nSELECT 1/0'), two)).rejects.toThrow(
      'slt:1: query failed: Divide by zero',
    );
    await expect(completeSlt(parseSlt('query error\nSELECT a, b FROM t'), two)).rejects.toThrow(
      'expected an error, got 2 rows',
    );
  });

  test('leaves records of other topologies alone', async () => {
    const other = 'onlyif remote\nquery I\nSELECT nothing';
    expect(await completeSlt(parseSlt(other), two)).toBe(other);
  });
});

describe('the text of a value', () => {
  test.each<readonly [DataType, Value, string]>([
    [Utf8, null, 'NULL'],
    [Utf8, '', '(empty)'],
    [Utf8, 'a\nb\\', 'a\\nb\\\\'],
    [Float64, 0.1 + 0.2, '0.3'],
    [Float64, -0, '-0'],
    [Float64, Number.NaN, 'NaN'],
    [Float64, Number.NEGATIVE_INFINITY, '-Infinity'],
    [Float64, 1e21, '1e+21'],
    [Float64, 3, '3'],
    [Int64, -(2n ** 63n), '-9223372036854775808'],
    [decimal128(10, 2), -5n, '-0.05'],
    [{ kind: 'Dictionary', key: Int64, value: Utf8 }, 'x', 'x'],
  ])('of type %j: %s is %s', (type, value, text) => {
    expect(formatSltValue(type, value)).toBe(text);
  });
});
