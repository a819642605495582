import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BallistaError } from '../errors/ballista-error.js';
import { DecodeError, NotYetSupportedError, PlanError } from '../errors/errors.js';
import { binary, column, conjunction, int64Literal } from '../expr/build.js';
import type { Expr } from '../expr/expr.js';
import * as ballista from '../gen/ballista_pb.js';
import * as df from '../gen/datafusion_pb.js';
import type { LogicalExtension } from '../plan/logical/extension.js';
import type { LogicalPlan } from '../plan/logical/logical-plan.js';
import type { LogicalExtensionCodec } from '../ports/codec.js';
import { Int64, Utf8 } from '../types/data-type.js';
import { field } from '../types/field.js';
import { decodeExpr, decodeLogicalPlan, encodeExpr, encodeLogicalPlan } from './logical-plan.js';
import { anyCatalog } from './testing/any-catalog.js';
import { anyExpr, anyPlan } from './testing/arbitrary-plans.js';

const context = { functions: anyCatalog };
const roundTrip = (plan: LogicalPlan): LogicalPlan => decodeLogicalPlan(encodeLogicalPlan(plan), context);
const decodeInit = (init: Parameters<typeof create<typeof df.LogicalPlanNodeSchema>>[1]): LogicalPlan =>
  decodeLogicalPlan(toBinary(df.LogicalPlanNodeSchema, create(df.LogicalPlanNodeSchema, init)), context);

const empty: LogicalPlan = { kind: 'EmptyRelation', produceOneRow: true, schema: { fields: [] } };
const scan: LogicalPlan = {
  kind: 'TableScan',
  tableName: { table: 't' },
  source: { kind: 'memory', schema: { fields: [field('a', Int64), field('b', Utf8, false)] }, partitions: [] },
  filters: [],
};

describe('logical plans on the wire', () => {
  test('every expression comes back as it was', () => {
    fc.assert(
      fc.property(anyExpr(3), (expr) => {
        expect(decodeExpr(encodeExpr(expr), context)).toEqual(expr);
      }),
      { numRuns: 300 },
    );
  });

  test('every plan comes back as it was', () => {
    fc.assert(
      fc.property(anyPlan(3), (plan) => {
        expect(roundTrip(plan)).toEqual(plan);
      }),
      { numRuns: 300 },
    );
  });

  test('plans of the usual depth are also read by the standard reader', () => {
    fc.assert(
      fc.property(anyPlan(2), (plan) => {
        const bytes = encodeLogicalPlan(plan);
        expect(toBinary(df.LogicalPlanNodeSchema, fromBinary(df.LogicalPlanNodeSchema, bytes)).length).toBe(
          bytes.length,
        );
      }),
      { numRuns: 50 },
    );
  });

  test.each(['And', 'Or', 'Plus'] as const)('ten thousand terms of %s are one flat list on the wire', (op) => {
    let chain: Expr = int64Literal(0);
    for (let term = 1; term < 10_000; term += 1) chain = binary(chain, op, int64Literal(term));
    const bytes = encodeExpr(chain);
    expect(bytes.length).toBeLessThan(100_000);
    const back = decodeExpr(bytes, { ...context, limits: { maxDepth: 20 } });
    let terms = 1;
    for (let left = back; left.kind === 'BinaryExpr'; left = left.left) {
      expect(left.op).toBe(op);
      expect(left.right).toEqual(int64Literal(10_000 - terms));
      terms += 1;
    }
    expect(terms).toBe(10_000);
  });

  test('ten thousand terms nested to the right, NOTs and alternating operators do not overflow the stack', () => {
    let right: Expr = column('a');
    let nots: Expr = column('a');
    let mixed: Expr = column('a');
    for (let level = 0; level < 10_000; level += 1) {
      right = binary(column('b'), 'And', right);
      nots = { kind: 'Not', expr: nots };
      mixed = binary(mixed, level % 2 === 0 ? 'Plus' : 'Minus', column('b'));
    }
    for (const expr of [right, nots, mixed]) {
      let depth = 0;
      let at = decodeExpr(encodeExpr(expr), context);
      for (; at.kind !== 'Column'; depth += 1) {
        at =
          at.kind === 'Not'
            ? at.expr
            : (at as Extract<Expr, { kind: 'BinaryExpr' }>)[expr === right ? 'right' : 'left'];
      }
      expect(depth).toBe(10_000);
    }
  });

  test('a plan of five thousand levels comes back, and one beyond the limit says so on both sides', () => {
    const deep = (levels: number): LogicalPlan => {
      let plan: LogicalPlan = empty;
      for (let level = 0; level < levels; level += 1) plan = { kind: 'Limit', skip: level, input: plan };
      return plan;
    };
    let back = roundTrip(deep(5000));
    let depth = 0;
    for (; back.kind === 'Limit'; back = back.input) depth += 1;
    expect(depth).toBe(5000);
    expect(() => encodeLogicalPlan(deep(300), { limits: { maxDepth: 200 } })).toThrow(
      'plan is nested deeper than 200 levels',
    );
    expect(() => decodeLogicalPlan(encodeLogicalPlan(deep(300)), { ...context, limits: { maxDepth: 200 } })).toThrow(
      'plan is nested deeper than 200 levels',
    );
  });

  test('a plan larger than the limit fails where it is written', () => {
    const terms = Array.from({ length: 1000 }, (_, index) => int64Literal(index));
    const plan: LogicalPlan = { kind: 'Filter', predicate: conjunction(terms)!, input: empty };
    expect(() => encodeLogicalPlan(plan, { limits: { maxBytes: 1000 } })).toThrow('the limit is 1000 bytes');
  });

  test('mutated plans give a plan or one of our errors', () => {
    const samples = fc.sample(anyPlan(3), { numRuns: 40, seed: 7 }).map((plan) => encodeLogicalPlan(plan));
    fc.assert(
      fc.property(
        fc.constantFrom(...samples.filter((bytes) => bytes.length > 0)),
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 }),
        fc.option(fc.nat(), { freq: 4 }),
        (bytes, changes, cut) => {
          const mutated = cut === null ? bytes.slice() : bytes.slice(0, cut % bytes.length);
          for (const [at, byte] of changes) mutated[at % bytes.length] = byte;
          try {
            decodeLogicalPlan(mutated, context);
          } catch (error) {
            if (!(error instanceof BallistaError)) throw error;
          }
        },
      ),
      { numRuns: 3000 },
    );
  });
});

