import { type ExecutionPlan, InternalError, planPartitionCount, planProperties } from '@ballista-ts/core';
import { execute, type Operator, type OperatorRegistry } from '@ballista-ts/engine';

/** Which of a task's partitions one worker runs: those whose position leaves `index` when divided by `count`. */
export interface Share {
  readonly index: number;
  readonly count: number;
}

const type = 'ballista.partition_share';

/** A task's plan cut down to a share; undefined when the share is empty. */
export interface SharedPlan {
  readonly plan: ExecutionPlan;
  /** Of each partition that is left, its number in the stage's output. */
  readonly globalOutputPartitionIds: readonly number[];
}

/** Puts a node between the writer and its input that shows only some of the input's partitions. */
export function sharePlan(
  plan: ExecutionPlan,
  globalIds: readonly number[],
  { index, count }: Share,
): SharedPlan | undefined {
  if (plan.kind !== 'ShuffleWriterExec' && plan.kind !== 'SortShuffleWriterExec') {
    throw new InternalError(`the root of a task is a shuffle writer, not ${plan.kind}`);
  }
  const { input } = plan;
  const partitions: number[] = [];
  for (let partition = index; partition < planPartitionCount(input); partition += count) partitions.push(partition);
  if (partitions.length === 0) return undefined;
  const properties = planProperties(input);
  const share: ExecutionPlan = {
    kind: 'ExtensionExec',
    inputs: [input],
    extension: {
      type,
      // Of hash partitions some are missing here, but those that are left hold what they held.
      properties: () => ({
        ...properties,
        partitioning: { ...properties.partitioning, partitionCount: partitions.length },
      }),
      display: () => `PartitionShareExec: partitions=[${partitions.join(', ')}]`,
    },
  };
  shares.set(share.extension, partitions);
  return {
    plan: { ...plan, input: share },
    globalOutputPartitionIds: partitions.map((partition) => globalIds[partition] ?? partition),
  };
}

/** The positions behind a share node; the node's own interface has no room for them. */
const shares = new WeakMap<object, readonly number[]>();

const shareOperator: Operator = {
  kind: type,
  async *execute(plan, partition, context) {
    const partitions = plan.kind === 'ExtensionExec' ? shares.get(plan.extension) : undefined;
    if (plan.kind !== 'ExtensionExec' || partitions === undefined) throw new InternalError(`${plan.kind} is no share`);
    yield* execute(plan.inputs[0]!, partitions[partition]!, context);
  },
};

/** A registry that knows share nodes besides everything the other one knows. */
export const withShares = (operators: OperatorRegistry): OperatorRegistry => ({
  get: (plan) => (plan.kind === 'ExtensionExec' && plan.extension.type === type ? shareOperator : operators.get(plan)),
});
