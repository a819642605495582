import type { JobId, PartitionLocation, SuccessfulTask } from '@ballista-ts/core';
import type { RunningStage, SuccessfulStage, TaskInfo } from './stage.js';

/** Where a successful task's pieces lie. Pieces without bytes were never written and have no location. */
export const taskLocations = (
  stage: Pick<RunningStage, 'stageId'>,
  task: Pick<TaskInfo, 'taskId' | 'executor'>,
  result: Pick<SuccessfulTask, 'partitions'>,
  jobId: JobId,
): PartitionLocation[] =>
  result.partitions
    .filter((one) => one.fileBytes > 0)
    .map((one) => ({
      mapPartitionId: task.taskId,
      partitionId: { jobId, stageId: stage.stageId, partitionId: one.partitionId },
      executor: task.executor,
      stats: { numRows: one.numRows, numBatches: one.numBatches, numBytes: one.numBytes, fileBytes: one.fileBytes },
      ...(one.fileId !== undefined && { fileId: one.fileId }),
      layout: one.layout,
    }));

/** What is wrong with a result, if anything: a piece of a partition that nobody would read is a lost piece. */
export function resultFault(stage: RunningStage, task: TaskInfo, result: SuccessfulTask): string | undefined {
  const stray = result.partitions.find(
    (one) => !(one.partitionId >= 0 && one.partitionId < stage.outputPartitionCount),
  );
  return stray === undefined
    ? undefined
    : `task ${task.taskId} of stage ${stage.stageId} reports output partition ${stray.partitionId}, the stage has ${stage.outputPartitionCount}`;
}

/** Every piece of a stage's output, by output partition; within one, in task order so that the same run reads the same. */
export function outputLocations(stage: SuccessfulStage | RunningStage): PartitionLocation[][] {
  const partitions: PartitionLocation[][] = Array.from({ length: stage.outputPartitionCount }, () => []);
  for (const task of stage.tasks) {
    if (task.status.kind !== 'successful' || task.outputLost) continue;
    for (const location of task.status.locations) partitions[location.partitionId.partitionId]!.push(location);
  }
  return partitions;
}
