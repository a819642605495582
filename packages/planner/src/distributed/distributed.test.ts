import {
  type ExecutionPlan,
  exact,
  executorId,
  type HashJoinExec,
  Int64,
  type JoinType,
  jobId,
  type MemoryScanExec,
  type PartitionLocation,
  type PhysicalExpr,
  planPartitionCount,
  planSchema,
  SessionConfig,
  type Statistics,
  unknownColumn,
  visitPlan,
} from '@ballista-ts/core';
import { describe, expect, test } from 'vitest';
import { displayStages } from '../explain/explain-rows.js';
import { isCollapseStage } from './collapse-stage.js';
import { optimizeResolvedStage } from './optimize-resolved-stage.js';
import { planStages } from './plan-stages.js';
import { resolveStage, rollbackStage } from './resolve-stage.js';
import { restrictPlan } from './restrict-plan.js';
import type { Stage } from './stage.js';

const mebi = 1024 * 1024;
const config = SessionConfig.withBallista().override('datafusion.execution.target_partitions', 3);
const options = { jobId: jobId('j'), config };
const column = (name: string, index: number): PhysicalExpr => ({ kind: 'Column', name, index });
const bytes = (total: number | undefined): Statistics => ({
  numRows: total === undefined ? { kind: 'absent' } : exact(Math.max(Math.floor(total / 8), 1)),
  totalByteSize: total === undefined ? { kind: 'absent' } : exact(total),
  columns: [unknownColumn],
});
const scan = (name: string, partitions: number, total?: number): MemoryScanExec => ({
  kind: 'MemoryScanExec',
  partitions: Array.from({ length: partitions }, (_, index) => Uint8Array.of(index)),
  schema: { fields: [{ name, type: Int64, nullable: true }] },
  statistics: bytes(total),
});
const hash = (name: string, input: ExecutionPlan, partitionCount = 3): ExecutionPlan => ({
  kind: 'RepartitionExec',
  partitioning: { kind: 'hash', exprs: [column(name, 0)], partitionCount },
  preserveOrder: false,
  input,
});
const join = (joinType: JoinType, left: number | undefined, right: number | undefined): HashJoinExec => ({
  kind: 'HashJoinExec',
  left: hash('l', scan('l', 4, left)),
  right: hash('r', scan('r', 5, right)),
  on: [{ left: column('l', 0), right: column('r', 0) }],
  joinType,
  partitionMode: 'partitioned',
  nullEquality: 'nullEqualsNothing',
  nullAware: false,
});
const joinOf = (stages: readonly Stage[]): HashJoinExec => {
  let found: HashJoinExec | undefined;
  for (const stage of stages) {
    visitPlan(stage.plan, (node) => {
      if (node.kind === 'HashJoinExec') found = node;
    });
  }
  return found!;
};
const leaves = (plan: ExecutionPlan): string[] => {
  const found: string[] = [];
  visitPlan(plan, (node) => {
    if (node.kind === 'MemoryScanExec') found.push(node.partitions.map((one) => one[0]).join());
    if (node.kind === 'EmptyExec') found.push(`empty ${node.partitionCount}`);
  });
  return found;
};
const restrict = (plan: ExecutionPlan, partitions: readonly number[]): ExecutionPlan => restrictPlan(plan, partitions);

