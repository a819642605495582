import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnNode, spawnProcess, type TempDirectory, type TestProcess, tempDirectory } from '@ballista-ts/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const script = join(root, 'examples/demo/demo.mjs');

/** One for all: each start must find away what the one before it may have left, and tidy it up. */
let temp: TempDirectory;
beforeAll(async () => {
  temp = await tempDirectory('demo-test');
});
afterAll(() => temp[Symbol.asyncDispose]());

/** Starts the demo the way a package manager does: with shells between it and whoever is signalled. */
function startDemo(args: readonly string[]): TestProcess {
  const command = `"${process.execPath}" "${script}" --no-build ${args.join(' ')}`;
  return spawnProcess('sh', ['-c', `sh -c '${command}; exit $?'; exit $?`], {
    env: { TMPDIR: temp.path },
    name: 'demo',
  });
}
/** Ctrl-C reaches every process of a terminal's foreground, so there the demo is signalled itself. */
const startInForeground = (args: readonly string[]): TestProcess =>
  spawnNode(script, ['--no-build', ...args], { env: { TMPDIR: temp.path } });

const generating = /^generating TPC-H data/;
const querying = /^scheduler on /;
/** Nothing of an earlier demo is there any more once this one works. */
const expectOnlyItsOwnFiles = async (): Promise<void> =>
  expect(await readdir(temp.path)).toEqual([expect.stringMatching(/^ballista-demo-/)]);

test.each([
  ['SIGKILL', 'generating', generating, 3],
  ['SIGKILL', 'querying', querying, 6],
  ['SIGTERM', 'querying', querying, 6],
  ['SIGINT', 'querying', querying, 5],
] as const)(
  '%s to the outermost process of a demo that is %s leaves no child behind after three seconds',
  async (signal, _phase, pattern, processes) => {
    await using demo = (signal === 'SIGINT' ? startInForeground : startDemo)([
      ...['--scale', '0.001', '--queries', '1,3,5,6,10,12'],
    ]);
    await demo.waitForLine(generating, { timeoutMs: 30_000 });
    await expectOnlyItsOwnFiles();
    await demo.waitForLine(pattern, { timeoutMs: 30_000 });
    expect((await demo.survivors()).length).toBeGreaterThanOrEqual(processes);
    demo.signal(signal);
    await demo.assertGone({ timeoutMs: 3_000 });
  },
  60_000,
);

test('the demo prints each answer, its time, stages, tasks per executor and bytes that crossed the network', async () => {
  await using demo = startDemo(['--scale', '0.01', '--queries', '1,6']);
  await demo.waitForLine(generating, { timeoutMs: 30_000 });
  await expectOnlyItsOwnFiles();
  expect(await demo.exited, demo.describe()).toEqual({ code: 0, signal: null });
  const lines = demo.stdout.match(/^TPC-H \d+: .*$/gm) ?? [];
  expect(lines).toHaveLength(2);
  for (const line of lines) {
    const [, stages, tasks, bytes] =
      /^TPC-H \d+: \d+ rows in [\d.]+ s, (\d+) stages, tasks (.+), ([\d.]+) KiB fetched remotely$/.exec(line) ?? [];
    expect(Number(stages)).toBeGreaterThanOrEqual(2);
    expect(tasks!.split(', ')).toHaveLength(2);
    expect(Number(bytes)).toBeGreaterThan(0);
  }
  // Query 6, which DuckDB answers the same at this scale.
  expect(demo.stdout).toContain('1193053.2253');
  await demo.assertGone();
  expect(await readdir(temp.path)).toEqual([]);
}, 60_000);
