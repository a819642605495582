#!/usr/bin/env node
// The root `test` command: builds what changed, runs the tests of what changed, and ends with the line `N passed, N failed`.
//
// The counts come from the reports that vitest writes. Those of packages that did not change are restored by turbo together with the
// cached run, so a repeated run counts the same tests without running them again, and says how many packages that were.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addUp, countReport } from './lib/test-report.mjs';
import { readWorkspace } from './lib/workspace.mjs';

const root = resolve(fileURLToPath(import.meta.url), '../..');
const reportPath = '.vitest/report.json';
const places = [
  ...readWorkspace(root).filter(({ manifest }) => manifest.scripts?.test !== undefined),
  { path: 'scripts', dir: join(root, 'scripts') },
];

// What an earlier run left must not be counted as a result of this one.
for (const { dir } of places) rmSync(join(dir, '.vitest'), { recursive: true, force: true });
const summaries = join(root, '.turbo/runs');
rmSync(summaries, { recursive: true, force: true });

const args = [
  'run',
  'build',
  'test',
  '//#test:scripts',
  '--output-logs=new-only',
  '--continue=dependencies-successful',
  '--summarize',
];
// Results are remembered for the Node that gave them: turbo hashes every BALLISTA_ variable into a test run.
const env = { TURBO_TELEMETRY_DISABLED: '1', ...process.env, BALLISTA_TEST_NODE: process.version };
const turbo = spawn('turbo', [...args, ...process.argv.slice(2)], {
  cwd: root,
  env,
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => turbo.kill(signal));
const code = await new Promise((done) => {
  turbo.once('error', (error) => {
    console.error(`turbo could not be started (${error.message}); run this through "npx -y pnpm@10 test"`);
    done(1);
  });
  turbo.once('close', (status, signal) => done(status ?? (signal === null ? 1 : 130)));
});

const tasks = new Map(
  readSummary().map((/** @type {any} */ task) => [
    task.taskId === '//#test:scripts' ? 'scripts' : task.directory,
    task,
  ]),
);
const results = places.flatMap(({ path, dir }) => {
  const task = tasks.get(path);
  const file = join(dir, reportPath);
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  // With a filter on the command line, packages that were not asked for have neither task nor report.
  if (task === undefined && report === undefined) return [];
  return [
    {
      path,
      cached: task?.cache?.status === 'HIT',
      ...countReport(report, task?.execution?.exitCode ?? (code === 0 ? 0 : 1)),
    },
  ];
});
for (const { path, problem } of results) if (problem !== undefined) console.error(`${path}: ${problem}`);
const total = addUp(results);
const cached = results.filter((one) => one.cached).length;
console.log(
  `${results.length} suites, ${cached} of them unchanged since they last ran${total.skipped > 0 ? `, ${total.skipped} tests skipped` : ''}`,
);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 && code === 0 ? 1 : code;

/** What turbo says about each test task it ran or replayed. */
function readSummary() {
  const file = existsSync(summaries) ? readdirSync(summaries).find((name) => name.endsWith('.json')) : undefined;
  if (file === undefined) return [];
  const { tasks: all } = JSON.parse(readFileSync(join(summaries, file), 'utf8'));
  return all.filter((/** @type {any} */ one) => one.task === 'test' || one.taskId === '//#test:scripts');
}
