import { displayLogicalPlan, displayPlan, Int32, Int64, SessionConfig, Utf8 } from '@ballista-ts/core';
import { describe, expect, test } from 'vitest';
import { displayStages } from './explain/explain-rows.js';
import type { OptimizerRule } from './optimizer/optimize.js';
import { changed, unchanged } from './rule.js';
import { planSql } from './testing/plan-sql.js';
import { testCatalog } from './testing/test-catalog.js';

const MiB = 1_048_576;
const catalog = testCatalog({
  big: {
    rows: 10_000_000,
    files: [100 * MiB, 100 * MiB, 100 * MiB],
    columns: { k: { type: Int64, distinct: 1_000_000 }, g: { type: Int32, distinct: 10 }, s: { type: Utf8 } },
  },
  small: { rows: 1000, files: [20_000], columns: { k: { type: Int64, distinct: 1000 }, v: { type: Int32 } } },
});

/** Every level of the plan as text, under some settings. */
async function planned(sql: string, settings: Readonly<Record<string, string>>): Promise<string> {
  let config = SessionConfig.withBallista({ 'datafusion.execution.target_partitions': 4 });
  for (const [key, value] of Object.entries(settings)) config = config.setText(key, value);
  const { logical, physical, stages } = await planSql(sql, { catalog, config });
  return [displayLogicalPlan(logical), displayPlan(physical), displayStages(stages)].join('\n');
}

/** A setting, two values of it, and a query whose plan shows the difference. */
const cases: readonly (readonly [
  key: string,
  a: string,
  b: string,
  sql: string,
  more?: Readonly<Record<string, string>>,
])[] = [
  ['datafusion.optimizer.repartition_file_scans', 'true', 'false', 'SELECT k FROM big'],
  ['datafusion.optimizer.repartition_file_min_size', '1048576', '1073741824', 'SELECT k FROM big'],
  [
    'datafusion.optimizer.default_filter_selectivity',
    '20',
    '99',
    "SELECT * FROM big a JOIN big b ON a.k = b.k WHERE a.s LIKE '%x%'",
    { 'datafusion.optimizer.prefer_hash_join': 'true' },
  ],
  [
    'datafusion.optimizer.subset_repartition_threshold',
    '4',
    '0',
    'SELECT k, c, count(*) FROM (SELECT k, count(*) AS c FROM big GROUP BY k) GROUP BY k, c',
  ],
  [
    'datafusion.optimizer.join_reordering',
    'true',
    'false',
    'SELECT * FROM big JOIN small ON big.k = small.k',
    { 'datafusion.optimizer.prefer_hash_join': 'true' },
  ],
  ['datafusion.optimizer.prefer_hash_join', 'true', 'false', 'SELECT * FROM big JOIN small ON big.k = small.k'],
  [
    'datafusion.optimizer.prefer_existing_union',
    'true',
    'false',
    'SELECT g, count(*) FROM (SELECT k, g FROM big GROUP BY k, g UNION ALL SELECT k, g FROM big GROUP BY k, g) GROUP BY k, g',
  ],
  ['datafusion.optimizer.repartition_aggregations', 'true', 'false', 'SELECT g, count(*) FROM big GROUP BY g'],
  ['datafusion.optimizer.repartition_joins', 'true', 'false', 'SELECT * FROM big a JOIN big b ON a.k = b.k'],
  ['datafusion.optimizer.repartition_windows', 'true', 'false', 'SELECT sum(k) OVER (PARTITION BY g) FROM big'],
  ['datafusion.optimizer.repartition_sorts', 'true', 'false', 'SELECT k FROM big ORDER BY k'],
  ['datafusion.sql_parser.default_null_ordering', 'nulls_max', 'nulls_min', 'SELECT k FROM big ORDER BY k'],
];

describe('settings that planning acts on', () => {
  test.each(cases.map(([key, a, b, sql, more = {}]) => ({ key, a, b, sql, more })))(
    '$key: $a and $b plan differently',
    async ({ key, a, b, sql, more }) => {
      const first = await planned(sql, { ...more, [key]: a });
      const second = await planned(sql, { ...more, [key]: b });
      expect(second).not.toBe(first);
      expect(await planned(sql, { ...more, [key]: a })).toBe(first);
    },
  );

  const failing: OptimizerRule = {
    name: 'always_fails',
    applyOrder: 'topDown',
    rewrite: () => {
      throw new Error('this rule is broken');
    },
  };

  test('datafusion.optimizer.skip_failed_rules decides whether a broken rule fails the query', async () => {
    const plan = (skip: boolean) =>
      planSql('SELECT k FROM big', {
        catalog,
        optimizerRules: [failing],
        config: SessionConfig.withBallista({ 'datafusion.optimizer.skip_failed_rules': skip }),
      });
    await expect(plan(false)).rejects.toThrow('always_fails');
    expect((await plan(true)).logical.kind).toBe('Projection');
  });

  test('datafusion.optimizer.max_passes bounds how often the rules run', async () => {
    const runs = async (passes: number): Promise<number> => {
      let calls = 0;
      const counting: OptimizerRule = {
        name: 'never_content',
        applyOrder: 'topDown',
        rewrite: (plan) => {
          if (plan.kind !== 'Limit') return unchanged(plan);
          calls += 1;
          return changed({ ...plan, skip: plan.skip + 1 });
        },
      };
      await planSql('SELECT k FROM big LIMIT 100', {
        catalog,
        optimizerRules: [counting],
        config: SessionConfig.withBallista({ 'datafusion.optimizer.max_passes': passes }),
      });
      return calls;
    };
    expect(await runs(1)).toBeLessThan(await runs(3));
  });

  test('datafusion.sql_parser.support_varchar_with_length decides whether a length is accepted', async () => {
    const plan = (support: boolean) =>
      planSql('SELECT CAST(k AS VARCHAR(10)) FROM big', {
        catalog,
        config: SessionConfig.withBallista({ 'datafusion.sql_parser.support_varchar_with_length': support }),
      });
    expect((await plan(true)).logical.kind).toBe('Projection');
    await expect(plan(false)).rejects.toThrow(/varchar/i);
  });

  test('datafusion.explain.logical_plan_only and physical_plan_only leave rows of EXPLAIN out', async () => {
    const rows = async (key?: 'logical' | 'physical'): Promise<string[]> => {
      const { physical } = await planSql('EXPLAIN SELECT k FROM big', {
        catalog,
        config: SessionConfig.withBallista({
          'datafusion.explain.logical_plan_only': key === 'logical',
          'datafusion.explain.physical_plan_only': key === 'physical',
        }),
      });
      return physical.kind === 'ExplainExec' ? physical.rows.map((row) => row.planType) : [];
    };
    expect(await rows()).toEqual(['logical_plan', 'physical_plan', 'distributed_plan']);
    expect(await rows('logical')).toEqual(['logical_plan']);
    expect(await rows('physical')).not.toContain('logical_plan');
  });
});
