import fc from 'fast-check';
import { binaryOperators } from '../../expr/operator.js';
import { jobId } from '../../ids.js';
import type { FileScanConfig } from '../../plan/file-format.js';
import { joinTypes } from '../../plan/join-type.js';
import { aggregateModes } from '../../plan/physical/aggregate-exec.js';
import type { ExecutionPlan } from '../../plan/physical/execution-plan.js';
import type { JoinFilter } from '../../plan/physical/join-common.js';
import type { Partitioning } from '../../plan/physical/partitioning.js';
import type {
  PhysicalAggregateExpr,
  PhysicalExpr,
  PhysicalSortExpr,
  PhysicalWindowExpr,
} from '../../plan/physical/physical-expr.js';
import { anyFormat, anyFrame, compact, count, optional, statisticsFor, tableSchema } from './arbitrary-plans.js';
import { anyLocation } from './arbitrary-shuffle.js';
import { anyField, anyName, anyScalar, anySchema, anyType, anyValue } from './arbitrary-types.js';

// Random physical plans, of the right shape. Columns stay inside four columns, so that filters can tell their width.

const uint32 = fc.nat(0xffffffff);
const column: fc.Arbitrary<PhysicalExpr> = fc.record({
  kind: fc.constant('Column' as const),
  name: anyName,
  index: fc.nat(3),
});

/** A physical expression of at most `depth` levels. */
export function anyPhysicalExpr(depth: number): fc.Arbitrary<PhysicalExpr> {
  const leaf: fc.Arbitrary<PhysicalExpr> = fc.oneof(
    column,
    anyScalar.map((value): PhysicalExpr => ({ kind: 'Literal', value })),
  );
  if (depth === 0) return leaf;
  const expr = anyPhysicalExpr(depth - 1);
  const exprs = fc.array(expr, { maxLength: 3 });
  const of = <K extends PhysicalExpr['kind']>(kind: K): fc.Arbitrary<K> => fc.constant(kind);
  return fc.oneof(
    leaf,
    fc.record({ kind: of('BinaryExpr'), left: expr, op: fc.constantFrom(...binaryOperators), right: expr }),
    fc
      .array(expr, { minLength: 3, maxLength: 5 })
      .map((operands) =>
        operands.reduce((left, right): PhysicalExpr => ({ kind: 'BinaryExpr', left, op: 'Or', right })),
      ),
    fc.record({
      kind: fc.constantFrom('Not' as const, 'Negative' as const, 'IsNull' as const, 'IsNotNull' as const),
      expr,
    }),
    fc
      .record({
        kind: of('Case'),
        expr: optional(expr),
        whenThen: fc.array(fc.record({ when: expr, then: expr }), { maxLength: 2 }),
        elseExpr: optional(expr),
      })
      .map(compact),
    fc.record({ kind: fc.constantFrom('Cast' as const, 'TryCast' as const), expr, type: anyType(1) }),
    fc.record({ kind: of('InList'), expr, list: exprs, negated: fc.boolean() }),
    fc
      .record({
        kind: of('Like'),
        expr,
        pattern: expr,
        negated: fc.boolean(),
        caseInsensitive: fc.boolean(),
        escapeChar: optional(fc.constantFrom('\\', '#')),
      })
      .map(compact),
    fc.record({
      kind: of('ScalarFunction'),
      name: fc.constantFrom('abs', 'date_part'),
      args: exprs,
      returnType: anyType(1),
      nullable: fc.boolean(),
    }),
  );
}

const expr = anyPhysicalExpr(1);
const exprs = fc.array(expr, { maxLength: 2 });
const sortKey: fc.Arbitrary<PhysicalSortExpr> = fc.record({ expr, asc: fc.boolean(), nullsFirst: fc.boolean() });
const sortKeys = fc.array(sortKey, { maxLength: 2 });
const hash = fc.record({ kind: fc.constant('hash' as const), exprs, partitionCount: fc.nat() });
export const anyPartitioning: fc.Arbitrary<Partitioning> = fc.oneof(
  hash,
  fc.record({ kind: fc.constantFrom('roundRobin' as const, 'unknown' as const), partitionCount: fc.nat() }),
);

const anyAggregate: fc.Arbitrary<PhysicalAggregateExpr> = fc
  .record({
    function: fc.constantFrom('sum', 'count'),
    args: exprs,
    distinct: fc.boolean(),
    ignoreNulls: fc.boolean(),
    orderBy: sortKeys,
    filter: optional(expr),
    name: anyName,
    field: anyField,
    stateFields: fc.array(anyField, { maxLength: 2 }),
  })
  .map(compact);

const anyWindow: fc.Arbitrary<PhysicalWindowExpr> = fc
  .record({
    function: fc.constantFrom('sum', 'row_number'),
    functionKind: fc.constantFrom('aggregate' as const, 'window' as const),
    args: exprs,
    partitionBy: exprs,
    orderBy: sortKeys,
    frame: anyFrame,
    ignoreNulls: fc.boolean(),
    distinct: fc.boolean(),
    filter: optional(expr),
    name: anyName,
    field: anyField,
  })
  .map(compact);

