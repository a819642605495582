import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { matchApproved } from './approved.js';
import { checkDataDriven, parseDataDriven } from './data-driven.js';
import { tempDirectory } from './temp-directory.js';

afterEach(() => vi.unstubAllEnvs());

describe('a data-driven file', () => {
  const text =
    '# about\n\nopt expect=a expect=b quick x=1=2\nSELECT 1\nFROM t\n----\nplan\n  child\n\nraw\nA\n----\n----\none\n\ntwo\n----\n----\nraw\nB\n----\n';

  test('gives commands, arguments, input and answers', () => {
    const cases = parseDataDriven(text, 'f');
    expect(cases.map(({ command, input, expected, at }) => [command, input, expected, at])).toEqual([
      ['opt', 'SELECT 1\nFROM t', 'plan\n  child', 'f:3'],
      ['raw', 'A', 'one\n\ntwo', 'f:10'],
      ['raw', 'B', '', 'f:19'],
    ]);
    expect([...cases[0]!.args]).toEqual([
      ['expect', ['a', 'b']],
      ['quick', ['']],
      ['x', ['1=2']],
    ]);
  });

  test.each([
    ['opt\nSELECT 1\n', 'f:1: the case has no ---- line'],
    ['opt\nA\n----\n----\nx\n----\n', 'f:1: the answer does not end'],
  ])('refuses %j', (broken, message) => {
    expect(() => parseDataDriven(broken, 'f')).toThrow(message);
  });

  test('passes when answers match, fails with all differences and their places when not', async () => {
    await using dir = await tempDirectory();
    const file = await dir.write('cases.txt', text);
    const right = new Map([
      ['A', 'one\n\ntwo\n'],
      ['B', ''],
      ['SELECT 1\nFROM t', 'plan\n  child'],
    ]);
    await checkDataDriven(file, ({ input }) => right.get(input)!);
    await expect(checkDataDriven(file, ({ input }) => `${right.get(input)}!`)).rejects.toThrow(
      /cases\.txt:3: opt[\s\S]*- {3}child\n\+ {3}child![\s\S]*cases\.txt:10[\s\S]*UPDATE=1/,
    );
    await expect(
      checkDataDriven(file, ({ input }) => {
        if (input === 'A') throw new Error('boom');
        return right.get(input)!;
      }),
    ).rejects.toThrow('cases.txt:10: raw failed: Error: boom');
  });

  test('an empty file is a mistake, not a success', async () => {
    await using dir = await tempDirectory();
    await expect(checkDataDriven(await dir.write('cases.txt', '# nothing\n'), () => '')).rejects.toThrow(
      'holds no case',
    );
  });

  test('UPDATE=1 rewrites what differs and nothing else, and the result passes', async () => {
    await using dir = await tempDirectory();
    const file = await dir.write('cases.txt', text);
    const answer = ({ input }: { input: string }): string =>
      input === 'A' ? 'one\n\ntwo' : input === 'B' ? 'now\n\nblank' : 'plan';
    vi.stubEnv('UPDATE', '1');
    await checkDataDriven(file, answer);
    vi.stubEnv('UPDATE', '');
    expect(await readFile(file, 'utf8')).toBe(
      text.replace('\n  child', '').replace('B\n----\n', 'B\n----\n----\nnow\n\nblank\n----\n----\n'),
    );
    await checkDataDriven(file, answer);
  });

  test('UPDATE=1 still fails for a case that throws', async () => {
    await using dir = await tempDirectory();
    const file = await dir.write('cases.txt', text);
    vi.stubEnv('UPDATE', '1');
    await expect(checkDataDriven(file, () => Promise.reject(new Error('boom')))).rejects.toThrow('boom');
    expect(await readFile(file, 'utf8')).toBe(text);
  });
});

describe('an approved file', () => {
  test('matches itself, masks included, whatever its last line break', async () => {
    await using dir = await tempDirectory();
    const file = await dir.write('plan.txt', 'Scan <slt:ignore>\n  end\n');
    await matchApproved(file, 'Scan /tmp/x\n  end');
    await expect(matchApproved(file, 'Scan /tmp/x\nend')).rejects.toThrow('-   end\n+ end');
  });

  test('that does not exist fails, and UPDATE=1 writes it', async () => {
    await using dir = await tempDirectory();
    const file = dir.join('deep', 'plan.txt');
    await expect(matchApproved(file, 'a')).rejects.toThrow('nothing is approved yet');
    vi.stubEnv('UPDATE', '1');
    await matchApproved(file, 'a');
    vi.stubEnv('UPDATE', '');
    await matchApproved(file, 'a\n');
  });
});
