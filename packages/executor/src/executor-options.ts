import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import {
  type Clock,
  type ExecutorId,
  executorId,
  InvalidArgumentError,
  type Logger,
  silentLogger,
  systemClock,
} from '@ballista-ts/core';
import type { MetricsChoice } from './process-metrics.js';

/** How an executor is set up. Everything has a default; port 0 takes any free port. */
export interface ExecutorOptions {
  /** @default random */
  readonly id?: string;
  /** Address that all listeners bind. @default '127.0.0.1' */
  readonly bindHost?: string;
  /** Host that peers are told to dial. @default the bound one, or what the scheduler sees when that is a wildcard */
  readonly externalHost?: string;
  /** Flight: results and shuffle data. @default 50051 */
  readonly port?: number;
  /** Control: what the scheduler asks for. @default 50052 */
  readonly grpcPort?: number;
  /** `/healthz` and `/readyz`; false: none. @default 50053 */
  readonly healthPort?: number | false;
  /** @default 'localhost' */
  readonly schedulerHost?: string;
  /** @default 50050 */
  readonly schedulerPort?: number;
  /** How long the scheduler may take to answer the first registration, tried every 500 ms; 0: one try. @default 0 */
  readonly schedulerConnectTimeoutMs?: number;
  /** Tasks that run at once, each on a thread of its own; 0: as many as the machine has cores. @default 0 */
  readonly vcores?: number;
  /** Folder for shuffle files. @default a fresh temporary one, removed on close */
  readonly workDir?: string;
  /** Bytes of memory for all tasks together; 0: no limit. @default `memoryPoolFraction` of what the process may use */
  readonly memoryPoolSize?: number;
  /** In (0, 1]. @default 0.7 */
  readonly memoryPoolFraction?: number;
  /** @default 60_000 */
  readonly heartbeatIntervalMs?: number;
  /** How long an unused connection to another executor stays open; 0: not at all. @default 30_000 */
  readonly clientTtlMs?: number;
  /** What heartbeats measure. @default 'proc' */
  readonly metrics?: MetricsChoice;
  /** Sweep folders of jobs that nobody touched for `jobDataTtlMs`, that often; 0: never. @default 0 */
  readonly jobDataCleanUpIntervalMs?: number;
  /** @default seven days */
  readonly jobDataTtlMs?: number;
  /** How long `shutdown` lets tasks run on. @default 30_000 */
  readonly shutdownGraceMs?: number;
  /**
   * Absolute URL of a module whose default export is an `ExecutorExtensions`: functions, operators and codecs of your own. It is loaded
   * in every worker. Only what the operator of an executor names here is ever loaded.
   */
  readonly extensions?: string;
  /** The workers' program, for bundlers that move it. @default ours */
  readonly workerUrl?: URL;
  /** @default silent */
  readonly logger?: Logger;
  /** @default the machine's */
  readonly clock?: Clock;
}

/** Options with their defaults. */
export type ResolvedExecutorOptions = Required<
  Omit<ExecutorOptions, 'id' | 'externalHost' | 'workDir' | 'memoryPoolSize' | 'extensions' | 'workerUrl'>
> &
  Pick<ExecutorOptions, 'externalHost' | 'workDir' | 'memoryPoolSize' | 'extensions' | 'workerUrl'> & {
    readonly id: ExecutorId;
  };

/** @throws InvalidArgumentError naming what is out of range */
export function resolveExecutorOptions(options: ExecutorOptions): ResolvedExecutorOptions {
  const vcores = options.vcores ?? 0;
  check('vcores', vcores, 0, 4096);
  for (const port of ['port', 'grpcPort', 'healthPort', 'schedulerPort'] as const) {
    const value = options[port];
    if (value !== undefined && value !== false) check(port, value, 0, 65_535);
  }
  for (const time of ['heartbeatIntervalMs', 'clientTtlMs', 'schedulerConnectTimeoutMs', 'shutdownGraceMs'] as const) {
    if (options[time] !== undefined) check(time, options[time], time === 'heartbeatIntervalMs' ? 1 : 0, 2_147_483_647);
  }
  return {
    bindHost: '127.0.0.1',
    port: 50_051,
    grpcPort: 50_052,
    healthPort: 50_053,
    schedulerHost: 'localhost',
    schedulerPort: 50_050,
    schedulerConnectTimeoutMs: 0,
    memoryPoolFraction: 0.7,
    heartbeatIntervalMs: 60_000,
    clientTtlMs: 30_000,
    metrics: 'proc',
    jobDataCleanUpIntervalMs: 0,
    jobDataTtlMs: 604_800_000,
    shutdownGraceMs: 30_000,
    logger: silentLogger,
    clock: systemClock,
    ...options,
    id: executorId(options.id ?? randomUUID()),
    vcores: vcores === 0 ? availableParallelism() : vcores,
  };
}

function check(name: string, value: number, min: number, max: number): void {
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new InvalidArgumentError(`${name} is ${value}, expected a whole number from ${min} to ${max}`);
  }
}
