import {
  type ExecutionPlan,
  InternalError,
  type ObjectStoreRegistry,
  planPartitionCount,
  SessionConfig,
  type ShuffleTransport,
} from '@ballista-ts/core';
import { createObjectStoreRegistry } from '@ballista-ts/datasource';
import {
  columnBatchToArrow,
  createEvaluationContext,
  createFunctionRegistry,
  type FunctionRegistry,
} from '@ballista-ts/functions';
import type { RecordBatch } from 'apache-arrow';
import { execute } from './execute.js';
import { createOperatorRegistry, type OperatorRegistry } from './operators/registry.js';
import { createTaskMetrics, type TaskMetrics } from './task/metrics.js';
import { createPacer } from './task/pacer.js';
import type { TaskContext } from './task/task-context.js';

export interface TaskContextOptions {
  /** @default a Ballista session's defaults */
  readonly config?: SessionConfig;
  /** @default the built-in functions */
  readonly functions?: FunctionRegistry;
  /** @default local files */
  readonly objectStores?: ObjectStoreRegistry;
  /** @default none: a plan with shuffles fails */
  readonly shuffle?: ShuffleTransport;
  /** @default the built-in operators */
  readonly operators?: OperatorRegistry;
  /** Nanoseconds since the epoch that `now()` answers. @default the time of the call */
  readonly queryTimeNanos?: bigint;
  readonly metrics?: TaskMetrics;
  /** @default never aborted */
  readonly signal?: AbortSignal;
}

/** A context with what is not given filled in. */
export function createTaskContext(options: TaskContextOptions = {}): TaskContext {
  const config = options.config ?? SessionConfig.withBallista();
  const signal = options.signal ?? new AbortController().signal;
  const timeZone = config.get('datafusion.execution.time_zone');
  return {
    config,
    objectStores: options.objectStores ?? createObjectStoreRegistry(),
    shuffle: options.shuffle ?? noShuffle,
    operators: options.operators ?? createOperatorRegistry(),
    metrics: options.metrics ?? createTaskMetrics(),
    evaluation: createEvaluationContext({
      functions: options.functions ?? createFunctionRegistry(),
      ...(options.queryTimeNanos !== undefined && { queryTimeNanos: options.queryTimeNanos }),
      ...(timeZone !== undefined && timeZone !== null && { timeZone }),
    }),
    signal,
    pacer: createPacer(signal),
    batchSize: config.get('datafusion.execution.batch_size'),
  };
}

const refuse = (): never => {
  throw new InternalError('this plan reads or writes a shuffle, but its context has no shuffle transport');
};
const noShuffle: ShuffleTransport = { openPassthrough: refuse, openSort: refuse, read: refuse };

/**
 * Runs a whole physical plan on this thread, partition after partition. For tests, for embedders, and as the topology
 * `local`: planner and engine, no stages.
 */
export async function* runPlan(plan: ExecutionPlan, options: TaskContextOptions = {}): AsyncGenerator<RecordBatch> {
  const context = createTaskContext(options);
  for (let partition = 0; partition < planPartitionCount(plan); partition += 1) {
    for await (const batch of execute(plan, partition, context)) yield columnBatchToArrow(batch);
  }
}
