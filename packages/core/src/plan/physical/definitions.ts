import { rewriteTree, rewriteTreeDown, type TreeShape, visitTree } from '../../tree.js';
import type { Schema } from '../../types/field.js';
import type { Statistics } from '../statistics.js';
import { aggregateExec } from './aggregate-exec.js';
import { assertExec } from './assert-exec.js';
import { coalesceBatchesExec } from './coalesce-batches-exec.js';
import { coalescePartitionsExec } from './coalesce-partitions-exec.js';
import { crossJoinExec } from './cross-join-exec.js';
import { emptyExec } from './empty-exec.js';
import type { ExecutionPlan, ExecutionPlanKind, ExecutionPlanOf } from './execution-plan.js';
import { analyzeExec, explainExec } from './explain-exec.js';
import { extensionExec } from './extension-exec.js';
import { fileScanExec } from './file-scan-exec.js';
import { fileSinkExec } from './file-sink-exec.js';
import { filterExec } from './filter-exec.js';
import { hashJoinExec } from './hash-join-exec.js';
import { globalLimitExec, localLimitExec } from './limit-exec.js';
import { memoryScanExec } from './memory-scan-exec.js';
import { nestedLoopJoinExec } from './nested-loop-join-exec.js';
import { placeholderRowExec } from './placeholder-row-exec.js';
import {
  anyInput,
  type InputRequirement,
  type PlanNodeDefinition,
  type PlanProperties,
} from './plan-node-definition.js';
import { projectionExec } from './projection-exec.js';
import { repartitionExec } from './repartition-exec.js';
import { shuffleReaderExec } from './shuffle-reader-exec.js';
import { shuffleWriterExec } from './shuffle-writer-exec.js';
import { sortExec } from './sort-exec.js';
import { sortMergeJoinExec } from './sort-merge-join-exec.js';
import { sortPreservingMergeExec } from './sort-preserving-merge-exec.js';
import { sortShuffleWriterExec } from './sort-shuffle-writer-exec.js';
import { interleaveExec, unionExec } from './union-exec.js';
import { unnestExec } from './unnest-exec.js';
import { unresolvedShuffleExec } from './unresolved-shuffle-exec.js';
import { windowAggExec } from './window-agg-exec.js';

const definitions: { readonly [K in ExecutionPlanKind]: PlanNodeDefinition<ExecutionPlanOf<K>> } = {
  FileScanExec: fileScanExec,
  MemoryScanExec: memoryScanExec,
  EmptyExec: emptyExec,
  PlaceholderRowExec: placeholderRowExec,
  FilterExec: filterExec,
  AssertExec: assertExec,
  ProjectionExec: projectionExec,
  AggregateExec: aggregateExec,
  HashJoinExec: hashJoinExec,
  SortMergeJoinExec: sortMergeJoinExec,
  NestedLoopJoinExec: nestedLoopJoinExec,
  CrossJoinExec: crossJoinExec,
  SortExec: sortExec,
  SortPreservingMergeExec: sortPreservingMergeExec,
  GlobalLimitExec: globalLimitExec,
  LocalLimitExec: localLimitExec,
  CoalesceBatchesExec: coalesceBatchesExec,
  CoalescePartitionsExec: coalescePartitionsExec,
  RepartitionExec: repartitionExec,
  UnionExec: unionExec,
  InterleaveExec: interleaveExec,
  WindowAggExec: windowAggExec,
  UnnestExec: unnestExec,
  ExplainExec: explainExec,
  AnalyzeExec: analyzeExec,
  FileSinkExec: fileSinkExec,
  ShuffleWriterExec: shuffleWriterExec,
  SortShuffleWriterExec: sortShuffleWriterExec,
  UnresolvedShuffleExec: unresolvedShuffleExec,
  ShuffleReaderExec: shuffleReaderExec,
  ExtensionExec: extensionExec,
};

// One node's definition takes just that node; which one is known only by its tag, so this is the one place that casts.
const definitionOf = (plan: ExecutionPlan): PlanNodeDefinition =>
  definitions[plan.kind] as unknown as PlanNodeDefinition;

