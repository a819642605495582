import type { AnalyzerRule } from './analyze.js';
import { checkPlan } from './check-plan.js';
import { expandWildcards } from './expand-wildcards.js';
import { resolveGrouping } from './resolve-grouping.js';
import { typeCoercion } from './type-coercion.js';

/** The rules of a planner that is not told otherwise, in the order they run, once each. */
export const defaultAnalyzerRules: readonly AnalyzerRule[] = [
  // First: a star has no type, so nothing else could look at it.
  expandWildcards,
  // Before types are looked at, so that what takes the place of grouping() is coerced like everything else.
  resolveGrouping,
  // Before casts clutter the expressions that messages show.
  checkPlan,
  // Last: all later planning takes for granted that operands have the types they are computed with.
  typeCoercion,
];