const anyConfig: fc.Arbitrary<FileScanConfig> = fc
  .tuple(tableSchema('f'), tableSchema('p', 2))
  .chain(([fileSchema, partitions]) => {
    const full = { fields: [...fileSchema.fields, ...partitions.fields] };
    const file = fc
      .record({
        path: fc.constantFrom('a/b.parquet', 'mit leer zeichen.csv'),
        size: fc.maxSafeNat(),
        lastModifiedNs: fc.bigInt({ min: 0n, max: 2n ** 63n }),
        partitionValues: fc.tuple(
          ...partitions.fields.map(({ type }) => anyValue(type).map((value) => ({ type, value }))),
        ),
        range: optional(fc.record({ start: fc.maxSafeNat(), end: fc.maxSafeNat() })),
        statistics: optional(statisticsFor(fileSchema)),
      })
      .map(compact);
    return fc
      .record({
        objectStoreUrl: fc.constantFrom('file:///', 's3://bucket/'),
        fileGroups: fc.array(fc.array(file, { maxLength: 2 }), { maxLength: 3 }),
        fileSchema: fc.constant(fileSchema),
        partitionColumns: fc.constant(partitions.fields),
        projection: optional(fc.subarray([...full.fields.keys()])),
        limit: optional(count),
        statistics: statisticsFor(full),
      })
      .map(compact);
  });

const joinFilter: fc.Arbitrary<JoinFilter> = fc.record({
  expr,
  columns: fc.constant([
    { side: 'left' as const, index: 2 },
    { side: 'right' as const, index: 0 },
  ]),
  schema: fc.tuple(anyField, anyField).map((fields) => ({ fields })),
});

const coalesce = fc.constantFrom(
  { upstreamPartitionCount: 3, groups: [[0, 1], [2]] },
  { upstreamPartitionCount: 1, groups: [[0]] },
);

/** Four columns, which is what the columns of expressions range over. */
const wideLeaf: fc.Arbitrary<ExecutionPlan> = fc.array(anyField, { minLength: 4, maxLength: 4 }).map((fields) => ({
  kind: 'PlaceholderRowExec',
  schema: { fields },
}));

