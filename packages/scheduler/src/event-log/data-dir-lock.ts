import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeError, FailedPreconditionError, IoError } from '@ballista-ts/core';

const lockName = 'LOCK';
/** Directories that schedulers of this very process hold. */
const heldHere = new Set<string>();

/**
 * Takes the lock file of a data directory, which names the process that has it: its id, when it began and the boot of its
 * machine, so that neither a reboot nor a process id that is used again makes a dead scheduler look alive. The lock of a
 * dead one is nobody's.
 *
 * @returns how to give it back
 * @throws FailedPreconditionError when a living scheduler has it, IoError
 */
export function lockDataDir(directory: string): () => void {
  const root = realpathSync(directory);
  const file = join(root, lockName);
  const token = `${process.pid} ${beginOf(process.pid) ?? '?'} ${bootId()} ${randomUUID()}\n`;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      writeFileSync(file, token, { flag: 'wx', mode: 0o600 });
      heldHere.add(root);
      return () => {
        heldHere.delete(root);
        if (read(file) === token) rmSync(file, { force: true });
      };
    } catch (cause) {
      if (!isCode(cause, 'EEXIST')) throw new IoError(`cannot lock ${root}: ${describeError(cause)}`, { cause });
    }
    const found = read(file);
    if (found === undefined) continue;
    const holder = Number.parseInt(found, 10);
    if (holder === process.pid ? heldHere.has(root) : isAlive(found)) {
      throw new FailedPreconditionError(
        `the data directory ${root} is in use by process ${holder}: give each scheduler its own --data-dir (if that process is no scheduler, remove ${file})`,
      );
    }
    takeAway(file, found);
  }
  throw new IoError(`cannot lock ${root}: somebody else keeps taking ${file}`);
}

/** Removes a dead one's lock, but not one that somebody else has put in its place meanwhile. */
function takeAway(file: string, expected: string): void {
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
  } catch (cause) {
    if (isCode(cause, 'ENOENT')) return;
    throw new IoError(`cannot take over the lock ${file}: ${describeError(cause)}`, { cause });
  }
  try {
    if (read(aside) !== expected) linkSync(aside, file);
  } finally {
    rmSync(aside, { force: true });
  }
}

function isAlive(token: string): boolean {
  const [pid = '', begin, boot] = token.trim().split(' ');
  const holder = Number(pid);
  if (!Number.isInteger(holder) || holder <= 0) return false;
  if (boot !== undefined && boot !== '?' && bootId() !== '?' && boot !== bootId()) return false;
  try {
    process.kill(holder, 0);
  } catch (error) {
    if (isCode(error, 'ESRCH')) return false;
  }
  const now = beginOf(holder);
  return begin === undefined || begin === '?' || now === undefined || begin === now;
}

/** When a process began, in ticks since the boot; undefined where the system does not tell. */
function beginOf(pid: number): string | undefined {
  // The second field is the name in parentheses, which may hold anything.
  const stat = read(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
}

const bootId = (): string => read('/proc/sys/kernel/random/boot_id')?.trim() ?? '?';

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

export const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
