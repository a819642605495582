import { realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { InvalidArgumentError, type JobId, type PartitionId, ShuffleLayout } from '@ballista-ts/core';

const indexSuffix = '.index';

/** `{workDir}/{job}`: everything an executor holds of a job. */
export const jobDirectory = (workDir: string, job: JobId): string => join(workDir, job);

/** `{workDir}/{job}/{stage}` */
export const stageDirectory = (workDir: string, job: JobId, stageId: number): string =>
  join(jobDirectory(workDir, job), segment(stageId, 'stage id'));

/** Where a task of the sort layout keeps its files: `{workDir}/{job}/{stage}/{file id}`. */
export const sortDirectory = (workDir: string, job: JobId, stageId: number, fileId: number): string =>
  join(stageDirectory(workDir, job, stageId), segment(fileId, 'file id'));

/** Below a task's folder: what one of several workers wrote of it. */
export const partDirectory = (taskDirectory: string, part: number): string =>
  join(taskDirectory, `part-${segment(part, 'part')}`);

/**
 * The data file of an output. A path is derived from identifiers and never travels: a job id has been checked to be a folder name when
 * it became a `JobId`, the rest are numbers.
 *
 * @throws InvalidArgumentError for the sort layout without file id, and for numbers that are not whole and from 0 up.
 */
export function dataPath(
  workDir: string,
  { jobId, stageId, partitionId }: PartitionId,
  fileId: number | undefined,
  layout: ShuffleLayout,
): string {
  if (layout === ShuffleLayout.Sort) {
    if (fileId === undefined)
      throw new InvalidArgumentError("can't create path for sort shuffle without file_id provided");
    return join(sortDirectory(workDir, jobId, stageId, fileId), 'data.arrow');
  }
  const name = fileId === undefined ? 'data.arrow' : `data-${segment(fileId, 'file id')}.arrow`;
  return join(stageDirectory(workDir, jobId, stageId), segment(partitionId, 'partition id'), name);
}

/** The index beside a data file of the sort layout. */
export const indexPath = (data: string): string => data + indexSuffix;

/** Whether `path`, with all symbolic links resolved, lies strictly below `root`, which is resolved already. */
export async function liesBelow(root: string, path: string): Promise<boolean> {
  const real = await realpath(path);
  return real.startsWith(root.endsWith(sep) ? root : root + sep);
}

function segment(number: number, what: string): string {
  if (!Number.isSafeInteger(number) || number < 0)
    throw new InvalidArgumentError(`${what} ${number} is not a whole number from 0 up`);
  return String(number);
}
