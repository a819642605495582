import fc from 'fast-check';
import type { DFSchema } from '../../expr/df-schema.js';
import type { Expr, OuterReferenceExpr, SortExpr, Subquery } from '../../expr/expr.js';
import { binaryOperators } from '../../expr/operator.js';
import type { WindowFrame, WindowFrameBound } from '../../expr/window-frame.js';
import type { FileFormat } from '../../plan/file-format.js';
import { joinTypes } from '../../plan/join-type.js';
import type { LogicalPlan } from '../../plan/logical/logical-plan.js';
import type { TableSource } from '../../plan/logical/table-source.js';
import { absent, type Precision, type Statistics } from '../../plan/statistics.js';
import { Int64 } from '../../types/data-type.js';
import type { Schema } from '../../types/field.js';
import { scalar } from '../../types/scalar-value.js';
import {
  anyDFSchema,
  anyField,
  anyFlatType,
  anyName,
  anyScalar,
  anySchema,
  anyTableReference,
  anyType,
  anyValue,
  fieldOf,
} from './arbitrary-types.js';

// Random plans: of the right shape, not of the right meaning, since the wire does not ask for meaning.

type Compact<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Leaves out what is undefined, as optional properties want it. */
export const compact = <T extends object>(of: T): Compact<T> =>
  Object.fromEntries(Object.entries(of).filter(([, value]) => value !== undefined)) as Compact<T>;

export const optional = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(of, { nil: undefined });
export const count = fc.oneof(fc.nat(1000), fc.constantFrom(0, 4294967295, 4294967296, Number.MAX_SAFE_INTEGER));
const functionName = fc.constantFrom('abs', 'sum', 'row_number', 'date_trunc');

const bound: fc.Arbitrary<WindowFrameBound> = fc.oneof(
  fc.constantFrom<WindowFrameBound>({ kind: 'currentRow' }, { kind: 'preceding' }, { kind: 'following' }),
  fc.record({
    kind: fc.constantFrom('preceding' as const, 'following' as const),
    offset: fc.constant(scalar(Int64, 3n)),
  }),
);
export const anyFrame: fc.Arbitrary<WindowFrame> = fc.record({
  units: fc.constantFrom('rows', 'range', 'groups' as const),
  start: bound,
  end: bound,
});

const column: fc.Arbitrary<Expr> = fc
  .record({ kind: fc.constant('Column' as const), relation: optional(anyTableReference), name: anyName })
  .map(compact);

