// Builds, then runs the cluster demo. A wrapper of its own, so that an interrupted demo leaves nothing behind, whatever it was
// doing: building, generating or querying.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onAncestorDeath } from './ancestors.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** @type {import('node:child_process').ChildProcess | undefined} */
let child;
let stopping = false;

/** Ends the running step with all of its children: each step is a process group of its own. */
function stop(exitCode) {
  if (stopping) return;
  stopping = true;
  process.exitCode = exitCode;
  const kill = (signal) => {
    try {
      if (child?.pid !== undefined) process.kill(-child.pid, signal);
    } catch {
      // The group is gone already.
    }
  };
  kill('SIGTERM');
  setTimeout(() => {
    kill('SIGKILL');
    process.exit(exitCode);
  }, 2_000);
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

const steps = [
  ['turbo', ['run', 'build', '--output-logs=errors-only']],
  [process.execPath, [fileURLToPath(new URL('./tpch-cluster.mjs', import.meta.url)), ...process.argv.slice(2)]],
];
for (const [command, args] of steps) {
  const code = await run(command, args);
  if (stopping) break;
  if (code !== 0) {
    process.exitCode = code ?? 1;
    break;
  }
}
if (!stopping) process.exit();
