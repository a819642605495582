import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnNode, type TestProcess, tempDirectory } from '@ballista-ts/testing';

const bin = (name: string): string =>
  join(dirname(createRequire(import.meta.url).resolve('@ballista-ts/cli/package.json')), 'bin', `${name}.js`);

export interface ProcessClusterOptions {
  /** @default 2 */
  readonly executors?: number;
  /** @default 2 */
  readonly vcores?: number;
  readonly schedulerArgs?: readonly string[];
  readonly executorArgs?: readonly string[];
  /** The scheduler keeps an event log, which `restartScheduler` finds again. @default false */
  readonly durable?: boolean;
}

/** What the scheduler's REST interface says of a job. */
export interface JobSummary {
  readonly stages: number;
  readonly tasksPerExecutor: Readonly<Record<string, number>>;
  /** Bytes that reduce tasks fetched from other executors. */
  readonly remoteBytes: number;
}

/** A scheduler and executors as real processes on loopback. Disposing it kills them all. */
export interface ProcessCluster extends AsyncDisposable {
  readonly address: string;
  readonly scheduler: TestProcess;
  readonly executors: readonly TestProcess[];
  rest<T = unknown>(path: string): Promise<T>;
  /** Kills the scheduler with SIGKILL, waits, and starts it again on the same port; it listens when this resolves. */
  restartScheduler(downMs?: number): Promise<void>;
  /** One more executor; it has registered when this resolves. */
  startExecutor(): Promise<TestProcess>;
  /** Files that any executor's work directory holds of a job. */
  filesOfJob(jobId: string): Promise<string[]>;
  summarize(jobId: string): Promise<JobSummary>;
  /** Logs of all processes, for the message of a failing test. */
  describe(): string;
}

export async function startProcessCluster(options: ProcessClusterOptions = {}): Promise<ProcessCluster> {
  const { executors: count = 2, vcores = 2 } = options;
  const temp = await tempDirectory('ballista-cluster');
  const processes: TestProcess[] = [];
  const dispose = async (): Promise<void> => {
    await Promise.all(processes.map((one) => one.close()));
    await temp[Symbol.asyncDispose]();
  };
  try {
    const startScheduler = async (at: string) => {
      const started = spawnNode(bin('ballista-scheduler'), [
        ...['--bind-host', '127.0.0.1', '--bind-port', at],
        ...(options.durable === true ? ['--data-dir', temp.join('scheduler')] : []),
        ...(options.schedulerArgs ?? []),
      ]);
      processes.push(started);
      const [, host = '', port = ''] = await started.waitForLine(/listening on ([\w.]+):(\d+)/);
      return { started, host, port };
    };
    const first = await startScheduler('0');
    const { host, port } = first;
    let scheduler = first.started;
    const executors: TestProcess[] = [];
    const startExecutor = async (): Promise<TestProcess> => {
      const loopback = ['--bind-host', '127.0.0.1', '--external-host', '127.0.0.1'];
      const ports = ['--bind-port', '0', '--bind-grpc-port', '0', '--bind-health-port', '0'];
      const executor = spawnNode(bin('ballista-executor'), [
        ...[...loopback, ...ports, '--scheduler-host', host, '--scheduler-port', port, '--vcores', String(vcores)],
        ...['--work-dir', temp.join(`executor-${processes.length}`), ...(options.executorArgs ?? [])],
      ]);
      processes.push(executor);
      executors.push(executor);
      await executor.waitForLine(/^executor \S+ started/);
      return executor;
    };
    await Promise.all(Array.from({ length: count }, startExecutor));
    const address = `http://${host}:${port}`;
    const rest = async <T>(path: string): Promise<T> => {
      const response = await fetch(`${address}${path}`, { signal: AbortSignal.timeout(10_000) });
      if (!response.ok) throw new Error(`GET ${path} answered ${response.status}: ${await response.text()}`);
      return (await response.json()) as T;
    };
    return {
      address,
      get scheduler() {
        return scheduler;
      },
      executors,
      rest,
      async restartScheduler(downMs = 0) {
        scheduler.signal('SIGKILL');
        await scheduler.exited;
        await sleep(downMs);
        scheduler = (await startScheduler(port)).started;
      },
      startExecutor,
      async filesOfJob(jobId) {
        const files = await readdir(temp.path, { recursive: true, withFileTypes: true });
        return files
          .filter((one) => one.isFile())
          .map((one) => join(one.parentPath, one.name))
          .filter((path) => path.includes(`/${jobId}/`));
      },
      async summarize(jobId) {
        const { stages } = await rest<{ stages: { remote_bytes?: number; tasks: { executor_id: string }[] }[] }>(
          `/api/job/${jobId}/stages`,
        );
        const tasksPerExecutor: Record<string, number> = {};
        let remoteBytes = 0;
        for (const stage of stages) {
          remoteBytes += stage.remote_bytes ?? 0;
          for (const task of stage.tasks)
            tasksPerExecutor[task.executor_id] = (tasksPerExecutor[task.executor_id] ?? 0) + 1;
        }
        return { stages: stages.length, tasksPerExecutor, remoteBytes };
      },
      describe: () => processes.map((one) => one.describe()).join('\n\n'),
      [Symbol.asyncDispose]: dispose,
    };
  } catch (error) {
    const logs = processes.map((one) => one.describe()).join('\n\n');
    await dispose();
    throw new Error(`the cluster did not start:\n${logs}`, { cause: error });
  }
}