/** The inputs of a node, left to right. */
export const planChildren = (plan: ExecutionPlan): readonly ExecutionPlan[] => definitionOf(plan).children(plan);

/** The same node over other inputs; identity is kept when none changed. */
export function withNewChildren(plan: ExecutionPlan, children: readonly ExecutionPlan[]): ExecutionPlan {
  const current = planChildren(plan);
  return current.length === children.length && current.every((child, index) => child === children[index])
    ? plan
    : definitionOf(plan).withChildren(plan, children);
}

export const executionPlanShape: TreeShape<ExecutionPlan> = { children: planChildren, withChildren: withNewChildren };

/** Rewrites a plan bottom-up. */
export const transformPlanUp = (plan: ExecutionPlan, rewrite: (plan: ExecutionPlan) => ExecutionPlan): ExecutionPlan =>
  rewriteTree(executionPlanShape, plan, rewrite);
/** Rewrites a plan top-down. */
export const transformPlanDown = (
  plan: ExecutionPlan,
  rewrite: (plan: ExecutionPlan) => ExecutionPlan,
): ExecutionPlan => rewriteTreeDown(executionPlanShape, plan, rewrite);
/** Visits nodes, parents first; `false` skips what is below. */
export const visitPlan = (plan: ExecutionPlan, visit: (plan: ExecutionPlan) => boolean | void): void =>
  visitTree(executionPlanShape, plan, visit);

// Nodes are immutable, so what is derived from one holds as long as the node lives.
const propertiesCache = new WeakMap<ExecutionPlan, PlanProperties>();
const statisticsCache = new WeakMap<ExecutionPlan, Statistics>();

/** Derives bottom-up without recursion: plans may be thousands of nodes deep. */
function derive<T>(
  plan: ExecutionPlan,
  cache: WeakMap<ExecutionPlan, T>,
  compute: (node: ExecutionPlan, inputs: readonly T[]) => T,
): T {
  const stack: ExecutionPlan[] = [plan];
  for (let node = stack[stack.length - 1]; node !== undefined; node = stack[stack.length - 1]) {
    if (cache.has(node)) {
      stack.pop();
      continue;
    }
    const children = planChildren(node);
    const missing = children.filter((child) => !cache.has(child));
    if (missing.length > 0) {
      stack.push(...missing);
      continue;
    }
    cache.set(
      node,
      compute(
        node,
        children.map((child) => cache.get(child)!),
      ),
    );
    stack.pop();
  }
  return cache.get(plan)!;
}

/** Schema, partitioning and order of a plan's output. */
export const planProperties = (plan: ExecutionPlan): PlanProperties =>
  derive(plan, propertiesCache, (node, inputs) => definitionOf(node).properties(node, inputs));
export const planSchema = (plan: ExecutionPlan): Schema => planProperties(plan).schema;
export const planPartitionCount = (plan: ExecutionPlan): number => planProperties(plan).partitioning.partitionCount;
/** What is known of a plan's output rows. */
export const planStatistics = (plan: ExecutionPlan): Statistics =>
  derive(plan, statisticsCache, (node, inputs) => definitionOf(node).statistics(node, inputs));
/** What a node asks of each of its inputs. */
export const planRequirements = (plan: ExecutionPlan): readonly InputRequirement[] =>
  definitionOf(plan).requirements?.(plan) ?? planChildren(plan).map(() => anyInput);
/** One node as a line of EXPLAIN. */
export const displayNode = (plan: ExecutionPlan): string => definitionOf(plan).display(plan);

/** The plan as indented text, one node a line. */
export function displayPlan(plan: ExecutionPlan): string {
  const lines: string[] = [];
  const pending: [ExecutionPlan, number][] = [[plan, 0]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [node, depth] = next;
    lines.push(`${'  '.repeat(depth)}${displayNode(node)}`);
    const children = planChildren(node);
    for (let index = children.length - 1; index >= 0; index -= 1) pending.push([children[index]!, depth + 1]);
  }
  return lines.join('\n');
}
