import {
  type Clock,
  describeError,
  type ExecutorMetadata,
  errorCodeHeader,
  type JobId,
  type Logger,
  type SchedulerId,
} from '@ballista-ts/core';
import {
  CancelTasksParamsSchema,
  ExecutorGrpc,
  LaunchMultiTaskParamsSchema,
  type MultiTaskDefinition,
  RemoveJobDataParamsSchema,
  RunningTaskInfoSchema,
  StopExecutorParamsSchema,
} from '@ballista-ts/core/proto/ballista';
import { fromConnectError, isUnreachable } from '@ballista-ts/flight';
import { create } from '@bufbuild/protobuf';
import { type Client, Code, ConnectError, createClient } from '@connectrpc/connect';
import type { TaskLaunch } from '../core/effects.js';
import type { ExecutorConnection } from './executor-connection.js';
import { executorUrl } from './executor-connection.js';
import type { TaskEncoder } from './task-message.js';

export interface ExecutorLinkOptions {
  readonly executor: ExecutorMetadata;
  readonly schedulerId: SchedulerId;
  readonly connection: ExecutorConnection;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly encodeTask: TaskEncoder;
  /** Bytes of plans that one call may carry together. */
  readonly maxLaunchBytes: number;
  /** The executor did not take tasks, or does not answer: it is lost. */
  readonly onLost: (reason: string) => void;
  /** The tasks of a job cannot be launched anywhere. */
  readonly onRejected: (jobId: JobId, error: string) => void;
}

type Order =
  | { readonly kind: 'launch'; readonly tasks: readonly TaskLaunch[] }
  | { readonly kind: 'call'; readonly what: string; readonly call: () => Promise<unknown> };

const launchTimeoutMs = 20_000;
const callTimeoutMs = 10_000;
const probeTimeoutMs = 3_000;
/** Waits before another try at an executor that cannot be reached. */
const retryDelaysMs = [200, 1000];

/**
 * Everything a scheduler says to one executor, in the order in which it was decided: a cancel never overtakes the launch
 * it is about. While one call is under way, launches gather and travel together in the next.
 */
export class ExecutorLink {
  readonly executor: ExecutorMetadata;
  readonly #options: ExecutorLinkOptions;
  readonly #client: Client<typeof ExecutorGrpc>;
  readonly #orders: Order[] = [];
  #draining: Promise<void> | undefined;
  #probing: Promise<void> | undefined;
  #closing = false;

  constructor(options: ExecutorLinkOptions) {
    this.executor = options.executor;
    this.#options = options;
    this.#client = createClient(ExecutorGrpc, options.connection.transport);
    options.connection.onBroken(() => this.suspect('its connection was closed'));
  }

  launch(tasks: readonly TaskLaunch[]): void {
    this.#order({ kind: 'launch', tasks });
  }

  cancel(jobId: JobId, tasks: readonly { readonly stageId: number; readonly taskId: number }[]): void {
    const params = create(CancelTasksParamsSchema, {
      taskInfos: tasks.map(({ stageId, taskId }) => create(RunningTaskInfoSchema, { jobId, stageId, taskId })),
    });
    const call = (): Promise<unknown> => this.#client.cancelTasks(params, { timeoutMs: callTimeoutMs });
    this.#order({ kind: 'call', what: `cancel ${tasks.length} tasks of job ${jobId}`, call });
  }

  removeJobData(jobId: JobId, stageIds: readonly number[]): void {
    const params = create(RemoveJobDataParamsSchema, { jobId, removeStageIds: [...stageIds] });
    const call = (): Promise<unknown> => this.#client.removeJobData(params, { timeoutMs: callTimeoutMs });
    this.#order({ kind: 'call', what: `remove data of job ${jobId}`, call });
  }

  stop(reason: string): void {
    const params = create(StopExecutorParamsSchema, { executorId: this.executor.id, reason, force: true });
    const call = (): Promise<unknown> => this.#client.stopExecutor(params, { timeoutMs: probeTimeoutMs });
    this.#order({ kind: 'call', what: 'stop', call });
  }

  /** Asks whether an executor answers there. @throws what the call failed with */
  async probe(timeoutMs = probeTimeoutMs): Promise<void> {
    try {
      // Cancelling nothing is the cheapest call there is.
      await this.#client.cancelTasks(create(CancelTasksParamsSchema, {}), { timeoutMs });
    } catch (error) {
      // To be refused is an answer too, but not by somebody who has never heard of the service.
      if (isBroken(error) || isUnreachable(error) || isForeign(error)) throw error;
    }
  }

