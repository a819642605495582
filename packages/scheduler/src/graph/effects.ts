import type { ExecutorId } from '@ballista-ts/core';

/** What the graph wants done. It does nothing itself. */
export type GraphEffect =
  /** The inputs of a stage are complete: its tasks can be handed out. */
  | { readonly kind: 'stageRunnable'; readonly stageId: number }
  | {
      readonly kind: 'cancelTasks';
      readonly executorId: ExecutorId;
      readonly tasks: readonly { readonly stageId: number; readonly taskId: number }[];
    }
  | { readonly kind: 'vcoresFreed'; readonly executorId: ExecutorId; readonly vcores: number }
  /** A task could not read what this executor has: is it still there? */
  | { readonly kind: 'executorSuspected'; readonly executorId: ExecutorId; readonly reason: string }
  | { readonly kind: 'jobSucceeded' }
  | { readonly kind: 'jobFailed'; readonly error: string }
  /** Something odd that is not an error, for the log: a late report, an unknown task. */
  | { readonly kind: 'ignored'; readonly reason: string };