describe('what other senders leave out', () => {
  const node = (plan: LogicalPlan): df.LogicalPlanNode => fromBinary(df.LogicalPlanNodeSchema, encodeLogicalPlan(plan));
  const expr = (of: Expr): df.LogicalExprNode => fromBinary(df.LogicalExprNodeSchema, encodeExpr(of));

  test('the columns of a projection follow from its expressions', () => {
    const plan = decodeInit({
      LogicalPlanType: {
        case: 'projection',
        value: { input: node(scan), expr: [expr(column('b')), expr(binary(column('a'), 'Plus', int64Literal(1)))] },
      },
    });
    expect(plan).toMatchObject({
      kind: 'Projection',
      schema: {
        fields: [
          { qualifier: { table: 't' }, field: { name: 'b', type: Utf8, nullable: false } },
          { field: { name: 't.a + Int64(1)', type: Int64, nullable: true } },
        ].map((one, index) => (index === 1 ? { field: { type: Int64 } } : one)),
      },
    });
  });

  test('an alias on a projection is a subquery alias', () => {
    const plan = decodeInit({
      LogicalPlanType: {
        case: 'projection',
        value: { input: node(scan), expr: [expr(column('a'))], optionalAlias: { case: 'alias', value: 'x' } },
      },
    });
    expect(plan).toMatchObject({ kind: 'SubqueryAlias', alias: { table: 'x' }, input: { kind: 'Projection' } });
  });

  test('grouping sets make one nullable column per key and the grouping id', () => {
    const sets: Expr = { kind: 'GroupingSet', form: 'groupingSets', sets: [[column('a'), column('b')], [column('a')]] };
    const plan = decodeInit({
      LogicalPlanType: { case: 'aggregate', value: { input: node(scan), groupExpr: [expr(sets)] } },
    });
    expect(
      plan.kind === 'Aggregate' && plan.schema.fields.map(({ field: { name, nullable } }) => [name, nullable]),
    ).toEqual([
      ['a', true],
      ['b', true],
      ['__grouping_id', false],
    ]);
  });

  test('VALUES names its columns and finds their common type', () => {
    const plan = decodeInit({
      LogicalPlanType: {
        case: 'values',
        value: { nCols: 1n, valuesList: [expr(int64Literal(1)), expr(int64Literal(2))] },
      },
    });
    expect(plan.kind === 'Values' && plan.schema.fields.map((one) => one.field)).toEqual([field('column1', Int64)]);
  });

  test('a cross join node, a view scan and an empty table become what we have for them', () => {
    expect(
      decodeInit({ LogicalPlanType: { case: 'crossJoin', value: { left: node(scan), right: node(empty) } } }),
    ).toMatchObject({
      kind: 'Join',
      joinType: 'inner',
      on: [],
    });
    const tableName = { tableReferenceEnum: { case: 'bare' as const, value: { table: 'v' } } };
    const schema = {
      columns: ['a', 'b'].map((name) => ({
        name,
        arrowType: { arrowTypeEnum: { case: 'INT64' as const, value: {} } },
      })),
    };
    const view = decodeInit({
      LogicalPlanType: {
        case: 'viewScan',
        value: { tableName, input: node(scan), schema, projection: { columns: ['b'] } },
      },
    });
    expect(view).toMatchObject({
      kind: 'SubqueryAlias',
      alias: { table: 'v' },
      input: { kind: 'Projection', exprs: [{ kind: 'Column', name: 'b', relation: { table: 't' } }] },
    });
    expect(decodeInit({ LogicalPlanType: { case: 'emptyTableScan', value: { tableName, schema } } })).toMatchObject({
      kind: 'TableScan',
      source: { kind: 'memory', partitions: [] },
    });
  });

  test('a limit of the largest number is no limit, a negative sort fetch none', () => {
    expect(
      decodeInit({
        LogicalPlanType: { case: 'limit', value: { input: node(empty), fetch: 2n ** 63n - 1n, skip: -1n } },
      }),
    ).toEqual({
      kind: 'Limit',
      skip: 0,
      input: empty,
    });
    expect(decodeInit({ LogicalPlanType: { case: 'sort', value: { input: node(empty), fetch: -1n } } })).toEqual({
      kind: 'Sort',
      exprs: [],
      input: empty,
    });
  });

  test('functions resolve to their registered names, unknown ones are an error that names them', () => {
    const call = (funName: string) =>
      toBinary(
        df.LogicalExprNodeSchema,
        create(df.LogicalExprNodeSchema, { ExprType: { case: 'scalarUdfExpr', value: { funName } } }),
      );
    expect(decodeExpr(call('ABS'), context)).toEqual({ kind: 'ScalarFunction', name: 'abs', args: [] });
    expect(() => decodeExpr(call('unknown'), context)).toThrow(new PlanError("Invalid function 'unknown'"));
  });
});

