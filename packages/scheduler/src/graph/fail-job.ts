import type { GraphEffect } from './effects.js';
import type { GraphState } from './graph-state.js';
import { cancelRunning } from './reset-tasks.js';
import { toFailed } from './transitions.js';

/** One stage failed for good, and with it the job. */
export function failJob(state: GraphState, stageId: number, error: string, now: number): GraphEffect[] {
  return failRemaining(state, `Job failed due to stage ${stageId} failed: ${error}\n`, now, { stageId, error });
}

/** Ends the job: everything that runs is cancelled, everything that waits is given up. */
export function failRemaining(
  state: GraphState,
  jobError: string,
  now: number,
  culprit?: { readonly stageId: number; readonly error: string },
): GraphEffect[] {
  const effects: GraphEffect[] = [];
  for (const stage of [...state.stages.values()]) {
    if (stage.state === 'successful' || stage.state === 'failed') continue;
    if (stage.state === 'running') effects.push(...cancelRunning(stage, 'killed', now));
    state.put(toFailed(stage, culprit?.stageId === stage.stageId ? culprit.error : jobError));
  }
  state.ended = 'failed';
  effects.push({ kind: 'jobFailed', error: jobError });
  return effects;
}