/** An expression of at most `depth` levels. */
export function anyExpr(depth: number): fc.Arbitrary<Expr> {
  const leaf: fc.Arbitrary<Expr> = fc.oneof(
    column,
    anyScalar.map((value): Expr => ({ kind: 'Literal', value })),
    fc.record({ kind: fc.constant('Wildcard' as const), qualifier: optional(anyTableReference) }).map(compact),
    fc
      .record({ id: fc.constantFrom('$1', '$name'), field: optional(anyField) })
      .map(
        ({ id, field }): Expr => compact({ kind: 'Placeholder', id, field: field && { ...field, name: id } }) as Expr,
      ),
    fc.record({ kind: fc.constant('LambdaVariable' as const), name: anyName, field: optional(anyField) }).map(compact),
    outerReference,
  );
  if (depth === 0) return leaf;
  const expr = anyExpr(depth - 1);
  const exprs = fc.array(expr, { maxLength: 3 });
  const sorts = fc.array(sortOf(expr), { maxLength: 2 });
  const subquery: fc.Arbitrary<Subquery> = fc.record({
    plan: anyPlan(Math.max(0, depth - 2)),
    outerReferences: fc.array(outerReference, { maxLength: 2 }),
  });
  const of = <K extends Expr['kind']>(kind: K): fc.Arbitrary<K> => fc.constant(kind);
  return fc.oneof(
    leaf,
    fc.record({ kind: of('Alias'), expr, relation: optional(anyTableReference), name: anyName }).map(compact),
    fc.record({ kind: of('BinaryExpr'), left: expr, op: fc.constantFrom(...binaryOperators), right: expr }),
    fc
      .tuple(fc.constantFrom('And', 'Or', 'Plus' as const), fc.array(expr, { minLength: 3, maxLength: 5 }))
      .map(([op, operands]) => operands.reduce((left, right): Expr => ({ kind: 'BinaryExpr', left, op, right }))),
    fc.record({
      kind: fc.constantFrom(
        'Not',
        'Negative',
        'IsNull',
        'IsNotNull',
        'IsTrue',
        'IsFalse',
        'IsUnknown',
        'IsNotTrue',
        'IsNotFalse',
        'IsNotUnknown',
        'Unnest' as const,
      ),
      expr,
    }),
    fc.record({ kind: of('Between'), expr, negated: fc.boolean(), low: expr, high: expr }),
    fc
      .record({
        kind: of('Like'),
        expr,
        pattern: expr,
        negated: fc.boolean(),
        caseInsensitive: fc.boolean(),
        escapeChar: optional(fc.constantFrom('\\', '!', 'ß')),
      })
      .map(compact),
    fc.record({ kind: of('SimilarTo'), expr, pattern: expr, negated: fc.boolean() }),
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
    fc.record({ kind: of('InSubquery'), expr, subquery, negated: fc.boolean() }),
    fc.record({ kind: of('Exists'), subquery, negated: fc.boolean() }),
    fc.record({ kind: of('ScalarSubquery'), subquery }),
    fc.record({
      kind: of('SetComparison'),
      expr,
      op: fc.constantFrom('Eq' as const, 'Lt' as const),
      quantifier: fc.constantFrom('any' as const, 'all' as const),
      subquery,
    }),
    fc.record({ kind: of('ScalarFunction'), name: functionName, args: exprs }),
    fc
      .record({ params: fc.array(anyName, { maxLength: 2 }), body: expr })
      .map(
        (lambda): Expr => ({ kind: 'ScalarFunction', name: 'array_transform', args: [{ kind: 'Lambda', ...lambda }] }),
      ),
    fc
      .record({
        kind: of('AggregateFunction'),
        name: functionName,
        args: exprs,
        distinct: fc.boolean(),
        filter: optional(expr),
        orderBy: sorts,
        nullTreatment: optional(fc.constantFrom('respectNulls' as const, 'ignoreNulls' as const)),
      })
      .map(compact),
    fc
      .record({
        kind: of('WindowFunction'),
        name: functionName,
        functionKind: fc.constantFrom('aggregate' as const, 'window' as const),
        args: exprs,
        partitionBy: exprs,
        orderBy: sorts,
        frame: anyFrame,
        nullTreatment: optional(fc.constantFrom('respectNulls' as const, 'ignoreNulls' as const)),
        distinct: fc.boolean(),
        filter: optional(expr),
      })
      .map(compact),
    fc.record({
      kind: of('GroupingSet'),
      form: of('groupingSets' as never),
      sets: fc.array(exprs, { maxLength: 3 }),
    }) as fc.Arbitrary<Expr>,
    fc
      .record({ form: fc.constantFrom('cube' as const, 'rollup' as const), set: exprs })
      .map(({ form, set }): Expr => ({ kind: 'GroupingSet', form, sets: [set] })),
  );
}

export const sortOf = (expr: fc.Arbitrary<Expr>): fc.Arbitrary<SortExpr> =>
  fc.record({ expr, asc: fc.boolean(), nullsFirst: fc.boolean() });

const outerReference: fc.Arbitrary<OuterReferenceExpr> = fc
  .record({
    kind: fc.constant('OuterReferenceColumn' as const),
    field: anyField,
    relation: optional(anyTableReference),
    name: anyName,
  })
  .map(compact);

export const precision = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<Precision<T>> =>
  fc.oneof(fc.constant(absent), fc.record({ kind: fc.constantFrom('exact' as const, 'inexact' as const), value }));

