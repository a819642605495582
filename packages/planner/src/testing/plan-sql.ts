import { type Catalog, jobId, type LogicalPlan, SessionConfig } from '@ballista-ts/core';
import { createFunctionRegistry } from '@ballista-ts/functions';
import { bindStatement } from '../binder/statement/bind-statement.js';
import { createPlanner, type PlannedQuery, type PlannerOptions } from '../planner.js';
import { resolve } from '../resolve/resolve.js';
import { parseStatements } from '../sql/parser/statement.js';

export interface PlanSqlOptions extends PlannerOptions {
  readonly catalog: Catalog;
  /** @default a Ballista session with 4 target partitions */
  readonly config?: SessionConfig;
}

export const testConfig = SessionConfig.withBallista().override('datafusion.execution.target_partitions', 4);
/** 2024-01-01T00:00:00Z: what now() is in tests. */
export const testNow = 1_704_067_200_000_000_000n;

/** The bound plan of one statement. */
export async function bindSql(sql: string, options: PlanSqlOptions): Promise<LogicalPlan> {
  const [statement, more] = parseStatements(sql);
  if (statement === undefined || more !== undefined) throw new Error(`not one statement: ${sql}`);
  const config = options.config ?? testConfig;
  const functions = options.functions ?? createFunctionRegistry();
  const resolved = await resolve(statement, options.catalog, { config, functions });
  return bindStatement(resolved, { config, functions });
}

/** One statement planned all the way. */
export async function planSql(sql: string, options: PlanSqlOptions): Promise<PlannedQuery> {
  const planner = createPlanner(options);
  const logical = await bindSql(sql, { ...options, functions: planner.functions });
  return planner.plan(logical, {
    config: options.config ?? testConfig,
    jobId: jobId('test'),
    queryTimeNanos: testNow,
  });
}
