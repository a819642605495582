import type { FunctionCatalog, PhysicalExpr, ScalarValue, SessionConfig } from '@ballista-ts/core';

/** Names that no user's column or table has. */
export interface AliasGenerator {
  /** `prefix_1`, `prefix_2`, ... */
  next(prefix: string): string;
}

/** Computes an expression without columns. Throws what evaluating it for a row would throw. */
export type EvaluateConstant = (expr: PhysicalExpr) => ScalarValue;

/** What planning one query may use. Everything is synchronous: the resolve phase has done all I/O. */
export interface PlanningContext {
  readonly config: SessionConfig;
  readonly functions: FunctionCatalog;
  readonly aliases: AliasGenerator;
  readonly evaluate: EvaluateConstant;
}

/** Counts per prefix, so that a plan's names do not depend on unrelated rules. */
export function aliasGenerator(): AliasGenerator {
  const counts = new Map<string, number>();
  return {
    next(prefix) {
      const count = (counts.get(prefix) ?? 0) + 1;
      counts.set(prefix, count);
      return `${prefix}_${count}`;
    },
  };
}