describe('cutting', () => {
  test('a plan without exchanges is one stage that writes its partitions', () => {
    const stages = planStages(scan('a', 4), options);
    expect(stages).toHaveLength(1);
    expect(stages[0]).toMatchObject({
      stageId: 1,
      partitionCount: 4,
      outputPartitionCount: 4,
      inputs: [],
      outputLinks: [],
    });
    expect(stages[0]!.plan.kind).toBe('ShuffleWriterExec');
  });

  test('a hash repartition becomes a sort shuffle of the stage below', () => {
    const stages = planStages(hash('a', scan('a', 4)), options);
    expect(displayStages(stages)).toMatchInlineSnapshot(`
      "Stage 1 (4 partitions):
      SortShuffleWriterExec: partitioning: Hash([a@0], 3)
        DataSourceExec: partitions=4, partition_sizes=[1, 1, 1, 1]

      Stage 2 (3 partitions, reads 1):
      ShuffleWriterExec: partitioning: None
        UnresolvedShuffleExec: stage=1, partitioning: Hash([a@0], 3)"
    `);
    expect(stages.map(({ inputs, outputLinks }) => [inputs, outputLinks])).toEqual([
      [[], [2]],
      [[1], []],
    ]);
    expect(stages[0]!.outputPartitionCount).toBe(3);
  });

  test('a round-robin repartition is left out', () => {
    const plan: ExecutionPlan = {
      kind: 'RepartitionExec',
      partitioning: { kind: 'roundRobin', partitionCount: 9 },
      preserveOrder: false,
      input: scan('a', 2),
    };
    expect(planStages(plan, options)[0]!.partitionCount).toBe(2);
  });

  test('a coalesce of one partition goes, and one right above a shuffle reads it without another stage', () => {
    expect(planStages({ kind: 'CoalescePartitionsExec', input: scan('a', 1) }, options)).toHaveLength(1);
    const stages = planStages({ kind: 'CoalescePartitionsExec', input: hash('a', scan('a', 2)) }, options);
    expect(stages.map((stage) => stage.partitionCount)).toEqual([2, 1]);
  });

  test('a merge reads runs whose order the writer kept', () => {
    const order = [{ expr: column('a', 0), asc: true, nullsFirst: false }];
    const sorted: ExecutionPlan = { kind: 'SortExec', exprs: order, preservePartitioning: true, input: scan('a', 2) };
    const [, last] = planStages({ kind: 'SortPreservingMergeExec', exprs: order, input: sorted }, options);
    expect(last!.collapse).toBe(true);
    expect(last!.plan.input).toMatchObject({ kind: 'SortPreservingMergeExec', input: { ordering: order } });
  });

  test('an empty node of several partitions becomes a source of empty partitions', () => {
    const [stage] = planStages({ kind: 'EmptyExec', schema: planSchema(scan('a', 1)), partitionCount: 3 }, options);
    expect(stage!.partitionCount).toBe(3);
    expect(stage!.plan.input.kind).toBe('MemoryScanExec');
  });

  test('a branch of a union that cannot be split is a stage of its own, the others stay', () => {
    const total: ExecutionPlan = { kind: 'CoalescePartitionsExec', input: scan('b', 4) };
    const stages = planStages({ kind: 'UnionExec', inputs: [scan('a', 4), total] }, options);
    expect(displayStages(stages)).toMatchInlineSnapshot(`
      "Stage 1 (4 partitions):
      ShuffleWriterExec: partitioning: None
        DataSourceExec: partitions=4, partition_sizes=[1, 1, 1, 1]

      Stage 2 (1 partition, one task, reads 1):
      ShuffleWriterExec: partitioning: None
        CoalescePartitionsExec
          UnresolvedShuffleExec: stage=1, partitioning: UnknownPartitioning(4)

      Stage 3 (5 partitions, reads 2):
      ShuffleWriterExec: partitioning: None
        UnionExec
          DataSourceExec: partitions=4, partition_sizes=[1, 1, 1, 1]
          UnresolvedShuffleExec: stage=2, partitioning: UnknownPartitioning(1)"
    `);
    expect(planStages({ kind: 'UnionExec', inputs: [scan('a', 4), scan('b', 1)] }, options)).toHaveLength(1);
  });
});

