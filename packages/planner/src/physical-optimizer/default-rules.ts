import type { PhysicalOptimizerRule } from './optimize.js';
import { aggregateStatistics } from './rules/aggregate-statistics.js';
import { combinePartialFinalAggregate } from './rules/combine-partial-final-aggregate.js';
import { enforceRequirements } from './rules/enforce-requirements.js';
import { joinSelection } from './rules/join-selection.js';
import { limitPushdown } from './rules/limit-pushdown.js';
import { mergeProjections } from './rules/merge-projections.js';
import { sanityCheck } from './rules/sanity-check.js';

/** The rules of a planner that is not told otherwise, in the order they run, once each. */
export const defaultPhysicalOptimizerRules: readonly PhysicalOptimizerRule[] = [
  // First: what statistics answer needs neither partitions nor order.
  aggregateStatistics,
  // Before requirements: which side is built, and whether it is collected, decides what the inputs of a join have to look like.
  joinSelection,
  // The plan becomes right here; everything before only chose operators.
  enforceRequirements,
  // Needs to see where repartitions ended up: only aggregates without one between their phases are one phase.
  combinePartialFinalAggregate,
  // After joins added computed keys and swapped sides, which left projections on projections.
  mergeProjections,
  // Needs the coalesces and merges that were put in.
  limitPushdown,
  // Last: refuses what a rule of somebody else broke.
  sanityCheck,
];
