import { displayLogicalPlan, type LogicalPlan, schemaOf } from '@ballista-ts/core';
import { createFunctionRegistry } from '@ballista-ts/functions';
import { createPlanner } from '../planner.js';
import { NaiveExecutor, sortedRows, type TestRows } from './naive-executor.js';
import { bindSql, testConfig, testNow } from './plan-sql.js';
import { type TestTable, testCatalog } from './test-catalog.js';

/** Tables whose rows are there, for answers. */
export interface TestData {
  readonly tables: Readonly<Record<string, TestTable>>;
  readonly rows: TestRows;
}

const functions = createFunctionRegistry();
const planner = createPlanner({ functions });

/** What a query answers, as written and as optimised; `error` where running it fails. */
export interface Answers {
  readonly plain: readonly string[] | { readonly error: string };
  readonly optimized: readonly string[] | { readonly error: string };
  readonly plan: LogicalPlan;
  /** Whether analysing the analysed plan, and optimising the optimised one, leaves them as they are. */
  readonly stable: boolean;
}

/** Runs a query twice: the analysed plan, subqueries and all, and what the optimizer makes of it. */
export async function answers(sql: string, data: TestData, config = testConfig): Promise<Answers> {
  const bound = await bindSql(sql, { catalog: testCatalog(data.tables), functions, config });
  const ctx = planner.context({ config, queryTimeNanos: testNow });
  const analyzed = planner.analyze(bound, ctx);
  const plan = planner.optimize(analyzed, ctx);
  const run = (of: LogicalPlan): Answers['plain'] => {
    try {
      return sortedRows(new NaiveExecutor(data.rows, functions, ctx).run(of), schemaOf(of));
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) };
    }
  };
  const stable =
    planner.analyze(analyzed, ctx) === analyzed &&
    displayLogicalPlan(planner.optimize(plan, ctx)) === displayLogicalPlan(plan);
  return { plain: run(analyzed), optimized: run(plan), plan, stable };
}
