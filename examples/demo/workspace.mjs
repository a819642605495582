// A temporary directory that is gone after the demo, and after the next start even if the demo was killed.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const prefix = 'ballista-demo-';

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

export function createWorkspace() {
  for (const name of readdirSync(tmpdir())) {
    // The name tells whose it was: a dead owner will not remove it any more.
    const owner = /^ballista-demo-(\d+)-/.exec(name);
    if (owner !== null && !isAlive(Number(owner[1]))) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
  const directory = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  const remove = () => rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
  process.once('exit', remove);
  return { directory, data: join(directory, 'data'), remove };
}