describe('broadcast joins', () => {
  test.each(['inner', 'right', 'rightSemi', 'rightAnti', 'rightMark'] as const)(
    'the small left side of a %s join is broadcast, and no side is shuffled',
    (type) => {
      const stages = planStages(join(type, 10 * mebi, 1024 * mebi), options);
      expect(joinOf(stages)).toMatchObject({ partitionMode: 'collectLeft', joinType: type, left: { broadcast: true } });
      expect(stages.map((stage) => stage.plan.kind)).toEqual(['ShuffleWriterExec', 'ShuffleWriterExec']);
      expect(stages[1]!.partitionCount).toBe(5);
    },
  );

  test.each(['left', 'full', 'leftSemi', 'leftAnti'] as const)(
    'the small left side of a %s join is not: it emits rows of that side by itself',
    (type) => {
      expect(joinOf(planStages(join(type, 10 * mebi, 1024 * mebi), options)).partitionMode).toBe('partitioned');
    },
  );

  test('the small right side of a left join is broadcast after a swap, columns in their old order', () => {
    const plan = join('left', 1024 * mebi, 10 * mebi);
    const stages = planStages(plan, options);
    expect(joinOf(stages)).toMatchObject({ joinType: 'right', partitionMode: 'collectLeft' });
    const names = (of: ExecutionPlan): string[] => planSchema(of).fields.map((field) => field.name);
    expect(names(stages.at(-1)!.plan)).toEqual(names(plan));
  });

  test('a side of exactly the threshold is not broadcast, one byte less is', () => {
    expect(joinOf(planStages(join('inner', 128 * mebi, 1024 * mebi), options)).partitionMode).toBe('partitioned');
    expect(joinOf(planStages(join('inner', 128 * mebi - 1, 1024 * mebi), options)).partitionMode).toBe('collectLeft');
  });

  test('unknown sizes and a threshold of 0 broadcast nothing', () => {
    expect(joinOf(planStages(join('inner', undefined, undefined), options)).partitionMode).toBe('partitioned');
    const never = config.set('ballista.optimizer.broadcast_join_threshold_bytes', 0);
    expect(joinOf(planStages(join('inner', 10, 1024 * mebi), { ...options, config: never })).partitionMode).toBe(
      'partitioned',
    );
  });

  test('a collected side that is too large is partitioned after all', () => {
    const collected: HashJoinExec = {
      ...join('inner', 200 * mebi, 1024 * mebi),
      partitionMode: 'collectLeft',
      left: { kind: 'CoalescePartitionsExec', input: scan('l', 4, 200 * mebi) },
      right: scan('r', 5, 1024 * mebi),
    };
    const stages = planStages(collected, options);
    expect(joinOf(stages).partitionMode).toBe('partitioned');
    expect(stages.map((stage) => stage.plan.kind)).toEqual([
      'SortShuffleWriterExec',
      'SortShuffleWriterExec',
      'ShuffleWriterExec',
    ]);
  });

  test('a sort-merge join is left alone', () => {
    const { partitionMode: _mode, ...rest } = join('inner', 10, 20 * mebi);
    const sortMerge: ExecutionPlan = {
      ...rest,
      kind: 'SortMergeJoinExec',
      sortOptions: [{ asc: true, nullsFirst: false }],
    };
    expect(planStages(sortMerge, options)).toHaveLength(3);
  });

  test('a parent that relied on the shuffle of a promoted join gets one of its own', () => {
    const aggregate: ExecutionPlan = {
      kind: 'AggregateExec',
      mode: 'singlePartitioned',
      groupBy: { exprs: [{ expr: column('l', 0), name: 'l' }] },
      aggregates: [],
      inputSchema: planSchema(join('inner', 1, 1)),
      input: join('inner', 10 * mebi, 1024 * mebi),
    };
    const stages = planStages(aggregate, options);
    expect(stages.map((stage) => stage.plan.kind)).toEqual([
      'ShuffleWriterExec',
      'SortShuffleWriterExec',
      'ShuffleWriterExec',
    ]);
  });

  test('a null-aware anti join runs in one task, or fails when its build side does not fit', () => {
    const nullAware: HashJoinExec = {
      ...join('leftAnti', mebi, 1024 * mebi),
      partitionMode: 'collectLeft',
      nullAware: true,
    };
    const collected = { ...nullAware, left: scan('l', 4, mebi), right: scan('r', 5, mebi) };
    expect(planStages(collected, options).at(-1)!.partitionCount).toBe(1);
    expect(() => planStages({ ...collected, left: scan('l', 4, 128 * mebi) }, options)).toThrow(
      'Null-aware anti join requires single-task execution, but its build side does not fit ballista.optimizer.broadcast_join_threshold_bytes (134217728 bytes)',
    );
    const never = config.set('ballista.optimizer.broadcast_join_threshold_bytes', 0);
    expect(() => planStages(collected, { ...options, config: never })).toThrow('(0 bytes)');
  });
});

