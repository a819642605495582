import {
  absent,
  type ExecutionPlan,
  exact,
  hashPartitioning,
  type JobId,
  type Partitioning,
  PlanError,
  planChildren,
  planPartitionCount,
  planProperties,
  planSchema,
  type SessionConfig,
  type ShuffleWriterExec,
  type SortShuffleWriterExec,
  transformPlanDown,
  transformPlanUp,
  type UnionExec,
  type UnresolvedShuffleExec,
  unknownColumn,
  unknownPartitioning,
  visitPlan,
} from '@ballista-ts/core';
import { columnAt } from '../physical/swap-join.js';
import { ensureRequirements } from '../physical-optimizer/ensure-requirements.js';
import { hashKeys } from '../physical-optimizer/hash-keys.js';
import { planBroadcastJoins } from './broadcast-joins.js';
import { isCollapseStage } from './collapse-stage.js';
import { isSliceable } from './restrict-plan.js';
import type { Stage } from './stage.js';

export interface PlanStagesOptions {
  readonly jobId: JobId;
  readonly config: SessionConfig;
}

/**
 * Cuts a physical plan into stages, leaves first: where rows change partitions (a hash repartition), come together (a
 * coalesce, a merge, the collected side of a join), and where a union's branch cannot be split among its tasks. The last
 * stage gives the result.
 *
 * @throws PlanError when a null-aware anti join does not fit a single task, or a shuffle is neither hash nor round robin.
 */
export function planStages(plan: ExecutionPlan, { jobId, config }: PlanStagesOptions): Stage[] {
  const broadcast = planBroadcastJoins(plan, config);
  // Promoted joins no longer partition their output by the join keys; whoever relied on that gets its own repartition.
  const required = broadcast === plan ? plan : ensureRequirements(broadcast, config);
  const cutter = new StageCutter(jobId, config);
  return cutter.finish(transformPlanUp(prepare(required), (node) => cutter.visit(node)));
}

/** What must be seen from above before cutting from below: a collected side is cut as a broadcast, not as a coalesce. */
function prepare(plan: ExecutionPlan): ExecutionPlan {
  return transformPlanDown(plan, (node) => {
    if (node.kind === 'RepartitionExec' && node.partitioning.kind !== 'hash') return node.input;
    if (node.kind === 'EmptyExec' && node.partitionCount !== 1) return emptySource(node.schema, node.partitionCount);
    if (!isCollecting(node)) return node;
    return node.left.kind === 'CoalescePartitionsExec' && node.left.fetch === undefined
      ? { ...node, left: node.left.input }
      : node;
  });
}

/** Joins whose left side every task of the right side gets a copy of. */
const isCollecting = (
  node: ExecutionPlan,
): node is Extract<ExecutionPlan, { kind: 'HashJoinExec' | 'NestedLoopJoinExec' | 'CrossJoinExec' }> =>
  node.kind === 'NestedLoopJoinExec' ||
  node.kind === 'CrossJoinExec' ||
  (node.kind === 'HashJoinExec' && node.partitionMode === 'collectLeft');

/** An empty node has no partition count on the wire; a source of empty partitions has. */
const emptySource = (schema: ReturnType<typeof planSchema>, partitionCount: number): ExecutionPlan => ({
  kind: 'MemoryScanExec',
  partitions: Array.from({ length: partitionCount }, () => new Uint8Array(0)),
  schema,
  statistics: { numRows: exact(0), totalByteSize: absent, columns: schema.fields.map(() => unknownColumn) },
});

class StageCutter {
  readonly #stages: Omit<Stage, 'outputLinks'>[] = [];

  constructor(
    readonly jobId: JobId,
    readonly config: SessionConfig,
  ) {}

