import type { ObjectStoreRegistry, SessionConfig, ShuffleTransport } from '@ballista-ts/core';
import type { EvaluationContext } from '@ballista-ts/functions';
import type { OperatorRegistry } from '../operators/registry.js';
import type { TaskMetrics } from './metrics.js';
import type { Pacer } from './pacer.js';

/** Everything a plan needs to run that is not in the plan. One per task. */
export interface TaskContext {
  readonly config: SessionConfig;
  readonly objectStores: ObjectStoreRegistry;
  /** How shuffle operators reach their bytes; plans without shuffles never ask. */
  readonly shuffle: ShuffleTransport;
  readonly operators: OperatorRegistry;
  readonly metrics: TaskMetrics;
  /** The functions, and the fixed points of the query: what `now()` answers in every task of it, the session's time zone. */
  readonly evaluation: EvaluationContext;
  readonly signal: AbortSignal;
  readonly pacer: Pacer;
  /** Rows of a batch that operators aim for. */
  readonly batchSize: number;
}
