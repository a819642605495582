#!/usr/bin/env node
// What a release must pass beyond .ci/run: too long, or too far from the network, for every change.
//
//   node scripts/release-check.mjs              everything
//   node scripts/release-check.mjs node-22      steps whose name contains one of the words
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mustRun, pnpmCommand } from './lib/run.mjs';
import { readWorkspace } from './lib/workspace.mjs';

const root = resolve(fileURLToPath(import.meta.url), '../..');
const work = mkdtempSync(join(tmpdir(), 'ballista-release-check-'));
process.once('exit', () => rmSync(work, { recursive: true, force: true }));
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.once(signal, () => process.exit(130));

const hour = 3_600_000;
const [pnpm, pnpmArgs] = pnpmCommand();

/** @type {{ name: string, run: () => Promise<string> }[]} */
const steps = [
  { name: 'ci', run: () => outcome('bash', [join(root, '.ci/run')]) },
  // The npm package `node` carries the binary. Only test results of the same Node are taken from the cache.
  ...['22', '24'].map((version) => ({ name: `node-${version}`, run: () => onNode(version) })),
  // Scale 1 of TPC-H against the official checksums, every combination of the gate, simulation with thousands of seeds: each package
  // says itself what that is, in a script of this name.
  ...readWorkspace(root)
    .filter(({ manifest }) => manifest.scripts?.['test:release'] !== undefined)
    .map((one) => ({
      name: `long-${one.name}`,
      run: () => outcome(pnpm, [...pnpmArgs, 'run', 'test:release'], { cwd: one.dir }),
    })),
  // The newest versions that our peer ranges allow are what a fresh install gets.
  { name: 'fresh-install', run: () => outcome(pnpm, [...pnpmArgs, 'run', 'pack-check', '--fresh']) },
  // Beside other engines, on this machine: not a pass or fail, but a release does not go out without having looked.
  ...readWorkspace(root)
    .filter(({ manifest }) => manifest.scripts?.['bench'] !== undefined)
    .map((one) => ({
      name: `bench-${one.name}`,
      run: () => outcome(pnpm, [...pnpmArgs, 'run', 'bench'], { cwd: one.dir }),
    })),
];

const words = process.argv.slice(2);
const chosen = steps.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
if (chosen.length === 0) throw new Error(`no step matches; there are ${steps.map(({ name }) => name).join(', ')}`);
let failed = 0;
for (const { name, run } of chosen) {
  const begun = Date.now();
  console.log(`\n=== ${name}`);
  try {
    console.log(await run());
    console.log(`ok after ${((Date.now() - begun) / 60_000).toFixed(1)} min`);
  } catch (error) {
    failed += 1;
    console.error(error instanceof Error ? error.message : error);
    console.error(`${name} FAILED after ${((Date.now() - begun) / 60_000).toFixed(1)} min`);
  }
}
console.log(`\nrelease-check: ${chosen.length - failed} of ${chosen.length} steps passed`);
process.exitCode = failed === 0 ? 0 : 1;

/** The whole test command on another Node. @param {string} version */
async function onNode(version) {
  const prefix = join(work, `node-${version}`);
  mkdirSync(prefix, { recursive: true });
  await mustRun('npm', ['install', '--prefix', prefix, '--no-audit', '--no-fund', `node@${version}`]);
  const bin = join(prefix, 'node_modules/node/bin');
  const env = { PATH: `${bin}${delimiter}${process.env['PATH']}` };
  const { stdout } = await mustRun(join(bin, 'node'), ['--version']);
  if (!stdout.startsWith(`v${version}.`)) throw new Error(`node@${version} answers ${stdout.trim()}`);
  return `${stdout.trim()}: ${await outcome('npx', ['-y', 'pnpm@10', 'test'], { env })}`;
}

/** Runs to the end and answers the last line that says something. @type {(...args: Parameters<typeof mustRun>) => Promise<string>} */
async function outcome(command, args, options) {
  const { output } = await mustRun(command, args, { cwd: root, timeoutMs: 6 * hour, ...options });
  return output.trim().split('\n').at(-1) ?? '';
}
