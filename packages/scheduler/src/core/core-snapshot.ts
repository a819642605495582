import type { GraphSnapshot } from '../graph/graph-snapshot.js';
import type { ExecutorRecord } from './executor-pool.js';
import type { Job } from './job.js';

export interface JobSnapshot extends Omit<Job, 'graph'> {
  /** Whether its operation id still leads to it. */
  readonly holdsOperation: boolean;
  readonly graph?: GraphSnapshot;
}

/** All that a core is, as values that can be written down. Jobs and executors in order. */
export interface CoreSnapshot {
  readonly jobs: readonly JobSnapshot[];
  readonly executors: readonly ExecutorRecord[];
  readonly expiryRunning: boolean;
  readonly emptySince?: number;
}
