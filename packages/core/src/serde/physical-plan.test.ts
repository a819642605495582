import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BallistaError } from '../errors/ballista-error.js';
import { DecodeError, NotYetSupportedError } from '../errors/errors.js';
import * as ballista from '../gen/ballista_pb.js';
import * as df from '../gen/datafusion_pb.js';
import { jobId } from '../ids.js';
import type { ExecutionPlan } from '../plan/physical/execution-plan.js';
import type { PhysicalExtension } from '../plan/physical/extension-exec.js';
import type { PhysicalExpr } from '../plan/physical/physical-expr.js';
import { unknownStatistics } from '../plan/statistics.js';
import type { PhysicalExtensionCodec } from '../ports/codec.js';
import { Int64, Utf8 } from '../types/data-type.js';
import { field } from '../types/field.js';
import { scalar } from '../types/scalar-value.js';
import {
  decodePhysicalExpr,
  decodePhysicalPlan,
  encodePhysicalExpr,
  encodePhysicalPlan,
  partitioningFromProto,
  partitioningToProto,
  physicalPlanToProto,
} from './physical-plan.js';
import { anyCatalog } from './testing/any-catalog.js';
import { anyPartitioning, anyPhysicalExpr, anyPhysicalPlan } from './testing/arbitrary-physical.js';

const context = { functions: anyCatalog };
const roundTrip = (plan: ExecutionPlan): ExecutionPlan => decodePhysicalPlan(encodePhysicalPlan(plan), context);
type Init = Parameters<typeof create<typeof df.PhysicalPlanNodeSchema>>[1];
const decodeInit = (init: Init): ExecutionPlan =>
  decodePhysicalPlan(toBinary(df.PhysicalPlanNodeSchema, create(df.PhysicalPlanNodeSchema, init)), context);
const node = (plan: ExecutionPlan): df.PhysicalPlanNode =>
  fromBinary(df.PhysicalPlanNodeSchema, encodePhysicalPlan(plan));

const row: ExecutionPlan = { kind: 'PlaceholderRowExec', schema: { fields: [field('a', Int64), field('b', Utf8)] } };
const a: PhysicalExpr = { kind: 'Column', name: 'a', index: 0 };

describe('physical plans on the wire', () => {
  test('every expression comes back as it was', () => {
    fc.assert(
      fc.property(anyPhysicalExpr(3), (expr) => {
        expect(decodePhysicalExpr(encodePhysicalExpr(expr))).toEqual(expr);
      }),
      { numRuns: 200 },
    );
  });

  test('every plan comes back as it was', () => {
    fc.assert(
      fc.property(anyPhysicalPlan(2), (plan) => {
        expect(roundTrip(plan)).toEqual(plan);
      }),
      { numRuns: 400 },
    );
  });

  test('every partitioning comes back as it was', () => {
    fc.assert(
      fc.property(anyPartitioning, (partitioning) => {
        expect(partitioningFromProto(partitioningToProto(partitioning))).toEqual(partitioning);
      }),
    );
  });

  test('plans of the usual depth are also read by the standard reader', () => {
    fc.assert(
      fc.property(anyPhysicalPlan(2), (plan) => {
        const bytes = encodePhysicalPlan(plan);
        expect(toBinary(df.PhysicalPlanNodeSchema, fromBinary(df.PhysicalPlanNodeSchema, bytes)).length).toBe(
          bytes.length,
        );
      }),
      { numRuns: 50 },
    );
  });

  test('ten thousand terms are one list, and ten thousand levels no overflow', () => {
    let chain: PhysicalExpr = a;
    let right: PhysicalExpr = a;
    let nested: PhysicalExpr = a;
    let plan: ExecutionPlan = row;
    for (let level = 0; level < 10_000; level += 1) {
      nested = { kind: 'Case', whenThen: [{ when: a, then: nested }] };
      chain = { kind: 'BinaryExpr', left: chain, op: 'And', right: a };
      right = { kind: 'BinaryExpr', left: a, op: 'And', right };
      if (level < 5000) plan = { kind: 'LocalLimitExec', fetch: level, input: plan };
    }
    const count = (of: PhysicalExpr, side: 'left' | 'right'): number => {
      let depth = 0;
      for (let at = of; at.kind === 'BinaryExpr'; at = at[side]) depth += 1;
      return depth;
    };
    expect(count(decodePhysicalExpr(encodePhysicalExpr(chain), { limits: { maxDepth: 20 } }), 'left')).toBe(10_000);
    expect(count(decodePhysicalExpr(encodePhysicalExpr(right)), 'right')).toBe(10_000);
    const branches = decodePhysicalExpr(encodePhysicalExpr(nested));
    expect(branches.kind === 'Case' && branches.whenThen[0]?.then.kind).toBe('Case');
    let depth = 0;
    for (let at = roundTrip(plan); at.kind === 'LocalLimitExec'; at = at.input) depth += 1;
    expect(depth).toBe(5000);
    expect(() => decodePhysicalPlan(encodePhysicalPlan(plan), { ...context, limits: { maxDepth: 500 } })).toThrow(
      'plan is nested deeper than 500 levels',
    );
  });

  test('mutated plans give a plan or one of our errors', () => {
    const samples = fc.sample(anyPhysicalPlan(2), { numRuns: 60, seed: 11 }).map((plan) => encodePhysicalPlan(plan));
    fc.assert(
      fc.property(
        fc.constantFrom(...samples),
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 }),
        fc.option(fc.nat(), { freq: 4 }),
        (bytes, changes, cut) => {
          const mutated = cut === null ? bytes.slice() : bytes.slice(0, cut % bytes.length);
          for (const [at, byte] of changes) mutated[at % bytes.length] = byte;
          try {
            decodePhysicalPlan(mutated, context);
          } catch (error) {
            if (!(error instanceof BallistaError)) throw error;
          }
        },
      ),
      { numRuns: 3000 },
    );
  });
});

