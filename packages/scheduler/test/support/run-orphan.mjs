// Starts the command and dies at once, without a word to its child.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const child = spawn(
  process.execPath,
  [fileURLToPath(new URL('run-main.mjs', import.meta.url)), ...process.argv.slice(2)],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);
child.stdout.on('data', (chunk) => {
  process.stdout.write(chunk, () => process.kill(process.pid, 'SIGKILL'));
});
