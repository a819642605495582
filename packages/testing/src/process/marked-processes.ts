import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { NotYetSupportedError } from '@ballista-ts/core';

/**
 * Ids of the living processes whose environment holds `name=value`. The environment is inherited, so this finds children whose
 * parent died and who belong to nobody now, which a walk over parents would miss. Dead but not yet collected ones do not count.
 *
 * @throws NotYetSupportedError on Windows, which has no such look into another process
 */
export async function markedProcesses(name: string, value: string): Promise<number[]> {
  const mark = `${name}=${value}`;
  if (process.platform === 'linux') return fromProc(mark);
  if (process.platform === 'win32') throw new NotYetSupportedError('looking for leftover processes on Windows');
  return fromPs(mark);
}

async function fromProc(mark: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry));
  const found = await Promise.all(
    pids.map(async (pid) => {
      try {
        const environment = await readFile(`/proc/${pid}/environ`, 'latin1');
        return environment.split('\0').includes(mark) ? [Number(pid)] : [];
      } catch {
        return []; // ended meanwhile, or another user's
      }
    }),
  );
  return found.flat();
}

async function fromPs(mark: string): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-axeww', '-o', 'pid=,stat=,command='], { maxBuffer: 64 << 20 });
  return stdout
    .split('\n')
    .filter((line) => line.includes(mark) && !/^\s*\d+\s+Z/.test(line))
    .map((line) => Number.parseInt(line, 10));
}
