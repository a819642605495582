import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnNode, spawnProcess, type TempDirectory, type TestProcess, tempDirectory } from '@ballista-ts/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const script = join(root, 'examples/demo/demo.mjs');

let temp: TempDirectory;
beforeAll(async () => {
  temp = await tempDirectory('demo-test');
});
afterAll(() => temp[Symbol.asyncDispose]());

/** Starts the demo the way a package manager does: with shells between it and whoever is signalled. */
function startDemo(directory: string, args: readonly string[]): TestProcess {
  const command = `"${process.execPath}" "${script}" --no-build ${args.join(' ')}`;
  return spawnProcess('sh', ['-c', `sh -c '${command}; exit $?'; exit $?`], {
    env: { TMPDIR: directory },
    name: 'demo',
  });
}
/** Ctrl-C reaches every process of a terminal's foreground, so there the demo is signalled itself. */
const startInForeground = (directory: string, args: readonly string[]): TestProcess =>
  spawnNode(script, ['--no-build', ...args], { env: { TMPDIR: directory } });
async function fresh(name: string): Promise<string> {
  const directory = temp.join(name);
  await mkdir(directory);
  return directory;
}

test('the demo prints each answer, its time, stages, tasks per executor and bytes that crossed the network', async () => {
  const directory = await fresh('whole');
  await using process = startDemo(directory, ['--scale', '0.01', '--queries', '1,6']);
  expect(await process.exited, process.describe()).toEqual({ code: 0, signal: null });
  const lines = process.stdout.match(/^TPC-H \d+: .*$/gm) ?? [];
  expect(lines).toHaveLength(2);
  for (const line of lines) {
    const [, stages, tasks, bytes] =
      /^TPC-H \d+: \d+ rows in [\d.]+ s, (\d+) stages, tasks (.+), ([\d.]+) KiB fetched remotely$/.exec(line) ?? [];
    expect(Number(stages)).toBeGreaterThanOrEqual(2);
    expect(tasks!.split(', ')).toHaveLength(2);
    expect(Number(bytes)).toBeGreaterThan(0);
  }
  // The value that the specification of TPC-H gives at this scale, through DuckDB.
  expect(process.stdout).toContain('1193053.2253');
  await process.assertGone();
  expect(await readdir(directory)).toEqual([]);
}, 60_000);

describe('a demo whose outermost process is stopped leaves no child behind after three seconds', () => {
  const phases = { generating: /^generating TPC-H data/, querying: /^scheduler on / } as const;
  const small = ['--scale', '0.001', '--queries', '1,3,5,6'];
  test.each([
    ['SIGKILL', 'generating'],
    ['SIGINT', 'querying'],
    ['SIGTERM', 'querying'],
    ['SIGKILL', 'querying'],
  ] as const)(
    '%s while %s',
    async (signal, phase) => {
      const directory = await fresh(`${signal}-${phase}`);
      await using process = (signal === 'SIGINT' ? startInForeground : startDemo)(directory, small);
      await process.waitForLine(phases[phase], { timeoutMs: 30_000 });
      expect((await process.survivors()).length).toBeGreaterThanOrEqual(phase === 'generating' ? 3 : 5);
      process.signal(signal);
      await process.assertGone({ timeoutMs: 3_000 });
      await using next = startDemo(directory, small);
      await next.waitForLine(phases.generating, { timeoutMs: 30_000 });
      expect(await readdir(directory)).toEqual([expect.stringMatching(/^ballista-demo-/)]);
    },
    60_000,
  );
});