describe('what is refused', () => {
  test.each<[string, Parameters<typeof decodeInit>[0], string]>([
    ['no arm', {}, 'datafusion.LogicalPlanNode.LogicalPlanType is not set'],
    [
      'a missing input',
      { LogicalPlanType: { case: 'distinct', value: {} } },
      'datafusion.DistinctNode.input is missing',
    ],
    [
      'a union of nothing',
      { LogicalPlanType: { case: 'union', value: {} } },
      'datafusion.UnionNode.inputs has 0 entries',
    ],
    [
      'VALUES that do not fill their rows',
      {
        LogicalPlanType: {
          case: 'values',
          value: { nCols: 2n, valuesList: [{ ExprType: { case: 'wildcard', value: {} } }] },
        },
      },
      'datafusion.ValuesNode has 1 values for rows of 2 columns',
    ],
    [
      'an unknown join type',
      {
        LogicalPlanType: {
          case: 'join',
          value: {
            left: { LogicalPlanType: { case: 'emptyRelation', value: {} } },
            right: { LogicalPlanType: { case: 'emptyRelation', value: {} } },
            joinType: 77 as never,
          },
        },
      },
      'datafusion.JoinNode.join_type has the unknown value 77',
    ],
  ])('%s', (_name, init, text) => {
    expect(() => decodeInit(init)).toThrow(new DecodeError(text));
  });

  test('an operator that nobody may send', () => {
    const bytes = toBinary(
      df.LogicalExprNodeSchema,
      create(df.LogicalExprNodeSchema, { ExprType: { case: 'binaryExpr', value: { op: 'HashArrow', operands: [] } } }),
    );
    expect(() => decodeExpr(bytes, context)).toThrow(
      'datafusion.BinaryExprNode.op is the unknown operator "HashArrow"',
    );
  });

  test('a function definition inside a plan', () => {
    const bytes = toBinary(
      df.LogicalExprNodeSchema,
      create(df.LogicalExprNodeSchema, {
        ExprType: { case: 'scalarUdfExpr', value: { funName: 'f', funDefinition: new Uint8Array(0) } },
      }),
    );
    expect(() => decodeExpr(bytes, context)).toThrow(NotYetSupportedError);
  });
});

