import { describe, expect, test } from 'vitest';
import { createPlanner } from '../../planner.js';
import { bindSql, testConfig, testNow } from '../../testing/plan-sql.js';
import { ruleCatalog } from '../../testing/rule-catalog.js';
import { tpchCatalog } from '../../testing/tpch-catalog.js';
import { estimatePlan } from './estimate-plan.js';

const planner = createPlanner();
async function rows(sql: string, catalog = ruleCatalog): Promise<number> {
  const ctx = planner.context({ config: testConfig, queryTimeNanos: testNow });
  const plan = planner.optimize(planner.analyze(await bindSql(sql, { catalog }), ctx), ctx);
  return Math.round(estimatePlan(plan, ctx).rows);
}

describe('how many rows are expected', () => {
  test.each([
    ['SELECT id FROM a', 1_000_000],
    ['SELECT id FROM a WHERE x = 5', 10_000],
    ['SELECT id FROM a WHERE x IN (1, 2, 3)', 30_000],
    ['SELECT id FROM a WHERE x <> 5', 990_000],
    ['SELECT id FROM a WHERE id <= 250000', 249_999],
    ['SELECT id FROM a WHERE id > 250000 AND id <= 500000', 250_000],
    ['SELECT id FROM a WHERE x = 500', 1],
    ['SELECT id FROM a WHERE x = 1 OR x = 2', 19_900],
    ["SELECT id FROM a WHERE name LIKE 'a%'", 50_000],
    ['SELECT id FROM a LIMIT 10', 10],
    ['SELECT x, count(*) AS n FROM a GROUP BY x', 100],
    ['SELECT x, bid, count(*) AS n FROM a GROUP BY x, bid', 1_000_000],
    ['SELECT count(*) AS n FROM a', 1],
    ['SELECT a.id FROM a JOIN b ON a.bid = b.id', 1_000_000],
    ['SELECT a.id FROM a JOIN b ON a.bid = b.id WHERE b.x = 5', 100_000],
    ['SELECT a.id FROM a LEFT JOIN b ON a.bid = b.id AND b.x = 5', 1_000_000],
    ['SELECT id FROM d WHERE id IN (SELECT did FROM c)', 5],
    ['SELECT a.id FROM a CROSS JOIN d', 5_000_000],
  ])('%s: %i', async (sql, expected) => {
    expect(await rows(sql)).toBe(expected);
  });

  test('a foreign key finds its row, also when its own values are sparse or made of two columns', async () => {
    const tpch = tpchCatalog(1);
    expect(await rows('SELECT 1 FROM lineitem, orders WHERE l_orderkey = o_orderkey', tpch)).toBe(6_001_215);
    const pair = 'SELECT 1 FROM lineitem, partsupp WHERE l_partkey = ps_partkey AND l_suppkey = ps_suppkey';
    expect(await rows(pair, tpch)).toBe(6_001_215);
  });
});