/** Statistics that fit a schema. */
export const statisticsFor = (schema: Schema): fc.Arbitrary<Statistics> =>
  fc.record({
    numRows: precision(fc.nat()),
    totalByteSize: precision(fc.nat()),
    columns: fc.tuple(
      ...schema.fields.map((one) =>
        fc.record({
          nullCount: precision(fc.nat()),
          min: precision(anyValue(one.type)),
          max: precision(anyValue(one.type)),
          distinctCount: precision(fc.nat()),
          byteSize: precision(fc.nat()),
        }),
      ),
    ),
  });

/** Columns with different names and types that have values. */
export const tableSchema = (prefix: string, maxLength = 3): fc.Arbitrary<Schema> =>
  fc
    .array(fieldOf(anyFlatType), { maxLength })
    .map((fields) => ({ fields: fields.map((one, index) => ({ ...one, name: `${prefix}${index}` })) }));

export const anyFormat: fc.Arbitrary<FileFormat> = fc.oneof(
  fc.record({
    kind: fc.constant('csv' as const),
    options: fc.constantFrom(
      new Map(),
      new Map([
        ['has_header', 'TRUE'],
        ['delimiter', '\\t'],
        ['compression', 'gzip'],
        ['acme.unknown', 'kept'],
      ]),
    ),
  }),
  fc.record({
    kind: fc.constant('parquet' as const),
    options: fc.constantFrom(
      new Map(),
      new Map([
        ['compression::a', 'snappy'],
        ['metadata::k', 'v'],
        ['pushdown_filters', 'true'],
      ]),
    ),
  }),
  fc.record({
    kind: fc.constantFrom('json' as const, 'arrow' as const, 'avro' as const),
    options: fc.constant(new Map()),
  }),
);

const anySource: fc.Arbitrary<TableSource> = fc.oneof(
  fc.record({
    kind: fc.constant('listing' as const),
    paths: fc.array(fc.webUrl(), { maxLength: 2 }),
    format: anyFormat,
    fileExtension: fc.constantFrom('.parquet', ''),
    fileSchema: tableSchema('f'),
    partitionColumns: tableSchema('p', 2).map((one) => one.fields),
    fileSortOrder: fc.array(fc.array(sortOf(column), { maxLength: 2 }), { maxLength: 2 }),
  }),
  tableSchema('m').chain((schema) =>
    fc
      .record({
        kind: fc.constant('memory' as const),
        schema: fc.constant(schema),
        partitions: fc.array(fc.uint8Array({ maxLength: 4 }), { maxLength: 2 }),
        statistics: optional(statisticsFor(schema)),
      })
      .map(compact),
  ),
  fc.record({ kind: fc.constant('cteWorkTable' as const), name: anyName, schema: tableSchema('c') }),
);

const width = (source: TableSource): number =>
  source.kind === 'listing'
    ? source.fileSchema.fields.length + source.partitionColumns.length
    : source.schema.fields.length;

const anyScan: fc.Arbitrary<LogicalPlan> = anySource.chain((source) =>
  fc
    .record({
      kind: fc.constant('TableScan' as const),
      tableName: anyTableReference,
      source: fc.constant(source),
      projection: optional(fc.subarray(Array.from({ length: width(source) }, (_, index) => index))),
      filters: fc.array(column, { maxLength: 2 }),
      fetch: optional(count),
    })
    .map(compact),
);

/** `width` columns under any name. */
const schemaOfWidth = (of: number): fc.Arbitrary<DFSchema> =>
  fc
    .array(anyField, { minLength: of, maxLength: of })
    .map((fields) => ({ fields: fields.map((field) => ({ field })) }));