describe('extensions', () => {
  const sample = (rate: number): LogicalExtension => ({
    type: 'acme.sample',
    schema: (inputs) => inputs[0]!,
    exprs: [],
    withExprs: () => sample(rate),
    display: () => `Sample: ${rate}`,
  });
  const codec: LogicalExtensionCodec = {
    encode: (extension) =>
      extension.type === 'acme.sample' ? new TextEncoder().encode(extension.display().slice(8)) : undefined,
    decode: (type, bytes) => (type === 'acme.sample' ? sample(Number(new TextDecoder().decode(bytes))) : undefined),
    encodeTable: (source) => (source.type === 'acme.table' ? Uint8Array.of(1, 2) : undefined),
    decodeTable: (type, bytes, schema) =>
      type === 'acme.table' && bytes.length === 2
        ? {
            kind: 'custom',
            type,
            schema,
            scan: () => {
              throw new Error('not planned here');
            },
          }
        : undefined,
  };
  const other: LogicalExtensionCodec = { encode: () => undefined, decode: () => undefined };
  const plan: LogicalPlan = { kind: 'Extension', extension: sample(0.5), inputs: [empty] };

  test('travel through the codec that knows them', () => {
    const bytes = encodeLogicalPlan(plan, { logicalCodecs: [other, codec] });
    const back = decodeLogicalPlan(bytes, { ...context, logicalCodecs: [other, codec] });
    expect(back).toMatchObject({ kind: 'Extension', extension: { type: 'acme.sample' }, inputs: [empty] });
    expect(back.kind === 'Extension' && back.extension.display()).toBe('Sample: 0.5');
  });

  test('custom tables too', () => {
    const custom: LogicalPlan = {
      ...scan,
      kind: 'TableScan',
      tableName: { table: 'c' },
      filters: [],
      source: codec.decodeTable!('acme.table', Uint8Array.of(1, 2), { fields: [field('a', Int64)] })!,
    };
    const bytes = encodeLogicalPlan(custom, { logicalCodecs: [codec] });
    expect(decodeLogicalPlan(bytes, { ...context, logicalCodecs: [other, codec] })).toMatchObject({
      source: { kind: 'custom', type: 'acme.table', schema: { fields: [field('a', Int64)] } },
    });
    expect(() => encodeLogicalPlan(custom)).toThrow(NotYetSupportedError);
  });

  test('without a codec the error names the type', () => {
    expect(() => encodeLogicalPlan(plan)).toThrow('register a logical codec for nodes of type acme.sample');
    const bytes = encodeLogicalPlan(plan, { logicalCodecs: [codec] });
    expect(() => decodeLogicalPlan(bytes, context)).toThrow('register a logical codec for nodes of type acme.sample');
  });

  test('a cache node and foreign bytes are refused', () => {
    const cache = toBinary(
      ballista.BallistaLogicalPlanNodeSchema,
      create(ballista.BallistaLogicalPlanNodeSchema, { LogicalPlanType: { case: 'cacheNode', value: {} } }),
    );
    expect(() => decodeInit({ LogicalPlanType: { case: 'extension', value: { node: cache } } })).toThrow(
      NotYetSupportedError,
    );
    expect(() => decodeInit({ LogicalPlanType: { case: 'extension', value: { node: new Uint8Array(0) } } })).toThrow(
      "datafusion.LogicalExtensionNode.node is not a node of Ballista's",
    );
  });
});
