import { type DecodeContext, SessionConfig } from '@ballista-ts/core';
import { decodePhysicalPlan } from '@ballista-ts/core/serde';
import { createOperatorRegistry, createTaskContext, type OperatorRegistry, runTask } from '@ballista-ts/engine';
import type { ConnectionPool } from '@ballista-ts/flight';
import { createFunctionRegistry, type FunctionRegistry } from '@ballista-ts/functions';
import type { FetchGovernor } from '../shuffle/fetch-governor.js';
import { FileTransport } from '../shuffle/file-transport.js';
import { classifyError } from '../task/classify-error.js';
import type { RunOutcome, RunRequest } from './messages.js';
import { sharePlan, withShares } from './partition-share.js';

/** What an operator of a cluster adds to every executor: functions, operators, codecs of extension nodes. */
export interface ExecutorExtensions {
  readonly functions?: FunctionRegistry;
  readonly operators?: OperatorRegistry;
  readonly codecs?: Pick<DecodeContext, 'logicalCodecs' | 'physicalCodecs'>;
}

export interface TaskEnvironment {
  readonly workDir: string;
  readonly pool: ConnectionPool;
  readonly governor: FetchGovernor;
  readonly extensions: ExecutorExtensions;
}

/** Runs one task from its bytes to its outcome. Never throws: whatever goes wrong is the outcome. */
export async function runTaskRequest(
  { task, poolBytes, share }: RunRequest,
  environment: TaskEnvironment,
  signal: AbortSignal,
): Promise<RunOutcome> {
  try {
    const { workDir, pool, governor, extensions } = environment;
    const functions = extensions.functions ?? createFunctionRegistry();
    // The scheduler has checked these settings; what this executor does not know is its own business.
    const { config } = SessionConfig.withBallista().applyWirePairs(task.props, { trusted: true });
    const whole = {
      plan: decodePhysicalPlan(task.plan, { functions, ...extensions.codecs }),
      globalOutputPartitionIds: task.globalOutputPartitionIds,
    };
    const part = share === undefined ? whole : sharePlan(whole.plan, whole.globalOutputPartitionIds, share);
    if (part === undefined) return { kind: 'ok', partitions: [], metrics: [], runtimeStats: [] };
    const shuffle = await FileTransport.open({
      workDir,
      config,
      pool,
      governor,
      poolShareBytes: poolBytes,
      part: share?.index,
    });
    const context = createTaskContext({
      config,
      functions,
      shuffle,
      signal,
      operators: withShares(extensions.operators ?? createOperatorRegistry()),
    });
    const { partitions, metrics } = await runTask({ ...part, taskId: task.taskId }, context);
    if (signal.aborted) throw signal.reason;
    // The node that makes the share stands second, and nobody outside knows of it.
    const told = share === undefined ? metrics : [...metrics.slice(0, 1), ...metrics.slice(2)];
    return { kind: 'ok', partitions, metrics: told, runtimeStats: [] };
  } catch (error) {
    return { kind: 'failed', failed: classifyError(signal.aborted ? signal.reason : error) };
  }
}
