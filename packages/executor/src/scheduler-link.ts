import {
  type Closeable,
  type ExecutorId,
  type ExecutorMetric,
  type ExecutorRegistration,
  type ExecutorState,
  FailedPreconditionError,
  InternalError,
  type TaskStatus,
} from '@ballista-ts/core';
import { ballista } from '@ballista-ts/core/proto';
import {
  executorMetricToProto,
  executorRegistrationToProto,
  executorStateToProto,
  taskStatusToProto,
} from '@ballista-ts/core/serde';
import { flightUrl, fromConnectError } from '@ballista-ts/flight';
import { type Client, createClient, type Transport } from '@connectrpc/connect';
import { createGrpcTransport, Http2SessionManager } from '@connectrpc/connect-node';

export interface SchedulerLinkOptions {
  readonly host: string;
  readonly port: number;
  /** Of each call. @default 20_000 */
  readonly timeoutMs?: number;
}

/** What an executor says to its scheduler. Every method rejects with errors of ours. */
export interface SchedulerLink extends Closeable {
  register(registration: ExecutorRegistration): Promise<void>;
  /** Whether the scheduler wants us to register again. */
  heartbeat(
    registration: ExecutorRegistration,
    state: ExecutorState,
    metrics: readonly ExecutorMetric[],
  ): Promise<boolean>;
  updateTaskStatus(executorId: ExecutorId, statuses: readonly TaskStatus[]): Promise<void>;
  stopped(executorId: ExecutorId, reason: string): Promise<void>;
}

/** Connects to a scheduler's port by gRPC. Nothing happens before the first call. */
export function connectScheduler({ host, port, timeoutMs = 20_000 }: SchedulerLinkOptions): SchedulerLink {
  const baseUrl = flightUrl(host, port);
  const sessionManager = new Http2SessionManager(baseUrl);
  const transport = createGrpcTransport({
    baseUrl,
    sessionManager,
    defaultTimeoutMs: timeoutMs,
    acceptCompression: [], // gzip is the default, and costs more than it saves
  });
  return schedulerLink(transport, () => sessionManager.abort());
}

/** The same over a transport that exists: in one process, none of it needs a socket. */
export function schedulerLink(transport: Transport, disconnect: () => void = () => {}): SchedulerLink {
  const client: Client<typeof ballista.SchedulerGrpc> = createClient(ballista.SchedulerGrpc, transport);
  const link: SchedulerLink = {
    async register(registration) {
      const { success } = await ours(client.registerExecutor({ metadata: executorRegistrationToProto(registration) }));
      if (!success) throw new FailedPreconditionError('the scheduler did not accept the registration');
    },
    async heartbeat(registration, state, metrics) {
      const { reregister } = await ours(
        client.heartBeatFromExecutor({
          executorId: registration.id,
          metrics: metrics.map(executorMetricToProto),
          status: executorStateToProto(state),
          metadata: executorRegistrationToProto(registration),
        }),
      );
      return reregister;
    },
    async updateTaskStatus(executorId, statuses) {
      const taskStatus = statuses.map((status) => taskStatusToProto(status));
      const { success } = await ours(client.updateTaskStatus({ executorId, taskStatus }));
      if (!success) throw new InternalError('the scheduler did not take the task statuses');
    },
    async stopped(executorId, reason) {
      await ours(client.executorStopped({ executorId, reason }));
    },
    async close() {
      disconnect();
    },
    [Symbol.asyncDispose]: () => link.close(),
  };
  return link;
}

async function ours<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw fromConnectError(error);
  }
}