const location = (stageId: number, partitionId: number, task: number): PartitionLocation => ({
  mapPartitionId: task,
  partitionId: { jobId: jobId('j'), stageId, partitionId },
  executor: { id: executorId('e'), host: 'h', port: 1, grpcPort: 2, vcores: 4 },
  stats: { numRows: 1, numBytes: 8 },
  layout: 'sort',
});

describe('resolving', () => {
  const stages = planStages(hash('a', scan('a', 4)), options);
  const locations = new Map([[1, [[location(1, 0, 0), location(1, 0, 1)], [], [location(1, 2, 1)]]]]);

  test('a reader has a partition per shuffle partition, empty ones too', () => {
    const plan = resolveStage(stages[1]!.plan, locations);
    expect(plan.input).toMatchObject({ kind: 'ShuffleReaderExec', partitions: [[{}, {}], [], [{}]] });
    expect(planPartitionCount(plan)).toBe(3);
  });

  test('a broadcast reader has everything in one partition', () => {
    const [, last] = planStages(join('inner', 10 * mebi, 1024 * mebi), options);
    const built = new Map([[1, [[location(1, 0, 0)], [location(1, 1, 0)]]]]);
    const resolved = resolveStage(last!.plan, built);
    visitPlan(resolved, (node) => {
      if (node.kind === 'ShuffleReaderExec') expect(node.partitions.map((one) => one.length)).toEqual([2]);
    });
  });

  test('a coalesced reader has a partition per group', () => {
    const { plan } = stages[1]!;
    const coalesced = {
      ...plan,
      input: { ...plan.input, coalesce: { upstreamPartitionCount: 3, groups: [[0, 1], [2]] } },
    } as typeof plan;
    const resolved = resolveStage(coalesced, locations);
    expect(planPartitionCount(resolved)).toBe(2);
    expect(rollbackStage(resolved)).toEqual(coalesced);
  });

  test('rolling back gives the plan from before', () => {
    expect(rollbackStage(resolveStage(stages[1]!.plan, locations))).toEqual(stages[1]!.plan);
  });

  test('missing and surplus outputs are errors that name the stage', () => {
    expect(() => resolveStage(stages[1]!.plan, new Map())).toThrow('cannot resolve a reader of stage 1');
    expect(() => resolveStage(stages[1]!.plan, new Map([[1, [[], [], [], []]]]))).toThrow('stage 1 wrote 4 partitions');
  });
});

describe('sizes known at last', () => {
  const sized = (stageId: number, rows: number): PartitionLocation[][] => [
    [{ ...location(stageId, 0, 0), stats: { numRows: rows, numBytes: rows * 8 } }],
  ];
  const stages = planStages(join('left', undefined, undefined), options);
  const last = stages.at(-1)!;
  const resolved = (left: number, right: number): ExecutionPlan =>
    optimizeResolvedStage(
      resolveStage(
        last.plan,
        new Map([
          [1, sized(1, left)],
          [2, sized(2, right)],
        ]),
      ),
    );
  const joinIn = (plan: ExecutionPlan): HashJoinExec => joinOf([{ ...last, plan: plan as Stage['plan'] }]);

  test('a partitioned join builds the side that turned out smaller', () => {
    expect(joinIn(resolved(5, 10)).joinType).toBe('left');
    const swapped = resolved(10, 5);
    expect(joinIn(swapped).joinType).toBe('right');
    expect(planSchema(swapped)).toEqual(planSchema(last.plan));
    expect(planPartitionCount(swapped)).toBe(3);
  });

  test('a collected side stays, as the number of tasks would change', () => {
    const [, probe] = planStages(join('inner', 10 * mebi, 1024 * mebi), options);
    const plan = optimizeResolvedStage(resolveStage(probe!.plan, new Map([[1, sized(1, 1_000_000_000)]])));
    expect(joinIn(plan)).toMatchObject({ partitionMode: 'collectLeft', joinType: 'inner' });
    expect(planPartitionCount(plan)).toBe(5);
  });
});

