import { displayLogicalPlan, Int64, logicalChildren, planExprs, visitLogical } from '@ballista-ts/core';
import { describe, expect, test } from 'vitest';
import { planSql } from './testing/plan-sql.js';
import { testCatalog } from './testing/test-catalog.js';

const catalog = testCatalog({
  t: { rows: 1000, columns: { a: { type: Int64 }, b: { type: Int64 } } },
  wide: {
    rows: 1000,
    columns: Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`c${index}`, { type: Int64 }])),
  },
});
const terms = 10_000;
const list = (make: (index: number) => string, separator: string): string =>
  Array.from({ length: terms }, (_, index) => make(index)).join(separator);

describe('large plans take neither stack nor quadratic time', () => {
  test.each([
    ['AND', `SELECT a FROM t WHERE ${list((i) => `a <> ${i}`, ' AND ')}`],
    ['OR of comparisons', `SELECT a FROM t WHERE ${list((i) => `a + ${i} > b`, ' OR ')}`],
    ['+ chain', `SELECT ${list((i) => (i % 2 === 0 ? 'a' : 'b'), ' + ')} AS s FROM t`],
    ['IN list', `SELECT a FROM t WHERE a IN (${list(String, ', ')})`],
    ['CASE', `SELECT CASE ${list((i) => `WHEN a = ${i} THEN b`, ' ')} END AS c FROM t`],
    ['VALUES', `SELECT * FROM (VALUES ${list((i) => `(${i})`, ', ')}) v(x)`],
  ])('10,000 terms of %s', async (_name, sql) => {
    const { stages } = await planSql(sql, { catalog });
    expect(stages.length).toBeGreaterThan(0);
  });

  test('10,000 ORs of one column become one list', async () => {
    const { logical } = await planSql(`SELECT a FROM t WHERE ${list((i) => `a = ${i}`, ' OR ')}`, { catalog });
    expect(planExprs(logical.kind === 'Filter' ? logical : logicalChildren(logical)[0]!)[0]).toMatchObject({
      kind: 'InList',
    });
  });

  test('a union of 1,000 branches is one node', async () => {
    const sql = Array.from({ length: 1000 }, (_, index) => `SELECT a FROM t WHERE b = ${index}`).join(' UNION ALL ');
    const { logical, stages } = await planSql(sql, { catalog });
    let unions = 0;
    visitLogical(logical, (node) => {
      if (node.kind === 'Union') unions += 1;
    });
    expect(unions).toBe(1);
    expect(stages.at(-1)!.partitionCount).toBe(1000);
  });

  test('2,000 columns are pruned to those that are used', async () => {
    const { logical } = await planSql('SELECT c5, c1999 FROM (SELECT * FROM wide WHERE c7 > 1) q', { catalog });
    expect(displayLogicalPlan(logical)).toContain('projection=[c5, c7, c1999]');
    const all = await planSql('SELECT * FROM wide w JOIN t ON w.c0 = t.a ORDER BY c3', { catalog });
    expect(all.stages).toHaveLength(1);
  });

  test('a plan of 4,000 nodes on top of each other', async () => {
    // The parser limits nesting, so deep plans come from programs.
    const { createPlanner } = await import('./planner.js');
    const { bindSql, testConfig, testNow } = await import('./testing/plan-sql.js');
    const { jobId } = await import('@ballista-ts/core');
    let plan = await bindSql('SELECT a, b FROM t', { catalog });
    for (let depth = 0; depth < 2000; depth += 1) {
      plan = {
        kind: 'Filter',
        predicate: { kind: 'IsNotNull', expr: { kind: 'Column', name: 'a' } },
        input: { kind: 'Limit', skip: 0, fetch: 5000 + depth, input: plan },
      };
    }
    const planned = createPlanner().plan(plan, { config: testConfig, jobId: jobId('deep'), queryTimeNanos: testNow });
    expect(planned.stages.length).toBeGreaterThan(0);
  });
});
