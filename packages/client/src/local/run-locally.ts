import { type LogicalPlan, type SessionConfig, subqueryPlans, visitLogical } from '@ballista-ts/core';
import type { Planner } from '@ballista-ts/planner';
import type { RecordBatch } from 'apache-arrow';
import { informationSchema } from '../catalog/session-catalog.js';

/** Whether a query reads information_schema and nothing else: it asks about this session, which no cluster knows. */
export function isAboutSession(plan: LogicalPlan): boolean {
  let scans = 0;
  let others = 0;
  const look = (of: LogicalPlan): void =>
    visitLogical(of, (node) => {
      if (node.kind === 'TableScan') {
        if (node.tableName.schema === informationSchema) scans += 1;
        else others += 1;
      }
      for (const subquery of subqueryPlans(node)) look(subquery);
    });
  look(plan);
  return scans > 0 && others === 0;
}

/** Runs a small query here, on this thread. The engine is loaded only now: most clients never need it. */
export async function* runLocally(
  plan: LogicalPlan,
  planner: Planner,
  config: SessionConfig,
  signal: AbortSignal | undefined,
): AsyncGenerator<RecordBatch> {
  const { runPlan } = await import('@ballista-ts/engine');
  const context = planner.context({ config: config.override('datafusion.execution.target_partitions', 1) });
  const physical = planner.createPhysicalPlan(planner.optimize(plan, context), context);
  yield* runPlan(physical, { config, ...(signal !== undefined && { signal }) });
}
