import type { ExecutorMetric, ExecutorRegistration, TaskStatus } from '@ballista-ts/core';
import { ballista } from '@ballista-ts/core/proto';
import {
  executorMetricFromProto,
  executorRegistrationFromProto,
  executorStateFromProto,
  taskStatusFromProto,
} from '@ballista-ts/core/serde';
import { createListener, type Listener, mapServiceErrors } from '@ballista-ts/flight';
import { connectNodeAdapter } from '@connectrpc/connect-node';

export interface Beat {
  readonly state: string;
  readonly metrics: readonly ExecutorMetric[];
}

/** A scheduler that only takes down what it is told, and fails when a test wants it to. */
export interface FakeScheduler {
  readonly port: number;
  readonly registrations: ExecutorRegistration[];
  readonly beats: Beat[];
  readonly statuses: TaskStatus[];
  readonly stopped: string[];
  /** Throws to refuse a call; answers `reregister` of a heartbeat. */
  onCall: (method: 'register' | 'heartbeat' | 'status' | 'stopped') => boolean | undefined;
  /** The status of a task, once it has arrived. */
  statusOf(taskId: number, timeoutMs?: number): Promise<TaskStatus>;
  close(): Promise<void>;
}

export async function fakeScheduler(port = 0): Promise<FakeScheduler> {
  const arrivals = new Set<() => void>();
  const scheduler: Omit<FakeScheduler, 'port' | 'close'> = {
    registrations: [],
    beats: [],
    statuses: [],
    stopped: [],
    onCall: () => undefined,
    async statusOf(taskId, timeoutMs = 10_000) {
      const end = Date.now() + timeoutMs;
      for (;;) {
        const found = scheduler.statuses.find((status) => status.taskId === taskId);
        if (found !== undefined) return found;
        if (Date.now() > end) throw new Error(`no status of task ${taskId} within ${timeoutMs} ms`);
        await new Promise<void>((resolve) => {
          arrivals.add(resolve);
          setTimeout(resolve, 100);
        });
      }
    },
  };
  const listener: Listener = await createListener({
    port,
    closeGraceMs: 100,
    handler: connectNodeAdapter({
      interceptors: [mapServiceErrors],
      acceptCompression: [],
      routes: (router) =>
        router.service(ballista.SchedulerGrpc, {
          registerExecutor({ metadata }) {
            scheduler.onCall('register');
            scheduler.registrations.push(executorRegistrationFromProto(metadata!));
            return { success: true };
          },
          heartBeatFromExecutor({ status, metrics }) {
            const reregister = scheduler.onCall('heartbeat') ?? false;
            scheduler.beats.push({
              state: executorStateFromProto(status),
              metrics: metrics.map(executorMetricFromProto),
            });
            return { reregister };
          },
          updateTaskStatus({ taskStatus }) {
            scheduler.onCall('status');
            scheduler.statuses.push(...taskStatus.map(taskStatusFromProto));
            for (const resolve of arrivals) resolve();
            arrivals.clear();
            return { success: true };
          },
          executorStopped({ reason }) {
            scheduler.onCall('stopped');
            scheduler.stopped.push(reason);
            return {};
          },
        }),
    }),
  });
  return Object.assign(scheduler, { port: listener.port, close: () => listener.close(100) });
}