  /** Sees a node whose inputs have been cut already. */
  visit(node: ExecutionPlan): ExecutionPlan {
    switch (node.kind) {
      case 'RepartitionExec':
        return this.#cutByHash(node.input, node.partitioning);
      case 'CoalescePartitionsExec':
        if (planPartitionCount(node.input) === 1 && node.fetch === undefined) return node.input;
        return node.input.kind === 'UnresolvedShuffleExec' ? node : { ...node, input: this.#cut(node.input, false) };
      case 'SortPreservingMergeExec':
        return { ...node, input: this.#cut(node.input, false) };
      case 'HashJoinExec':
      case 'NestedLoopJoinExec':
      case 'CrossJoinExec':
        return isCollecting(node) ? this.#cutCollected(node) : node;
      case 'UnionExec':
        return this.#cutBranches(node);
      default:
        return node;
    }
  }

  /** The stages, once the root has been visited. */
  finish(root: ExecutionPlan): Stage[] {
    this.#addPassthrough(root);
    return this.#stages.map((stage) => ({
      ...stage,
      outputLinks: this.#stages.filter((other) => other.inputs.includes(stage.stageId)).map((other) => other.stageId),
    }));
  }

  /** A collected side is its own stage even when it is one partition: otherwise each task of the other side ran it again. */
  #cutCollected<J extends Extract<ExecutionPlan, { left: ExecutionPlan }>>(join: J): J {
    const { left, right } = join;
    if (planPartitionCount(right) === 1 && planPartitionCount(left) === 1) return join;
    return left.kind === 'UnresolvedShuffleExec'
      ? { ...join, left: { ...left, broadcast: true } }
      : { ...join, left: this.#cut(left, true) };
  }

  /**
   * A branch stays where a task that owns none of its partitions can be made to skip it. A branch that cannot be split would
   * run once per task of the union.
   */
  #cutBranches(union: UnionExec): UnionExec {
    const inputs = union.inputs.map((branch) =>
      branch.kind === 'UnresolvedShuffleExec' || (!holdsBroadcast(branch) && isSliceable(branch))
        ? branch
        : this.#cut(branch, false),
    );
    return inputs.every((input, index) => input === union.inputs[index]) ? union : { ...union, inputs };
  }

  #cut(input: ExecutionPlan, broadcast: boolean): UnresolvedShuffleExec {
    const { ordering, schema } = planProperties(input);
    const partitioning = spreadOf(input);
    const stageId = this.#addPassthrough(input);
    return {
      kind: 'UnresolvedShuffleExec',
      stageId,
      schema,
      partitioning,
      broadcast,
      upstreamPartitionCount: Math.max(partitioning.partitionCount, 1),
      ordering,
    };
  }

  #cutByHash(input: ExecutionPlan, partitioning: Partitioning): UnresolvedShuffleExec {
    if (partitioning.kind !== 'hash') {
      throw new PlanError(`unsupported shuffle output partitioning: ${partitioning.kind}`);
    }
    const stageId = this.#stages.length + 1;
    const plan: SortShuffleWriterExec = {
      kind: 'SortShuffleWriterExec',
      jobId: this.jobId,
      stageId,
      outputPartitioning: partitioning,
      batchSize: this.config.get('ballista.shuffle.sort_based.batch_size'),
      memoryLimitPerTaskBytes: this.config.get('ballista.shuffle.sort_based.memory_limit_per_task_bytes'),
      input,
    };
    this.#add(plan, partitioning.partitionCount);
    return {
      kind: 'UnresolvedShuffleExec',
      stageId,
      schema: planSchema(input),
      partitioning: hashPartitioning(partitioning.exprs, partitioning.partitionCount),
      broadcast: false,
      upstreamPartitionCount: partitioning.partitionCount,
      ordering: [],
    };
  }

  #addPassthrough(input: ExecutionPlan): number {
    const stageId = this.#stages.length + 1;
    const plan: ShuffleWriterExec = { kind: 'ShuffleWriterExec', jobId: this.jobId, stageId, input };
    this.#add(plan, Math.max(planPartitionCount(input), 1));
    return stageId;
  }

  #add(plan: Stage['plan'], outputPartitionCount: number): void {
    this.#stages.push({
      stageId: plan.stageId,
      plan,
      partitionCount: Math.max(planPartitionCount(plan.input), 1),
      outputPartitionCount,
      inputs: stageInputs(plan),
      collapse: isCollapseStage(plan),
    });
  }
}

/** How the rows of a passthrough stage are spread, in terms of its own columns. */
function spreadOf(plan: ExecutionPlan): Partitioning {
  const { fields } = planSchema(plan);
  const count = planPartitionCount(plan);
  const keys = hashKeys(plan);
  if (keys === undefined) return unknownPartitioning(count);
  return hashPartitioning(
    keys.map(([index]) => columnAt(fields[index!]!.name, index!)),
    count,
  );
}

/** Ids of the stages that a stage's plan reads, ascending. */
export function stageInputs(plan: ExecutionPlan): number[] {
  const found = new Set<number>();
  visitPlan(plan, (node) => {
    if (node.kind === 'UnresolvedShuffleExec' || node.kind === 'ShuffleReaderExec') found.add(node.stageId);
  });
  return [...found].sort((a, b) => a - b);
}

/** Whether every task that runs this plan reads some rows whole. */
function holdsBroadcast(plan: ExecutionPlan): boolean {
  let found = false;
  visitPlan(plan, (node) => {
    if (
      (node.kind === 'UnresolvedShuffleExec' && node.broadcast) ||
      (planChildren(node).length > 1 && isCollecting(node))
    )
      found = true;
    return !found;
  });
  return found;
}
