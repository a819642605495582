import { createQueryContext, type QueryContext, type QueryContextOptions } from '../definition/query-context.js';
import { createFunctionRegistry, type FunctionRegistry } from '../registry.js';

/** What the evaluator needs besides expression and rows. */
export interface EvaluationContext extends QueryContext {
  readonly functions: FunctionRegistry;
}

export interface EvaluationContextOptions extends QueryContextOptions {
  /** @default a registry of the built-in functions for that time zone */
  readonly functions?: FunctionRegistry;
}

/** Create it once a query: the query's time is in it. */
export const createEvaluationContext = (options: EvaluationContextOptions = {}): EvaluationContext => ({
  ...createQueryContext(options),
  functions:
    options.functions ?? createFunctionRegistry(options.timeZone === undefined ? {} : { timeZone: options.timeZone }),
});
