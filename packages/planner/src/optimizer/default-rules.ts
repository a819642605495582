import type { OptimizerRule } from './optimize.js';
import { decorrelateSubqueries } from './rules/decorrelate-subqueries.js';
import { eliminateDuplicatedExpr } from './rules/eliminate-duplicated-expr.js';
import { eliminateFilter } from './rules/eliminate-filter.js';
import { eliminateGroupByConstant } from './rules/eliminate-group-by-constant.js';
import { eliminateLimit } from './rules/eliminate-limit.js';
import { eliminateNestedUnion } from './rules/eliminate-nested-union.js';
import { eliminateOuterJoin } from './rules/eliminate-outer-join.js';
import { extractEquijoinPredicate } from './rules/extract-equijoin-predicate.js';
import { optimizeProjections } from './rules/optimize-projections.js';
import { propagateEmptyRelation } from './rules/propagate-empty-relation.js';
import { pushDownFilter } from './rules/push-down-filter.js';
import { pushDownLimit } from './rules/push-down-limit.js';
import { pushDownSemiJoin } from './rules/push-down-semi-join.js';
import { reorderJoins } from './rules/reorder-joins.js';
import { replaceDistinctWithAggregate } from './rules/replace-distinct-with-aggregate.js';
import { rewriteCount } from './rules/rewrite-count.js';
import { simplifyExpressions } from './rules/simplify-expressions.js';
import { singleDistinctToGroupBy } from './rules/single-distinct-to-group-by.js';

/** The rules of a planner that is not told otherwise. They run in this order until none has anything left to do. */
export const defaultOptimizerRules: readonly OptimizerRule[] = [
  // First: a thousand branches of UNION ALL come as a tower, which every later rule would climb.
  eliminateNestedUnion,
  // Before all that looks at conditions: constants are computed, NOT is moved inwards, so that the others see few forms.
  simplifyExpressions,
  // Before subqueries are taken apart, which knows aggregates but not DISTINCT.
  replaceDistinctWithAggregate,
  // Before counts are compared or pulled out of subqueries: one form of counting rows.
  rewriteCount,
  // From here on there are joins instead of subqueries, which everything below knows how to handle.
  decorrelateSubqueries,
  // What simplification found to be always or never true.
  eliminateFilter,
  eliminateDuplicatedExpr,
  eliminateLimit,
  propagateEmptyRelation,
  // Needs the filter still right above the join; makes joins inner, which lets filters through.
  eliminateOuterJoin,
  // Before filters move: a limit must not change places with one.
  pushDownLimit,
  // Brings conditions to the relations they are about; conditions between relations end up at joins.
  pushDownFilter,
  // Only now are all conditions between two relations at their join.
  extractEquijoinPredicate,
  // Right before the joins are ordered, which then counts with fewer rows.
  pushDownSemiJoin,
  // Needs filters at their relations to know how many rows are left, and keys to know how they meet.
  reorderJoins,
  // After the conditions that could make groups fewer went below.
  singleDistinctToGroupBy,
  eliminateGroupByConstant,
  // Last of a round: the rules above leave projections and columns that nobody needs.
  optimizeProjections,
];