/** A logical plan of at most `depth` levels. */
export function anyPlan(depth: number): fc.Arbitrary<LogicalPlan> {
  const of = <K extends LogicalPlan['kind']>(kind: K): fc.Arbitrary<K> => fc.constant(kind);
  const leaf: fc.Arbitrary<LogicalPlan> = fc.oneof(
    anyScan,
    fc.record({ kind: of('EmptyRelation'), produceOneRow: fc.boolean(), schema: anyDFSchema }),
  );
  if (depth === 0) return leaf;
  const input = anyPlan(depth - 1);
  const expr = anyExpr(Math.min(1, depth - 1));
  const exprs = fc.array(expr, { maxLength: 3 });
  const sorts = fc.array(sortOf(expr), { maxLength: 2 });
  return fc.oneof(
    leaf,
    exprs.chain((list) =>
      fc.record({ kind: of('Projection'), exprs: fc.constant(list), input, schema: schemaOfWidth(list.length) }),
    ),
    fc.record({ kind: of('Filter'), predicate: expr, input }),
    fc.record({ kind: of('Assert'), predicate: expr, message: fc.string(), input }),
    fc
      .tuple(
        exprs.map((list) => list.filter((one) => one.kind !== 'GroupingSet')),
        exprs,
      )
      .chain(([groupBy, aggregates]) =>
        fc.record({
          kind: of('Aggregate'),
          groupBy: fc.constant(groupBy),
          aggregates: fc.constant(aggregates),
          input,
          schema: schemaOfWidth(groupBy.length + aggregates.length),
        }),
      ),
    fc.record({ kind: of('Sort'), exprs: sorts, fetch: optional(count), input }).map(compact),
    fc
      .record({
        kind: of('Join'),
        left: input,
        right: input,
        on: fc.array(fc.record({ left: expr, right: expr }), { maxLength: 2 }),
        filter: optional(expr),
        joinType: fc.constantFrom(...joinTypes),
        constraint: fc.constantFrom('on' as const, 'using' as const),
        nullEquality: fc.constantFrom('nullEqualsNothing' as const, 'nullEqualsNull' as const),
        nullAware: fc.boolean(),
      })
      .map(compact),
    fc.record({ kind: of('Limit'), skip: count, fetch: optional(count), input }).map(compact),
    fc.record({ kind: of('Union'), inputs: fc.array(input, { minLength: 2, maxLength: 3 }), schema: anyDFSchema }),
    fc.record({ kind: of('Distinct'), input }),
    exprs.chain((select) =>
      fc.record({
        kind: of('DistinctOn'),
        on: exprs,
        select: fc.constant(select),
        sort: sorts,
        input,
        schema: schemaOfWidth(select.length),
      }),
    ),
    fc.record({ kind: of('SubqueryAlias'), alias: anyTableReference, input }),
    fc.integer({ min: 1, max: 3 }).chain((columns) =>
      fc.record({
        kind: of('Values'),
        rows: fc.array(fc.array(expr, { minLength: columns, maxLength: columns }), { maxLength: 2 }),
        schema: schemaOfWidth(columns),
      }),
    ),
    fc.record({ kind: of('Window'), windowExprs: exprs, input, schema: anyDFSchema }),
    fc.record({
      kind: of('Repartition'),
      partitioning: fc.oneof(
        fc.record({ kind: fc.constant('hash' as const), exprs, partitionCount: fc.nat() }),
        fc.record({ kind: fc.constant('roundRobin' as const), partitionCount: fc.nat() }),
      ),
      input,
    }),
    fc.record({
      kind: of('Unnest'),
      input: leaf,
      listColumns: fc.array(fc.record({ inputIndex: fc.nat(5), outputName: anyName, depth: fc.nat(3) }), {
        maxLength: 2,
      }),
      structColumns: fc.array(fc.nat(5), { maxLength: 2 }),
      dependencyIndices: fc.array(fc.nat(5), { maxLength: 2 }),
      preserveNulls: fc.boolean(),
      schema: anyDFSchema,
    }),
    fc.record({
      kind: of('RecursiveQuery'),
      name: anyName,
      staticTerm: input,
      recursiveTerm: input,
      isDistinct: fc.boolean(),
    }),
    fc
      .record({
        kind: of('Explain'),
        verbose: fc.boolean(),
        format: fc.constantFrom('indent', 'tree', 'pgjson', 'graphviz' as const),
        showStatistics: optional(fc.boolean()),
        input,
      })
      .map(compact),
    fc
      .record({
        kind: of('Analyze'),
        verbose: fc.boolean(),
        format: fc.constantFrom('indent', 'tree' as const),
        level: optional(fc.constantFrom('summary' as const, 'dev' as const)),
        categories: optional(fc.subarray(['rows', 'bytes', 'timing', 'uncategorized'] as const)),
        input,
      })
      .map(compact),
    fc.record({
      kind: of('CopyTo'),
      input,
      outputUrl: fc.webUrl(),
      format: anyFormat,
      partitionBy: fc.array(anyName, { maxLength: 2 }),
    }),
    fc.record({
      kind: of('Dml'),
      operation: fc.constantFrom(
        'insertAppend',
        'insertOverwrite',
        'insertReplace',
        'update',
        'delete',
        'ctas',
        'truncate' as const,
      ),
      tableName: anyTableReference,
      target: anySource,
      input,
    }),
    anyStatement(input, expr),
  );
}