describe('how plans are written', () => {
  test('sort keys stand in sort arms, and no limit is -1', () => {
    const proto = physicalPlanToProto({
      kind: 'SortExec',
      exprs: [{ expr: a, asc: false, nullsFirst: true }],
      preservePartitioning: false,
      input: row,
    });
    expect(proto.PhysicalPlanType).toMatchObject({
      case: 'sort',
      value: { fetch: -1n, expr: [{ ExprType: { case: 'sort', value: { asc: false, nullsFirst: true } } }] },
    });
  });

  test('a filter without projection writes every column, a join one without columns a number that is none', () => {
    const filter = physicalPlanToProto({ kind: 'FilterExec', predicate: a, defaultSelectivity: 20, input: row });
    expect(filter.PhysicalPlanType).toMatchObject({ case: 'filter', value: { projection: [0, 1] } });
    const join = physicalPlanToProto({
      kind: 'NestedLoopJoinExec',
      left: row,
      right: row,
      joinType: 'inner',
      projection: [],
    });
    expect(join.PhysicalPlanType).toMatchObject({ case: 'nestedLoopJoin', value: { projection: [4294967295] } });
  });

  test('shuffle nodes are extension nodes with their inputs beside them', () => {
    const proto = physicalPlanToProto({ kind: 'ShuffleWriterExec', jobId: jobId('j'), stageId: 1, input: row });
    if (proto.PhysicalPlanType.case !== 'extension') throw new Error('unexpected arm');
    expect(proto.PhysicalPlanType.value.inputs).toHaveLength(1);
    const inner = fromBinary(ballista.BallistaPhysicalPlanNodeSchema, proto.PhysicalPlanType.value.node);
    expect(inner.PhysicalPlanType).toMatchObject({ case: 'shuffleWriter', value: { jobId: 'j', stageId: 1 } });
    expect(inner.PhysicalPlanType.case === 'shuffleWriter' && inner.PhysicalPlanType.value.input).toBeUndefined();
  });

  test('a limit beyond 32 bits keeps its value, and is the largest there is for those who read 32 bits', () => {
    const plan: ExecutionPlan = { kind: 'LocalLimitExec', fetch: 5_000_000_000, input: row };
    expect(roundTrip(plan)).toEqual(plan);
    expect(physicalPlanToProto(plan).PhysicalPlanType).toMatchObject({ value: { fetch: 4294967295 } });
  });

  test('a projection of a scan is a list of columns under their names', () => {
    const plan: ExecutionPlan = {
      kind: 'FileScanExec',
      format: { kind: 'csv', options: new Map([['delimiter', ';']]) },
      config: {
        objectStoreUrl: 'file:///',
        fileGroups: [[]],
        fileSchema: { fields: [field('a', Int64)] },
        partitionColumns: [field('p', Utf8)],
        projection: [1],
        statistics: unknownStatistics(2),
      },
    };
    expect(physicalPlanToProto(plan).PhysicalPlanType).toMatchObject({
      case: 'csvScan',
      value: {
        delimiter: ';',
        baseConf: {
          tablePartitionCols: ['p'],
          projection: [],
          projectionExprs: {
            projections: [{ alias: 'p', expr: { ExprType: { case: 'column', value: { name: 'p', index: 1 } } } }],
          },
          constraints: { constraints: [] },
          statistics: { numRows: { precisionInfo: 2 } },
        },
      },
    });
  });
});

