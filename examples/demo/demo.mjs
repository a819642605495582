// Builds, then runs the cluster demo. A wrapper of its own, so that an interrupted demo leaves nothing behind, whatever it was
// doing: building, generating or querying.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onAncestorDeath } from './ancestors.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** @type {import('node:child_process').ChildProcess | undefined} */
let child;
let stopping = false;

/** Signals the running step with all of its children: each step is a process group of its own. False when there is none left. */
function signalStep(signal) {
  try {
    return child?.pid !== undefined && process.kill(-child.pid, signal);
  } catch {
    return false;
  }
}

function stop(exitCode) {
  if (stopping) return;
  stopping = true;
  signalStep('SIGTERM');
  setInterval(() => {
    if (!signalStep(0)) process.exit(exitCode);
  }, 50);
  // Whoever stops a demo waits for its prompt: those that are not gone by then do not get to tidy up, the next start does.
  setTimeout(() => {
    signalStep('SIGKILL');
    process.exit(exitCode);
  }, 1_500);
}

function run(command, args) {
  return new Promise((resolve, reject) => {
    child = spawn(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], detached: true });
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(signal === null ? code : 1));
  });
}

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
])
  process.once(signal, () => stop(code));
onAncestorDeath(() => stop(1));

const args = process.argv.slice(2);
const cluster = fileURLToPath(new URL('./tpch-cluster.mjs', import.meta.url));
const steps = [
  // For those who have just built.
  ...(args.includes('--no-build') ? [] : [['turbo', ['run', 'build', '--output-logs=errors-only']]]),
  [process.execPath, [cluster, ...args.filter((arg) => arg !== '--no-build')]],
];
for (const [command, commandArgs] of steps) {
  const code = await run(command, commandArgs);
  if (stopping) break;
  if (code !== 0) {
    process.exitCode = code ?? 1;
    break;
  }
}
if (!stopping) process.exit();