function anyStatement(input: fc.Arbitrary<LogicalPlan>, expr: fc.Arbitrary<Expr>): fc.Arbitrary<LogicalPlan> {
  const of = <K extends LogicalPlan['kind']>(kind: K): fc.Arbitrary<K> => fc.constant(kind);
  const definition = optional(fc.string({ minLength: 1, maxLength: 5 }));
  return fc.oneof(
    fc
      .record({
        kind: of('CreateExternalTable'),
        name: anyTableReference,
        locations: fc.array(fc.webUrl(), { maxLength: 3 }),
        fileType: fc.constantFrom('PARQUET', 'CSV'),
        schema: anySchema,
        partitionColumns: fc.array(anyName, { maxLength: 2 }),
        ifNotExists: fc.boolean(),
        orReplace: fc.boolean(),
        temporary: fc.boolean(),
        unbounded: fc.boolean(),
        orders: fc.array(fc.array(sortOf(expr), { maxLength: 2 }), { maxLength: 2 }),
        options: fc.constant(new Map([['format.has_header', 'true']])),
        columnDefaults: expr.map((one) => new Map([['a', one]])),
        definition,
      })
      .map(compact),
    fc.record({
      kind: of('CreateMemoryTable'),
      name: anyTableReference,
      ifNotExists: fc.boolean(),
      orReplace: fc.boolean(),
      input,
    }),
    fc
      .record({
        kind: of('CreateView'),
        name: anyTableReference,
        orReplace: fc.boolean(),
        temporary: fc.boolean(),
        input,
        definition,
      })
      .map(compact),
    fc.record({
      kind: fc.constantFrom('DropTable' as const, 'DropView' as const),
      name: anyTableReference,
      ifExists: fc.boolean(),
    }),
    fc.record({ kind: of('CreateCatalog'), catalog: anyName, ifNotExists: fc.boolean() }),
    fc
      .record({
        kind: of('CreateCatalogSchema'),
        catalog: optional(anyName),
        schemaName: anyName,
        ifNotExists: fc.boolean(),
      })
      .map(compact),
    fc
      .record({
        kind: of('DropCatalogSchema'),
        catalog: optional(anyName),
        schemaName: anyName,
        ifExists: fc.boolean(),
        cascade: fc.boolean(),
      })
      .map(compact),
    fc.record({ kind: of('SetVariable'), variable: anyName, value: fc.string() }),
    fc.record({ kind: of('ResetVariable'), variable: anyName }),
    fc.record({ kind: of('Prepare'), name: anyName, parameters: fc.array(anyField, { maxLength: 2 }), input }),
    fc.record({ kind: of('Execute'), name: anyName, parameters: fc.array(expr, { maxLength: 2 }) }),
    fc.record({ kind: of('Deallocate'), name: anyName }),
    fc.record({ kind: fc.constantFrom('TransactionStart' as const, 'TransactionEnd' as const), commit: fc.boolean() }),
  );
}