describe('what other senders leave out', () => {
  const expr = (of: PhysicalExpr): df.PhysicalExprNode => fromBinary(df.PhysicalExprNodeSchema, encodePhysicalExpr(of));
  const schema = () => {
    const { PhysicalPlanType } = node(row);
    if (PhysicalPlanType.case !== 'placeholderRow') throw new Error('unexpected arm');
    return PhysicalPlanType.value.schema!;
  };

  test('types of aggregates are asked of the function', () => {
    const plan = decodeInit({
      PhysicalPlanType: {
        case: 'aggregate',
        value: {
          input: node(row),
          inputSchema: schema(),
          aggrExpr: [
            {
              ExprType: {
                case: 'aggregateExpr',
                value: { AggregateFunction: { case: 'userDefinedAggrFunction', value: 'SUM' }, expr: [expr(a)] },
              },
            },
          ],
          aggrExprName: ['sum(a)'],
          filterExpr: [{}],
        },
      },
    });
    expect(plan).toMatchObject({
      kind: 'AggregateExec',
      aggregates: [{ function: 'sum', field: field('sum(a)', Int64), stateFields: [field('sum(a)[state]', Int64)] }],
    });
  });

  test('types of window functions too', () => {
    const plan = decodeInit({
      PhysicalPlanType: {
        case: 'window',
        value: {
          input: node(row),
          windowExpr: [
            {
              windowFunction: { case: 'userDefinedWindowFunction', value: 'rank' },
              name: 'rank()',
              windowFrame: { startBound: { windowFrameBoundType: df.WindowFrameBoundType.PRECEDING } },
            },
          ],
          inputOrderMode: { case: 'sorted', value: {} },
        },
      },
    });
    expect(plan).toMatchObject({
      windowExprs: [
        {
          function: 'rank',
          field: field('rank()', Int64),
          frame: { start: { kind: 'preceding' }, end: { kind: 'currentRow' } },
        },
      ],
    });
  });

  test('binary expressions of two sides, cooperative nodes and limiting filters are understood', () => {
    const binary = create(df.PhysicalExprNodeSchema, {
      ExprType: { case: 'binaryExpr', value: { op: 'Eq', l: expr(a), r: expr(a) } },
    });
    expect(decodePhysicalExpr(toBinary(df.PhysicalExprNodeSchema, binary))).toEqual({
      kind: 'BinaryExpr',
      left: a,
      op: 'Eq',
      right: a,
    });
    expect(decodeInit({ PhysicalPlanType: { case: 'cooperative', value: { input: node(row) } } })).toEqual(row);
    const filter = decodeInit({
      PhysicalPlanType: { case: 'filter', value: { input: node(row), expr: binary, projection: [0, 1], fetch: 3 } },
    });
    expect(filter).toMatchObject({ kind: 'LocalLimitExec', fetch: 3, input: { kind: 'FilterExec' } });
    expect(filter.kind === 'LocalLimitExec' && 'projection' in filter.input).toBe(false);
  });

  test('an empty plan of no partitions has one', () => {
    expect(decodeInit({ PhysicalPlanType: { case: 'empty', value: { schema: schema() } } })).toMatchObject({
      partitionCount: 1,
    });
  });
});