  /** Looks whether the executor is still there, and says so if it is not. One look at a time. */
  suspect(reason: string): void {
    if (this.#closing) return;
    this.#probing ??= this.#retrying(() => this.probe())
      .catch((error: unknown) => {
        if (!this.#closing)
          this.#options.onLost(`${reason}, and it does not answer: ${describeError(fromConnectError(error))}`);
      })
      .finally(() => {
        this.#probing = undefined;
      });
  }

  /** Says what is still to be said, without insisting, and hangs up. */
  async close(): Promise<void> {
    this.#closing = true;
    await this.#draining;
    this.#options.connection.close();
  }

  /** Hangs up at once. */
  abort(): void {
    this.#closing = true;
    this.#orders.length = 0;
    this.#options.connection.close();
  }

  #order(order: Order): void {
    this.#orders.push(order);
    this.#draining ??= this.#drain().finally(() => {
      this.#draining = undefined;
    });
  }

  async #drain(): Promise<void> {
    // Whatever is decided in this turn of the event loop goes out together.
    await null;
    for (let order = this.#orders.shift(); order !== undefined; order = this.#orders.shift()) {
      if (order.kind === 'call') await this.#call(order);
      else {
        const tasks = [...order.tasks];
        for (let next = this.#orders[0]; next?.kind === 'launch'; next = this.#orders[0]) {
          tasks.push(...next.tasks);
          this.#orders.shift();
        }
        await this.#launch(tasks);
      }
    }
  }

  async #call({ what, call }: Extract<Order, { kind: 'call' }>): Promise<void> {
    try {
      await this.#retrying(call);
    } catch (error) {
      const { id } = this.executor;
      this.#options.logger.debug('an executor did not do what it was told', {
        executorId: id,
        what,
        error: describeError(fromConnectError(error)),
      });
    }
  }

  async #launch(tasks: readonly TaskLaunch[]): Promise<void> {
    for (const batch of this.#batches(tasks)) {
      try {
        const params = create(LaunchMultiTaskParamsSchema, {
          multiTasks: batch.map((one) => one.message),
          schedulerId: this.#options.schedulerId,
        });
        const result = await this.#retrying(() => this.#client.launchMultiTask(params, { timeoutMs: launchTimeoutMs }));
        if (!result.success) {
          this.#options.onLost('it refused tasks');
          return;
        }
      } catch (error) {
        const reason = describeError(fromConnectError(error));
        if (isFaultOfTasks(error)) {
          for (const jobId of new Set(batch.map((one) => one.launch.job.jobId))) {
            this.#options.onRejected(
              jobId,
              `executor ${this.executor.id} cannot take tasks of job ${jobId}: ${reason}`,
            );
          }
          continue;
        }
        this.#options.onLost(`cannot launch tasks at ${executorUrl(this.executor)}: ${reason}`);
        return;
      }
    }
  }

  /** Tasks as messages, in groups that fit into a call. Tasks that nobody wants any more are left out. */
  #batches(tasks: readonly TaskLaunch[]): { readonly launch: TaskLaunch; readonly message: MultiTaskDefinition }[][] {
    const { clock, encodeTask, maxLaunchBytes, onRejected } = this.#options;
    const batches: { readonly launch: TaskLaunch; readonly message: MultiTaskDefinition }[][] = [];
    let bytes = Number.POSITIVE_INFINITY;
    for (const launch of tasks) {
      if (launch.bound.task.status.kind !== 'running') continue;
      const { jobId } = launch.job;
      let message: MultiTaskDefinition;
      try {
        message = encodeTask(launch, clock.now());
      } catch (error) {
        onRejected(
          jobId,
          `cannot send a task of stage ${launch.bound.stageId} of job ${jobId}: ${describeError(error)}`,
        );
        continue;
      }
      const size = message.plan.length;
      if (size > maxLaunchBytes) {
        const limit = `the largest that can be sent is ${maxLaunchBytes}`;
        onRejected(jobId, `the plan of stage ${launch.bound.stageId} of job ${jobId} has ${size} bytes, ${limit}`);
        continue;
      }
      if (bytes + size > maxLaunchBytes) {
        batches.push([]);
        bytes = 0;
      }
      batches.at(-1)!.push({ launch, message });
      bytes += size;
    }
    return batches;
  }

  async #retrying<T>(call: () => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await call();
      } catch (error) {
        const delayMs = retryDelaysMs[attempt];
        if (!isBroken(error) || delayMs === undefined || this.#closing) throw error;
        await new Promise<void>((resolve) => void this.#options.clock.setTimeout(resolve, delayMs));
      }
    }
  }
}

/**
 * The connection failed, before or in the midst of a call: a reset shows as ABORTED, a stream that was cut as CANCELLED. The
 * executor may have got the call or not, so what is sent again must bear being received twice; tasks do, they have ids.
 */
const isBroken = (error: unknown): boolean =>
  error instanceof ConnectError && [Code.Unavailable, Code.Aborted, Code.Canceled].includes(error.code);

/** The port belongs to something that is no executor. An executor that lacks a feature says so with an error code of ours. */
const isForeign = (error: unknown): boolean =>
  error instanceof ConnectError && error.code === Code.Unimplemented && !error.metadata.has(errorCodeHeader);

/** Answers that another executor would give as well: the tasks are at fault, not the executor. */
const isFaultOfTasks = (error: unknown): boolean =>
  error instanceof ConnectError &&
  !isForeign(error) &&
  [Code.InvalidArgument, Code.ResourceExhausted, Code.DataLoss, Code.Unimplemented, Code.OutOfRange].includes(
    error.code,
  );
