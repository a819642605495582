import { InvalidArgumentError, type JobId, jobId, type TaskDefinition, type TaskKey } from '@ballista-ts/core';
import { ballista } from '@ballista-ts/core/proto';
import { multiTaskDefinitionFromProto, taskDefinitionFromProto } from '@ballista-ts/core/serde';
import type { ConnectRouter } from '@connectrpc/connect';

/** What a scheduler may ask an executor to do. */
export interface ExecutorControl {
  readonly executorId: string;
  launch(tasks: readonly TaskDefinition[]): void;
  cancel(keys: readonly TaskKey[]): void;
  /** All stages when none is named. */
  removeJobData(job: JobId, stageIds: readonly number[]): Promise<void>;
  stop(reason: string, force: boolean): void;
}

/** The control service of an executor that is pushed its tasks. */
export const executorRoutes =
  (control: ExecutorControl) =>
  (router: ConnectRouter): void => {
    router.service(ballista.ExecutorGrpc, {
      launchTask({ tasks }) {
        control.launch(tasks.map(taskDefinitionFromProto));
        return { success: true };
      },

      launchMultiTask({ multiTasks }) {
        control.launch(multiTasks.flatMap(multiTaskDefinitionFromProto));
        return { success: true };
      },

      stopExecutor({ executorId, reason, force }) {
        if (executorId !== '' && executorId !== control.executorId) {
          throw new InvalidArgumentError(`this is executor ${control.executorId}, not ${executorId}`);
        }
        // The answer goes out before the port closes.
        setImmediate(() => control.stop(reason, force));
        return {};
      },

      cancelTasks({ taskInfos }) {
        control.cancel(taskInfos.map(({ jobId: job, stageId, taskId }) => ({ jobId: jobId(job), stageId, taskId })));
        return {};
      },

      async removeJobData({ jobId: job, removeStageIds }) {
        await control.removeJobData(jobId(job), removeStageIds);
        return {};
      },
    });
  };