/** A physical plan of at most `depth` levels. */
export function anyPhysicalPlan(depth: number): fc.Arbitrary<ExecutionPlan> {
  const of = <K extends ExecutionPlan['kind']>(kind: K): fc.Arbitrary<K> => fc.constant(kind);
  const shuffle = {
    stageId: uint32,
    schema: anySchema,
    partitioning: anyPartitioning,
    broadcast: fc.boolean(),
    upstreamPartitionCount: uint32,
    coalesce: optional(coalesce),
    ordering: sortKeys,
  };
  const leaf: fc.Arbitrary<ExecutionPlan> = fc.oneof(
    fc
      .record({ kind: of('FileScanExec'), format: anyFormat, config: anyConfig, predicate: optional(expr) })
      .map(compact),
    tableSchema('m').chain((schema) =>
      fc
        .record({
          kind: of('MemoryScanExec'),
          partitions: fc.array(fc.uint8Array({ maxLength: 5 }), { maxLength: 2 }),
          schema: fc.constant(schema),
          projection: optional(fc.subarray([...schema.fields.keys()])),
          fetch: optional(count),
          statistics: optional(statisticsFor(schema)),
        })
        .map(compact),
    ),
    fc.record({ kind: of('EmptyExec'), schema: anySchema, partitionCount: fc.integer({ min: 1, max: 9 }) }),
    fc.record({ kind: of('PlaceholderRowExec'), schema: anySchema }),
    fc.record({
      kind: of('ExplainExec'),
      rows: fc.array(
        fc.record({
          planType: fc.constantFrom(
            'logical_plan',
            'physical_plan after x',
            'logical_plan after a\nb',
            'distributed_plan',
          ),
          plan: fc.string(),
        }),
        { maxLength: 3 },
      ),
    }),
    fc.record({ kind: of('UnresolvedShuffleExec'), ...shuffle }).map(compact),
    fc
      .record({
        kind: of('ShuffleReaderExec'),
        ...shuffle,
        partitions: fc.array(fc.array(anyLocation, { maxLength: 2 }), { maxLength: 3 }),
      })
      .map(compact),
  );
  if (depth === 0) return leaf;
  const input = anyPhysicalPlan(depth - 1);
  const sides = { left: input, right: input };
  const join = {
    on: fc.array(fc.record({ left: expr, right: expr }), { maxLength: 2 }),
    filter: optional(joinFilter),
    joinType: fc.constantFrom(...joinTypes),
    projection: optional(fc.subarray([0, 1, 2])),
    nullEquality: fc.constantFrom('nullEqualsNothing' as const, 'nullEqualsNull' as const),
  };
  return fc.oneof(
    leaf,
    fc
      .record({
        kind: of('FilterExec'),
        predicate: expr,
        // Never all columns in order, which is how the wire says that there is no projection.
        projection: optional(fc.subarray([3, 1, 0], { maxLength: 3 })),
        defaultSelectivity: fc.nat(100),
        input: wideLeaf,
      })
      .map(compact),
    fc.record({ kind: of('AssertExec'), predicate: expr, message: fc.string(), input }),
    fc.record({
      kind: of('ProjectionExec'),
      exprs: fc.array(fc.record({ expr, name: anyName }), { maxLength: 3 }),
      input,
    }),
    fc.nat(2).chain((keys) =>
      fc
        .record({
          kind: of('AggregateExec'),
          mode: fc.constantFrom(...aggregateModes),
          groupBy: fc
            .record({
              exprs: fc.array(fc.record({ expr: column, name: anyName }), { minLength: keys, maxLength: keys }),
              groupingSets: optional(
                fc.array(fc.array(fc.boolean(), { minLength: keys, maxLength: keys }), { maxLength: 3 }),
              ),
            })
            .map(compact),
          aggregates: fc.array(anyAggregate, { maxLength: 2 }),
          inputSchema: anySchema,
          limit: optional(count),
          input: wideLeaf,
        })
        .map(compact),
    ),
    fc
      .record({
        kind: of('HashJoinExec'),
        ...sides,
        ...join,
        partitionMode: fc.constantFrom('collectLeft', 'partitioned', 'auto' as const),
        nullAware: fc.boolean(),
      })
      .map(compact),
    join.on.chain((on) =>
      fc
        .record({
          kind: of('SortMergeJoinExec'),
          ...sides,
          on: fc.constant(on),
          filter: join.filter,
          joinType: join.joinType,
          sortOptions: fc.array(fc.record({ asc: fc.boolean(), nullsFirst: fc.boolean() }), {
            minLength: on.length,
            maxLength: on.length,
          }),
          nullEquality: join.nullEquality,
          nullAware: fc.boolean(),
        })
        .map(compact),
    ),
    fc
      .record({
        kind: of('NestedLoopJoinExec'),
        ...sides,
        filter: join.filter,
        joinType: join.joinType,
        projection: join.projection,
      })
      .map(compact),
    fc.record({ kind: of('CrossJoinExec'), ...sides }),
    fc
      .record({
        kind: of('SortExec'),
        exprs: sortKeys,
        fetch: optional(count),
        preservePartitioning: fc.boolean(),
        input,
      })
      .map(compact),
    fc.record({ kind: of('SortPreservingMergeExec'), exprs: sortKeys, fetch: optional(count), input }).map(compact),
    fc.record({ kind: of('GlobalLimitExec'), skip: count, fetch: optional(count), input }).map(compact),
    fc.record({ kind: of('LocalLimitExec'), fetch: count, input }),
    fc.record({ kind: of('CoalesceBatchesExec'), targetBatchSize: uint32, fetch: optional(count), input }).map(compact),
    fc.record({ kind: of('CoalescePartitionsExec'), fetch: optional(count), input }).map(compact),
    fc.record({ kind: of('RepartitionExec'), partitioning: anyPartitioning, preserveOrder: fc.boolean(), input }),
    fc.record({
      kind: fc.constantFrom('UnionExec' as const, 'InterleaveExec' as const),
      inputs: fc.array(input, { minLength: 1, maxLength: 3 }),
    }),
    fc.record({ kind: of('WindowAggExec'), windowExprs: fc.array(anyWindow, { maxLength: 2 }), input }),
    fc.record({
      kind: of('UnnestExec'),
      input,
      schema: anySchema,
      listColumns: fc.array(fc.record({ index: uint32, depth: uint32 }), { maxLength: 2 }),
      structColumns: fc.array(uint32, { maxLength: 2 }),
      preserveNulls: fc.boolean(),
    }),
    fc.record({ kind: of('AnalyzeExec'), verbose: fc.boolean(), showStatistics: fc.boolean(), input }),
    fc.record({
      kind: of('FileSinkExec'),
      format: anyFormat,
      objectStoreUrl: fc.constantFrom('file:///', 's3://bucket/'),
      path: fc.constantFrom('out/', 'out.csv', ''),
      outputMode: fc.constantFrom('automatic', 'singleFile', 'directory' as const),
      insertMode: fc.constantFrom('append', 'overwrite', 'replace' as const),
      outputSchema: anySchema,
      partitionColumns: fc.array(anyField, { maxLength: 2 }),
      keepPartitionByColumns: fc.boolean(),
      input,
    }),
    fc.record({ kind: of('ShuffleWriterExec'), jobId: fc.constant(jobId('job-1')), stageId: uint32, input }),
    fc
      .record({
        kind: of('SortShuffleWriterExec'),
        jobId: fc.constant(jobId('job-1')),
        stageId: uint32,
        outputPartitioning: hash,
        batchSize: fc.nat(),
        memoryLimitPerTaskBytes: optional(fc.maxSafeNat()),
        input,
      })
      .map(compact),
  );
}
