import { SessionConfig, SessionContext } from '@ballista-ts/client';
import { InternalError, type LogicalPlan } from '@ballista-ts/core';
import { runPlan } from '@ballista-ts/engine';
import { createPlanner } from '@ballista-ts/planner';
import type { RecordBatch } from 'apache-arrow';

/**
 * The topology `local`: planner and engine in one thread, no stages, no wire. What differs from it on a cluster is a bug of
 * everything in between.
 */
export function localSession(config = SessionConfig.withBallista()): SessionContext {
  const planner = createPlanner();
  async function* execute(
    plan: LogicalPlan,
    settings: SessionConfig,
    { signal }: { readonly signal?: AbortSignal },
  ): AsyncGenerator<RecordBatch> {
    const context = planner.context({ config: settings });
    const physical = planner.createPhysicalPlan(planner.optimize(plan, context), context);
    yield* runPlan(physical, { config: settings, ...(signal !== undefined && { signal }) });
  }
  return SessionContext.withBackend(
    {
      execute,
      analyze: () => Promise.reject(new InternalError('there are no stages here to analyze')),
      close: async () => {},
      [Symbol.asyncDispose]: async () => {},
    },
    { config },
  );
}
