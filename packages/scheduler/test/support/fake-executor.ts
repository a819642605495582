import {
  type ExecutorMetadata,
  executorId,
  type OperatorMetricsSet,
  type TaskDefinition,
  type TaskStatus,
} from '@ballista-ts/core';
import {
  type CancelTasksParams,
  ExecutorGrpc,
  type LaunchMultiTaskParams,
  type RemoveJobDataParams,
  SchedulerGrpc,
  type StopExecutorParams,
} from '@ballista-ts/core/proto/ballista';
import { executorRegistrationToProto, multiTaskDefinitionFromProto, taskStatusToProto } from '@ballista-ts/core/serde';
import { type Client, type ConnectRouter, createClient, type Transport } from '@connectrpc/connect';

/** How a fake task ends. */
export type Behaviour = (task: TaskDefinition) => TaskStatus['status'] | 'hold';

export interface FakeExecutorOptions {
  readonly name: string;
  readonly vcores?: number;
  readonly host?: string;
  readonly port?: number;
  readonly grpcPort?: number;
  readonly protocolVersion?: number;
  /** @default every task succeeds with one piece for each output partition */
  readonly behaviour?: Behaviour;
}

/** An executor that acknowledges tasks without running them. */
export class FakeExecutor {
  readonly metadata: ExecutorMetadata;
  readonly tasks: TaskDefinition[] = [];
  readonly calls: string[] = [];
  readonly cancelled: CancelTasksParams['taskInfos'] = [];
  readonly removed: RemoveJobDataParams[] = [];
  readonly stopped: StopExecutorParams[] = [];
  behaviour: Behaviour;
  /** What its tasks have counted. */
  metrics: readonly OperatorMetricsSet[] = [];
  /** Thrown by the next launches. */
  refuse: Error | undefined;
  #scheduler: Client<typeof SchedulerGrpc> | undefined;
  readonly #options: FakeExecutorOptions;

  constructor(options: FakeExecutorOptions) {
    this.#options = options;
    const { name, vcores = 4, host = '127.0.0.1', port = 50051, grpcPort = 50052 } = options;
    this.metadata = { id: executorId(name), host, port, grpcPort, vcores };
    this.behaviour = options.behaviour ?? ((task) => this.success(task));
  }

  /** The control service. */
  readonly routes = (router: ConnectRouter): void => {
    router.service(ExecutorGrpc, {
      launchMultiTask: (params: LaunchMultiTaskParams) => {
        this.calls.push('launch');
        if (this.refuse !== undefined) throw this.refuse;
        const tasks = params.multiTasks.flatMap(multiTaskDefinitionFromProto);
        this.tasks.push(...tasks);
        setImmediate(() => void this.#run(tasks));
        return { success: true };
      },
      cancelTasks: ({ taskInfos }) => {
        if (taskInfos.length > 0) this.calls.push('cancel');
        this.cancelled.push(...taskInfos);
        return { cancelled: true };
      },
      removeJobData: (params) => {
        this.calls.push('remove');
        this.removed.push(params);
        return {};
      },
      stopExecutor: (params) => {
        this.calls.push('stop');
        this.stopped.push(params);
        return {};
      },
    });
  };

  connect(transport: Transport): Client<typeof SchedulerGrpc> {
    this.#scheduler = createClient(SchedulerGrpc, transport);
    return this.#scheduler;
  }

  registration() {
    return executorRegistrationToProto({
      ...this.metadata,
      protocolVersion: this.#options.protocolVersion ?? 3,
    });
  }

  async register(): Promise<void> {
    await this.#scheduler!.registerExecutor({ metadata: this.registration() });
  }

  heartbeat(state: 'active' | 'terminating' = 'active') {
    return this.#scheduler!.heartBeatFromExecutor({
      executorId: this.metadata.id,
      status: { status: { case: state, value: '' } },
      metadata: this.registration(),
    });
  }

  success(task: TaskDefinition, rows = 10): TaskStatus['status'] {
    return {
      kind: 'successful',
      successful: {
        executorId: this.metadata.id,
        partitions: task.globalOutputPartitionIds.map((partitionId) => ({
          partitionId,
          numBatches: 1,
          numRows: rows,
          numBytes: 100,
          fileBytes: 100,
          fileId: task.taskId,
          layout: 'passthrough',
        })),
        runtimeStats: [],
      },
    };
  }

  report(task: TaskDefinition, status: TaskStatus['status']) {
    return this.#scheduler!.updateTaskStatus({
      executorId: this.metadata.id,
      taskStatus: [
        taskStatusToProto({
          taskId: task.taskId,
          jobId: task.jobId,
          stageId: task.stageId,
          stageAttemptNum: task.stageAttemptNum,
          launchTime: task.launchTime,
          startExecTime: task.launchTime + 1,
          endExecTime: task.launchTime + 5,
          metrics: this.metrics,
          status,
        }),
      ],
    });
  }

  async #run(tasks: readonly TaskDefinition[]): Promise<void> {
    for (const task of tasks) {
      const status = this.behaviour(task);
      // The scheduler may be gone by now; that is its test's business.
      if (status !== 'hold') await this.report(task, status).catch(() => {});
    }
  }
}
