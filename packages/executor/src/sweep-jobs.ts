import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describeError, type Logger } from '@ballista-ts/core';

/**
 * Removes the folders directly below `workDir` in which nothing, at any depth, was modified after `olderThanMs` (since the epoch). Plain
 * files there are nobody's that we know, and stay.
 */
export async function sweepJobs(workDir: string, olderThanMs: number, logger: Logger): Promise<string[]> {
  const removed: string[] = [];
  for (const entry of await readdir(workDir, { withFileTypes: true })) {
    if (entry.name.startsWith('.')) continue;
    const path = join(workDir, entry.name);
    if (!entry.isDirectory()) {
      logger.warn('a file that is no job folder lies in the work directory', { path });
      continue;
    }
    try {
      if ((await newest(path)) > olderThanMs) continue;
      await rm(path, { recursive: true, force: true });
      removed.push(entry.name);
    } catch (error) {
      logger.warn('cannot sweep a job folder', { path, error: describeError(error) });
    }
  }
  return removed;
}

/** The latest modification of a folder or of anything inside. */
async function newest(path: string): Promise<number> {
  const own = (await stat(path)).mtimeMs;
  const inside = await Promise.all(
    (await readdir(path, { withFileTypes: true })).map(async (entry) => {
      const child = join(path, entry.name);
      return entry.isDirectory() ? newest(child) : (await stat(child)).mtimeMs;
    }),
  );
  return Math.max(own, ...inside);
}