describe('what is refused', () => {
  test.each<[string, Init, string]>([
    ['no arm', {}, 'datafusion.PhysicalPlanNode.PhysicalPlanType is not set'],
    [
      'a missing input',
      { PhysicalPlanType: { case: 'merge', value: {} } },
      'datafusion.CoalescePartitionsExecNode.input is missing',
    ],
    [
      'names that do not match their expressions',
      { PhysicalPlanType: { case: 'projection', value: { exprName: ['x'] } } },
      'datafusion.ProjectionExecNode has 1 names for 0 expressions',
    ],
    [
      'a union of nothing',
      { PhysicalPlanType: { case: 'union', value: {} } },
      'a union in a physical plan has no inputs',
    ],
    [
      "an extension that is not one of Ballista's",
      { PhysicalPlanType: { case: 'extension', value: { node: new Uint8Array(0) } } },
      "datafusion.PhysicalExtensionNode.node is not a node of Ballista's",
    ],
    [
      'a writer without input',
      {
        PhysicalPlanType: {
          case: 'extension',
          value: {
            node: toBinary(
              ballista.BallistaPhysicalPlanNodeSchema,
              create(ballista.BallistaPhysicalPlanNodeSchema, {
                PhysicalPlanType: { case: 'shuffleWriter', value: { jobId: 'j' } },
              }),
            ),
          },
        },
      },
      'ballista.protobuf.ShuffleWriterExecNode has 0 inputs instead of one',
    ],
  ])('%s', (_name, init, text) => {
    expect(() => decodeInit(init)).toThrow(new DecodeError(text));
  });

  test.each<[string, Init]>([
    ['symmetric joins', { PhysicalPlanType: { case: 'symmetricHashJoin', value: {} } }],
    [
      'chaos',
      {
        PhysicalPlanType: {
          case: 'extension',
          value: {
            node: toBinary(
              ballista.BallistaPhysicalPlanNodeSchema,
              create(ballista.BallistaPhysicalPlanNodeSchema, { PhysicalPlanType: { case: 'chaosExec', value: {} } }),
            ),
          },
        },
      },
    ],
  ])('%s, by name', (_name, init) => {
    expect(() => decodeInit(init)).toThrow(NotYetSupportedError);
  });

  test('a scan whose schema does not end in its partition columns, and one that reads beyond its columns', () => {
    const scan: ExecutionPlan = {
      kind: 'FileScanExec',
      format: { kind: 'json', options: new Map() },
      config: {
        objectStoreUrl: 'file:///',
        fileGroups: [[{ path: 'x', size: 1, lastModifiedNs: 0n, partitionValues: [scalar(Utf8, 'v')] }]],
        fileSchema: { fields: [field('a', Int64)] },
        partitionColumns: [field('p', Utf8)],
        projection: [0],
        statistics: unknownStatistics(2),
      },
    };
    const change = (edit: (conf: df.FileScanExecConf) => void): (() => unknown) => {
      const proto = node(scan);
      if (proto.PhysicalPlanType.case !== 'jsonScan') throw new Error('unexpected arm');
      edit(proto.PhysicalPlanType.value.baseConf!);
      return () => decodePhysicalPlan(toBinary(df.PhysicalPlanNodeSchema, proto), context);
    };
    expect(change(() => {})()).toEqual(scan);
    expect(change((conf) => conf.tablePartitionCols.push('q', 'r'))).toThrow('does not end in the partition columns');
    expect(change((conf) => conf.fileGroups[0]!.files[0]!.partitionValues.pop())).toThrow(
      'has 0 partition values for 1 columns',
    );
    expect(
      change((conf) => {
        conf.projectionExprs!.projections[0]!.expr!.ExprType = {
          case: 'column',
          value: create(df.PhysicalColumnSchema, { index: 9 }),
        };
      }),
    ).toThrow('a file scan asks for column 9 of 2');
    expect(change((conf) => conf.projection.push(1))).toThrow(NotYetSupportedError);
  });
});

describe('extensions', () => {
  const extension = (rate: number): PhysicalExtension => ({
    type: 'acme.sample',
    properties: ([input]) => input!,
    display: () => `Sample: ${rate}`,
  });
  const codec: PhysicalExtensionCodec = {
    encode: (of) => (of.type === 'acme.sample' ? Uint8Array.of(Number(of.display().slice(8))) : undefined),
    decode: (type, bytes) => (type === 'acme.sample' ? extension(bytes[0]!) : undefined),
  };
  const other: PhysicalExtensionCodec = { encode: () => undefined, decode: () => undefined };
  const plan: ExecutionPlan = { kind: 'ExtensionExec', extension: extension(7), inputs: [row] };

  test('travel through the codec that knows them', () => {
    const bytes = encodePhysicalPlan(plan, { physicalCodecs: [other, codec] });
    const back = decodePhysicalPlan(bytes, { ...context, physicalCodecs: [other, codec] });
    expect(back).toMatchObject({ kind: 'ExtensionExec', inputs: [row] });
    expect(back.kind === 'ExtensionExec' && back.extension.display()).toBe('Sample: 7');
  });

  test('without a codec the error names the type', () => {
    expect(() => encodePhysicalPlan(plan)).toThrow('register a physical codec for nodes of type acme.sample');
    const bytes = encodePhysicalPlan(plan, { physicalCodecs: [codec] });
    expect(() => decodePhysicalPlan(bytes, context)).toThrow('register a physical codec for nodes of type acme.sample');
  });
});
