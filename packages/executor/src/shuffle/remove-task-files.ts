import { readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { TaskKey } from '@ballista-ts/core';
import { sortDirectory, stageDirectory } from './paths.js';

/**
 * Removes what a task may have written before it failed, when it could not do so itself (its worker is gone). A folder of the stage may
 * belong to several tasks of the passthrough layout, so only files that carry this task's id, or that only the sort layout has, go.
 */
export async function removeTaskFiles(workDir: string, { jobId, stageId, taskId }: TaskKey): Promise<void> {
  const own = sortDirectory(workDir, jobId, stageId, taskId);
  for (const name of await list(own)) {
    if (/^(data\.arrow(\.tmp|\.index)?|spill-\d+\.arrow)$/.test(name)) await rm(join(own, name), { force: true });
    if (/^part-\d+$/.test(name)) await rm(join(own, name), { recursive: true, force: true });
  }
  const stage = stageDirectory(workDir, jobId, stageId);
  for (const partition of await list(stage)) {
    await rm(join(stage, partition, `data-${taskId}.arrow`), { force: true });
    await rm(join(stage, partition, `data-${taskId}.arrow.tmp`), { force: true });
  }
  await rmdir(own).catch(() => {}); // not empty: another task's
}

/** Names in a directory; none when it is not there. */
const list = (directory: string): Promise<string[]> => readdir(directory).catch(() => []);
