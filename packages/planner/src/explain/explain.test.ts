import { expect, test } from 'vitest';
import { planSql, testConfig } from '../testing/plan-sql.js';
import { ruleCatalog as catalog } from '../testing/rule-catalog.js';

const rows = async (sql: string, config = testConfig) => {
  const { physical } = await planSql(sql, { catalog, config });
  if (physical.kind !== 'ExplainExec') throw new Error(physical.kind);
  return physical.rows;
};

test('VERBOSE shows the plan before, after each rule that changed it, and with statistics and schemas', async () => {
  const found = await rows('EXPLAIN VERBOSE SELECT x + 1 AS y FROM a WHERE 1 = 1 ORDER BY y');
  expect(found.map((row) => row.planType)).toEqual([
    'initial_logical_plan',
    'logical_plan after type_coercion',
    'logical_plan after simplify_expressions',
    'logical_plan after eliminate_filter',
    'logical_plan after optimize_projections',
    'logical_plan',
    'initial_physical_plan',
    'physical_plan after enforce_requirements',
    'physical_plan',
    'physical_plan_with_stats',
    'physical_plan_with_schema',
    'distributed_plan',
  ]);
  expect(found[0]!.plan).toContain('a.x + Int64(1) AS y');
  expect(found.find((row) => row.planType === 'physical_plan_with_stats')!.plan).toContain(
    'statistics=[Rows=Exact(1000000), Bytes=',
  );
  expect(found.find((row) => row.planType === 'physical_plan_with_schema')!.plan).toContain('schema=[y:Int64;N]');
});

test('statistics and schemas are shown when the session says so', async () => {
  const config = testConfig.set('datafusion.explain.show_statistics', true).set('datafusion.explain.show_schema', true);
  const [, physical] = await rows('EXPLAIN SELECT id FROM d', config);
  expect(physical!.plan).toMatch(
    /statistics=\[Rows=Exact\(5\).*Col\[0\]: Min=Exact\(1\) Max=Exact\(5\) Null=Exact\(0\) Distinct=Exact\(5\).*, schema=\[id:Int64\]$/,
  );
});

test('TREE draws the operators', async () => {
  const [tree] = await rows('EXPLAIN FORMAT TREE SELECT c.id FROM c CROSS JOIN (SELECT id FROM d WHERE id > 1) q');
  expect(tree).toMatchInlineSnapshot(`
    {
      "plan": "┌───────────────────────────┐
    │       ProjectionExec      │
    │    --------------------   │
    │     expr=[id@1 as id]     │
    └─────────────┬─────────────┘
    ┌─────────────┴─────────────┐
    │       CrossJoinExec       ├──────────────┐
    └─────────────┬─────────────┘              │
    ┌─────────────┴─────────────┐┌─────────────┴─────────────┐
    │         FilterExec        ││       DataSourceExec      │
    │    --------------------   ││    --------------------   │
    │          id@0 > 1         ││   file_groups={1 group:   │
    │                           ││ [[data/c/part-0.parquet]] │
    │                           ││    }, projection=[id],    │
    │                           ││     file_type=parquet     │
    └─────────────┬─────────────┘└───────────────────────────┘
    ┌─────────────┴─────────────┐
    │       DataSourceExec      │
    │    --------------------   │
    │   file_groups={1 group:   │
    │ [[data/d/part-0.parquet]] │
    │    }, projection=[id],    │
    │     file_type=parquet,    │
    │     predicate=id@0 > 1    │
    └───────────────────────────┘",
      "planType": "physical_plan",
    }
  `);
});

test('the session can ask for the drawing', async () => {
  const config = testConfig.set('datafusion.explain.format', 'tree');
  expect((await rows('EXPLAIN SELECT 1', config))[0]!.plan).toMatch(/^┌─+┐\n│ +ProjectionExec +│/);
});

test('a union draws its branches side by side', async () => {
  const [tree] = await rows('EXPLAIN FORMAT TREE SELECT 1 AS a UNION ALL SELECT 2 UNION ALL SELECT 3');
  expect(tree!.plan).toMatchInlineSnapshot(`
    "┌───────────────────────────┐
    │         UnionExec         ├──────────────┬────────────────────────────┐
    └─────────────┬─────────────┘              │                            │
    ┌─────────────┴─────────────┐┌─────────────┴─────────────┐┌─────────────┴─────────────┐
    │       ProjectionExec      ││       ProjectionExec      ││       ProjectionExec      │
    │    --------------------   ││    --------------------   ││    --------------------   │
    │       expr=[1 as a]       ││    expr=[2 as Int64(2)]   ││    expr=[3 as Int64(3)]   │
    └─────────────┬─────────────┘└─────────────┬─────────────┘└─────────────┬─────────────┘
    ┌─────────────┴─────────────┐┌─────────────┴─────────────┐┌─────────────┴─────────────┐
    │     PlaceholderRowExec    ││     PlaceholderRowExec    ││     PlaceholderRowExec    │
    └───────────────────────────┘└───────────────────────────┘└───────────────────────────┘"
  `);
});

test('other formats say that they are missing', async () => {
  await expect(rows('EXPLAIN FORMAT GRAPHVIZ SELECT 1')).rejects.toThrow(
    'EXPLAIN FORMAT GRAPHVIZ is not supported yet',
  );
});
