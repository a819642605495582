import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Closeable,
  describeError,
  FailedPreconditionError,
  InvalidArgumentError,
  IoError,
  type JobId,
  type Logger,
} from '@ballista-ts/core';
import { hasCode } from './shuffle/file-errors.js';
import { jobDirectory, liesBelow, stageDirectory } from './shuffle/paths.js';

const temporaryPrefix = 'ballista-executor-';
const lockName = '.lock';
/** Directories that executors of this very process hold. In a container, a restarted process may have the id of the dead one. */
const heldHere = new Set<string>();

export interface WorkDirOptions {
  /** @default a fresh directory below the system's temporary one, removed on close */
  readonly path?: string | undefined;
  /** Where fresh directories are made. @default the system's */
  readonly temporaryRoot?: string;
  readonly logger: Logger;
}

/** The directory that an executor keeps shuffle files in: one folder per job. */
export interface WorkDir extends Closeable {
  /** Absolute, without symbolic links. */
  readonly path: string;
  /** Whether it goes away with the executor. */
  readonly temporary: boolean;
  /**
   * Removes what is there of a job, or of some of its stages. What is missing is fine.
   * @throws InvalidArgumentError when the directory leads out of the work directory
   */
  removeJobData(job: JobId, stageIds: readonly number[]): Promise<void>;
  /** Removes the folders of all jobs. */
  removeAllJobs(): Promise<void>;
}

/**
 * Opens the work directory and holds a lock on it, so that two executors never share one. A temporary one carries the id of its process
 * in its name: those of processes that are gone (killed before they could tidy up) are removed here.
 *
 * @throws FailedPreconditionError when another live process has it, IoError
 */
export async function openWorkDir({ path, temporaryRoot = tmpdir(), logger }: WorkDirOptions): Promise<WorkDir> {
  let root: string;
  try {
    if (path === undefined) {
      await sweepTemporary(temporaryRoot, logger);
      root = await realpath(await mkdtemp(join(temporaryRoot, `${temporaryPrefix}${process.pid}-`)));
    } else {
      await mkdir(path, { recursive: true });
      root = await realpath(path);
    }
  } catch (cause) {
    throw new IoError(`cannot create the work directory ${path ?? temporaryRoot}: ${describeError(cause)}`, { cause });
  }
  const token = await lock(root);
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    heldHere.delete(root);
    if (path === undefined) {
      await rm(root, { recursive: true, force: true, maxRetries: 3 });
      return;
    }
    // Only our own lock: after a crash and restart with a reused process id it may be somebody else's.
    if ((await readFile(join(root, lockName), 'utf8').catch(() => '')) === token)
      await rm(join(root, lockName), { force: true });
  };
  const workDir: WorkDir = {
    path: root,
    temporary: path === undefined,
    async removeJobData(job, stageIds) {
      if (stageIds.length === 0) await removeInside(root, jobDirectory(root, job));
      else for (const stageId of stageIds) await removeInside(root, stageDirectory(root, job, stageId));
    },
    async removeAllJobs() {
      for (const entry of await readdir(root, { withFileTypes: true })) {
        if (entry.isDirectory()) await rm(join(root, entry.name), { recursive: true, force: true });
      }
    },
    close() {
      closing ??= close();
      return closing;
    },
    [Symbol.asyncDispose]: () => workDir.close(),
  };
  return workDir;
}

async function removeInside(root: string, directory: string): Promise<void> {
  try {
    if (!(await liesBelow(root, directory))) {
      throw new InvalidArgumentError(`${directory} leads out of the work directory ${root}`);
    }
    await rm(directory, { recursive: true, force: true, maxRetries: 3 });
  } catch (cause) {
    if (hasCode(cause, 'ENOENT', 'ENOTDIR')) return;
    if (cause instanceof InvalidArgumentError) throw cause;
    throw new IoError(`cannot remove ${directory}: ${describeError(cause)}`, { cause });
  }
}

/** Takes the lock file, which names the process that has it. A lock of a dead process is nobody's. */
async function lock(root: string): Promise<string> {
  const file = join(root, lockName);
  const token = `${process.pid} ${randomUUID()}\n`;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    try {
      await writeFile(file, token, { flag: 'wx' });
      heldHere.add(root);
      return token;
    } catch (cause) {
      if (!hasCode(cause, 'EEXIST')) throw new IoError(`cannot lock ${root}: ${describeError(cause)}`, { cause });
    }
    const holder = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10);
    if (holder === process.pid ? heldHere.has(root) : Number.isInteger(holder) && isAlive(holder)) {
      throw new FailedPreconditionError(
        `the work directory ${root} is in use by process ${holder}: give each executor its own --work-dir (if that process is no executor, remove ${file})`,
      );
    }
    await rm(file, { force: true });
  }
  throw new IoError(`cannot lock ${root}: somebody else keeps taking ${file}`);
}

async function sweepTemporary(root: string, logger: Logger): Promise<void> {
  const names = await readdir(root).catch(() => [] as string[]);
  for (const name of names) {
    const [, pid] = /^ballista-executor-(\d+)-/.exec(name) ?? [];
    if (pid === undefined || isAlive(Number(pid))) continue;
    const path = join(root, name);
    try {
      // Somebody else's files are not ours to remove, dead or not.
      if (process.getuid !== undefined && (await stat(path)).uid !== process.getuid()) continue;
      await rm(path, { recursive: true, force: true });
      logger.info('removed what a killed executor left behind', { path });
    } catch (error) {
      logger.warn('cannot remove what a killed executor left behind', { path, error: describeError(error) });
    }
  }
}

/** Whether a process with that id is running; one that we may not signal is. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !hasCode(error, 'ESRCH');
  }
}