describe('slicing', () => {
  test('leaves hold the owned partitions in the order of the list', () => {
    expect(leaves(restrict(scan('a', 4), [2, 0]))).toEqual(['2,0']);
  });

  test('a task that owns everything gets the plan itself', () => {
    const plan = scan('a', 3);
    expect(restrict(plan, [0, 1, 2])).toBe(plan);
  });

  test('each branch of a union gets its own share, possibly none', () => {
    const union: ExecutionPlan = { kind: 'UnionExec', inputs: [scan('a', 2), scan('b', 3), scan('c', 1)] };
    expect(leaves(restrict(union, [1, 3, 4]))).toEqual(['1', '1,2', '']);
  });

  test('what feeds a collected side stays whole', () => {
    const cross: ExecutionPlan = { kind: 'CrossJoinExec', left: scan('l', 1), right: scan('r', 4) };
    expect(leaves(restrict(cross, [3]))).toEqual(['0', '3']);
  });

  test('both sides of a partitioned join give the same partitions', () => {
    const plan = { ...join('inner', 1, 1), left: scan('l', 4), right: scan('r', 4) };
    expect(leaves(restrict(plan, [1, 2]))).toEqual(['1,2', '1,2']);
  });

  test('below a coalesce nothing is sliced', () => {
    const union: ExecutionPlan = {
      kind: 'UnionExec',
      inputs: [{ kind: 'CoalescePartitionsExec', input: scan('a', 4) }, scan('b', 2)],
    };
    expect(leaves(restrict(union, [0, 2]))).toEqual(['0,1,2,3', '1']);
  });

  test('partitions that are not there are refused', () => {
    expect(() => restrict(scan('a', 2), [2])).toThrow('partition 2 of a stage that has 2');
    expect(() => restrict(scan('a', 2), [-1])).toThrow('partition -1');
  });

  test('a source of an application is asked to slice itself, and refused when it cannot', () => {
    const extension = {
      type: 'acme.source',
      properties: () => ({
        schema: { fields: [] },
        partitioning: { kind: 'unknown' as const, partitionCount: 3 },
        ordering: [],
      }),
      display: () => 'acme',
    };
    const node: ExecutionPlan = { kind: 'ExtensionExec', extension, inputs: [] };
    expect(() => restrict(node, [1])).toThrow('the node acme.source cannot run in a distributed query');
    const seen: (readonly number[])[] = [];
    const slice = (partitions: readonly number[]) => {
      seen.push(partitions);
      return extension;
    };
    restrict({ ...node, extension: { ...extension, slice } }, [1]);
    expect(seen).toEqual([[1]]);
  });
});

describe('collapse stages', () => {
  test('one partition anywhere on the chain makes a stage one task', () => {
    const order = [{ expr: column('a', 0), asc: true, nullsFirst: false }];
    const merge: ExecutionPlan = { kind: 'SortPreservingMergeExec', exprs: order, input: scan('a', 16) };
    expect(isCollapseStage({ kind: 'ShuffleWriterExec', jobId: jobId('j'), stageId: 1, input: merge })).toBe(true);
    expect(isCollapseStage({ kind: 'ShuffleWriterExec', jobId: jobId('j'), stageId: 1, input: scan('a', 16) })).toBe(
      false,
    );
  });

  test('a join ends the chain', () => {
    const cross: ExecutionPlan = { kind: 'CrossJoinExec', left: scan('l', 1), right: scan('r', 4) };
    expect(isCollapseStage({ kind: 'ShuffleWriterExec', jobId: jobId('j'), stageId: 1, input: cross })).toBe(false);
  });
});
