import {
  alias,
  binary,
  booleanLiteral,
  column,
  displayLogicalPlan,
  type Expr,
  type FilterPlan,
  int64Literal,
  type LogicalPlan,
  type TableScanPlan,
  tableReference,
} from '@ballista-ts/core';
import { checkDataDriven } from '@ballista-ts/testing';
import { describe, expect, test } from 'vitest';
import { aggregate } from '../logical-build.js';
import { createPlanner } from '../planner.js';
import { bindSql, testConfig, testNow } from '../testing/plan-sql.js';
import { ruleCatalog } from '../testing/rule-catalog.js';
import { testSource } from '../testing/test-catalog.js';

const planner = createPlanner();
const analyze = (plan: LogicalPlan): LogicalPlan =>
  planner.analyze(plan, planner.context({ config: testConfig, queryTimeNanos: testNow }));

test('types are made to fit as the cases say', async () => {
  await checkDataDriven(new URL('../testdata/analyzer/type_coercion.txt', import.meta.url), async (one) => {
    const run = async (): Promise<string> =>
      displayLogicalPlan(analyze(await bindSql(one.input, { catalog: ruleCatalog, functions: planner.functions })));
    if (one.command === 'analyze') return run();
    try {
      return `no error, but ${await run()}`;
    } catch (error) {
      return (error as Error).message;
    }
  });
});

describe('plans built by hand', () => {
  const scan: TableScanPlan = {
    kind: 'TableScan',
    tableName: tableReference('t'),
    source: testSource('t', { rows: 3, columns: { a: { type: { kind: 'Int64' } }, s: { type: { kind: 'Utf8' } } } }),
    filters: [],
  };
  const star: Expr = { kind: 'Wildcard' };
  const projected = (exprs: readonly Expr[]): LogicalPlan => ({
    kind: 'Projection',
    exprs,
    input: scan,
    schema: { fields: [] },
  });

  test('a star becomes the columns, a qualified one those of its table', () => {
    expect(displayLogicalPlan(analyze(projected([star, alias(column('a'), 'b')])))).toBe(
      'Projection: t.a, t.s, a AS b\n  TableScan: t',
    );
    const qualified: Expr = { kind: 'Wildcard', qualifier: tableReference('t') };
    expect(displayLogicalPlan(analyze(projected([qualified])))).toContain('t.a, t.s');
    const other: Expr = { kind: 'Wildcard', qualifier: tableReference('nope') };
    expect(() => analyze(projected([other]))).toThrow('Invalid qualifier nope');
  });

  test('count(*) written with a star counts rows', () => {
    const count: Expr = { kind: 'AggregateFunction', name: 'count', args: [star], distinct: false, orderBy: [] };
    const plan = { ...aggregate([], [{ ...count, args: [] }], scan, planner.functions), aggregates: [count] };
    expect(displayLogicalPlan(analyze(plan))).toContain('aggr=[[count(*)]]');
  });

  test('an aggregate in a filter is refused with what to do', () => {
    const sum: Expr = { kind: 'AggregateFunction', name: 'sum', args: [column('a')], distinct: false, orderBy: [] };
    const filter: FilterPlan = { kind: 'Filter', predicate: binary(sum, 'Gt', int64Literal(1)), input: scan };
    expect(() => analyze(filter)).toThrow('Aggregate functions are not allowed in WHERE; use HAVING or QUALIFY');
  });

  test('a condition that is always NULL is a boolean', () => {
    const filter: FilterPlan = {
      kind: 'Filter',
      predicate: { kind: 'Literal', value: { type: { kind: 'Null' }, value: null } },
      input: scan,
    };
    expect(analyze(filter)).toMatchObject({ predicate: booleanLiteral(null) });
  });

  test('the same grouping set twice is not supported, and says so', () => {
    const sets: Expr = { kind: 'GroupingSet', form: 'groupingSets', sets: [[column('a')], [column('a')]] };
    const plan = aggregate([sets], [], scan, planner.functions);
    expect(() => analyze(plan)).toThrow('the same grouping set twice in one GROUP BY is not supported yet');
  });
});
