import {
  column,
  displayLogicalPlan,
  type Expr,
  type ExtensionPlan,
  jobId,
  type LogicalExtension,
  SessionConfig,
  unknownPartitioning,
} from '@ballista-ts/core';
import { describe, expect, test } from 'vitest';
import {
  changed,
  createPlanner,
  defaultOptimizerRules,
  defaultPhysicalOptimizerRules,
  insertAfter,
  insertBefore,
  isOrderSensitive,
  type OptimizerRule,
  unchanged,
  without,
} from './index.js';
import { aggregate } from './logical-build.js';
import { bindSql, planSql, testConfig, testNow } from './testing/plan-sql.js';
import { ruleCatalog as catalog } from './testing/rule-catalog.js';

/** The example of the documentation: a sort right under an aggregate goes, unless the aggregate depends on the order. */
const removeSortUnderAggregate: OptimizerRule = {
  name: 'remove_sort_under_aggregate',
  applyOrder: 'topDown',
  rewrite(plan, _ctx) {
    if (plan.kind !== 'Aggregate' || plan.input.kind !== 'Sort') return unchanged(plan);
    if (plan.input.fetch !== undefined || plan.aggregates.some(isOrderSensitive)) return unchanged(plan);
    return changed({ ...plan, input: plan.input.input });
  },
};
const options = { config: testConfig, jobId: jobId('test'), queryTimeNanos: testNow };
const explain = async (sql: string, config = testConfig): Promise<Record<string, string>> => {
  const { physical } = await planSql(`EXPLAIN ${sql}`, { catalog, config });
  if (physical.kind !== 'ExplainExec') throw new Error(physical.kind);
  return Object.fromEntries(physical.rows.map((row) => [row.planType, row.plan]));
};

describe('rules of an application', () => {
  test('a rule can stand anywhere in the list, and rules can be left out', () => {
    const names = (rules: readonly OptimizerRule[]): string[] => rules.map((rule) => rule.name);
    const added = insertAfter(defaultOptimizerRules, 'push_down_filter', removeSortUnderAggregate);
    const at = names(added).indexOf('push_down_filter');
    expect(names(added)[at + 1]).toBe('remove_sort_under_aggregate');
    expect(names(insertBefore(defaultOptimizerRules, 'push_down_filter', removeSortUnderAggregate))[at]).toBe(
      'remove_sort_under_aggregate',
    );
    expect(names(without(defaultOptimizerRules, 'push_down_filter'))).not.toContain('push_down_filter');
    expect(() => without(defaultOptimizerRules, 'nope')).toThrow(
      'there is no rule nope; the list has eliminate_nested_union',
    );
  });

  test('a rule fires, and stands aside for an aggregate that depends on the order', async () => {
    const optimizerRules = insertAfter(defaultOptimizerRules, 'push_down_filter', removeSortUnderAggregate);
    const planner = createPlanner({ optimizerRules });
    const sorted = await bindSql('SELECT x FROM a ORDER BY x', { catalog });
    const over = (name: string): string => {
      const call: Expr = { kind: 'AggregateFunction', name, args: [column('x')], distinct: false, orderBy: [] };
      const ctx = planner.context(options);
      return displayLogicalPlan(planner.optimize(aggregate([], [call], sorted, planner.functions), ctx));
    };
    expect(over('sum')).not.toContain('Sort');
    expect(over('array_agg')).toContain('Sort');
  });

  const plan = async (rule: OptimizerRule, config = testConfig) =>
    planSql('SELECT id FROM a', { catalog, config, optimizerRules: [rule] });

  test('a rule that changes columns is caught, by name', async () => {
    const bad: OptimizerRule = {
      name: 'drops_everything',
      rewrite: () => changed({ kind: 'EmptyRelation', produceOneRow: false, schema: { fields: [] } }),
    };
    await expect(plan(bad)).rejects.toThrow(
      'rule drops_everything changed the columns of the plan: 1 columns became 0',
    );
  });

  test('a rule that fails is named, or left out when the session says so', async () => {
    const bad: OptimizerRule = {
      name: 'always_fails',
      rewrite() {
        throw new Error('boom');
      },
    };
    await expect(plan(bad)).rejects.toThrow('rule always_fails failed: boom');
    const lenient = testConfig.set('datafusion.optimizer.skip_failed_rules', true);
    await expect(plan(bad, lenient)).resolves.toMatchObject({ logical: { kind: 'Projection' } });
  });

  test('a rule that says unchanged() about another plan is caught', async () => {
    const bad: OptimizerRule = { name: 'liar', rewrite: (of) => ({ plan: { ...of }, changed: false }) };
    await expect(plan(bad)).rejects.toThrow('rule liar says unchanged() but gives another plan');
  });

  test('a physical rule that breaks what an operator needs is caught at the end', async () => {
    const physicalOptimizerRules = insertBefore(defaultPhysicalOptimizerRules, 'sanity_check', {
      name: 'drops_coalesce',
      applyOrder: 'bottomUp',
      rewrite: (of) => (of.kind === 'RepartitionExec' ? changed(of.input) : unchanged(of)),
    });
    await expect(
      planSql('SELECT bid, count(*) FROM a GROUP BY bid', { catalog, physicalOptimizerRules }),
    ).rejects.toThrow(/sanity_check failed: AggregateExec: mode=FinalPartitioned.* needs rows spread by its keys/);
  });
});

describe('nodes of an application', () => {
  const extension: LogicalExtension = {
    type: 'acme.sample',
    schema: ([input]) => input!,
    exprs: [],
    withExprs: () => extension,
    display: () => 'Sample',
  };
  const node = async (): Promise<ExtensionPlan> => ({
    kind: 'Extension',
    extension,
    inputs: [await bindSql('SELECT id FROM a', { catalog })],
  });

  test('are planned by a planner of the application, filters and columns staying above', async () => {
    const planner = createPlanner({
      extensionPlanners: [
        {
          planExtension: (of, inputs) => ({
            kind: 'ExtensionExec',
            extension: {
              type: of.extension.type,
              properties: ([input]) => ({ ...input!, partitioning: unknownPartitioning(7), ordering: [] }),
              display: () => 'SampleExec',
            },
            inputs,
          }),
        },
      ],
    });
    const { stages } = planner.plan(await node(), options);
    expect(stages[0]!.partitionCount).toBe(7);
  });

  test('without one the error says what is missing', async () => {
    expect(() =>
      createPlanner().plan(
        {
          kind: 'Repartition',
          partitioning: { kind: 'roundRobin', partitionCount: 2 },
          input: {
            kind: 'Extension',
            extension,
            inputs: [{ kind: 'EmptyRelation', produceOneRow: true, schema: { fields: [] } }],
          },
        },
        options,
      ),
    ).toThrow(
      'no extension planner knows the logical node acme.sample; pass one to createPlanner({ extensionPlanners })',
    );
  });
});

describe('EXPLAIN', () => {
  test('shows the plan of each level, stages included', async () => {
    const rows = await explain('SELECT bid, count(*) AS n FROM a WHERE x > 5 GROUP BY bid ORDER BY n LIMIT 3');
    expect(Object.keys(rows)).toEqual(['logical_plan', 'physical_plan', 'distributed_plan']);
    expect(rows['logical_plan']).toMatch(/^Limit: skip=0, fetch=3\n {2}Sort: n ASC NULLS LAST, fetch=3\n/);
    expect(rows['physical_plan']).toMatch(/^SortPreservingMergeExec: \[n@1 ASC NULLS LAST\], fetch=3\n/);
    expect(rows['distributed_plan']).toMatch(/^Stage 1 \(4 partitions\):\nSortShuffleWriterExec/);
  });

  test('shows one plan only when the session says so', async () => {
    const logical = testConfig.set('datafusion.explain.logical_plan_only', true);
    expect(Object.keys(await explain('SELECT 1', logical))).toEqual(['logical_plan']);
    const physical = testConfig.set('datafusion.explain.physical_plan_only', true);
    expect(Object.keys(await explain('SELECT 1', physical))).toEqual(['physical_plan', 'distributed_plan']);
  });

  test('outside a Ballista session there are no stages', async () => {
    const plain = SessionConfig.plain().override('datafusion.execution.target_partitions', 2);
    expect(Object.keys(await explain('SELECT 1', plain))).toEqual(['logical_plan', 'physical_plan']);
  });
});

describe('settings that change plans', () => {
  const sql = 'SELECT a.bid, count(*) AS n FROM a JOIN b ON a.bid = b.id GROUP BY a.bid ORDER BY n';
  const physical = async (config: SessionConfig, of = sql): Promise<string> =>
    (await explain(of, config))['physical_plan']!;
  const set = (key: Parameters<SessionConfig['setText']>[0], value: string, base = testConfig): SessionConfig =>
    base.setText(key, value);
  const hash = set('datafusion.optimizer.prefer_hash_join', 'true');

  test.each([
    ['datafusion.optimizer.prefer_hash_join', 'true', /HashJoinExec/, /SortMergeJoinExec/],
    ['datafusion.optimizer.repartition_joins', 'false', /mode=Single,/, /RepartitionExec/],
    ['datafusion.optimizer.repartition_file_scans', 'false', /file_groups=\{1 group/, /file_groups=\{4 groups/],
    [
      'datafusion.optimizer.repartition_sorts',
      'false',
      /SortExec: .*preserve_partitioning=\[false\]/,
      /SortPreservingMergeExec/,
    ],
    ['datafusion.optimizer.repartition_file_min_size', '500000000', /file_groups=\{1 group/, /file_groups=\{4 groups/],
  ])('%s', async (key, value, when, otherwise) => {
    const on = await physical(set(key, value));
    const off = await physical(testConfig);
    expect(on).toMatch(when);
    expect(off).toMatch(otherwise);
    expect(on).not.toBe(off);
  });

  test('datafusion.optimizer.repartition_aggregations', async () => {
    const of = 'SELECT x, count(*) AS n FROM a GROUP BY x';
    expect(await physical(testConfig, of)).toContain('RepartitionExec');
    expect(await physical(set('datafusion.optimizer.repartition_aggregations', 'false'), of)).not.toContain(
      'RepartitionExec',
    );
  });

  test('datafusion.optimizer.repartition_windows', async () => {
    const of = 'SELECT sum(x) OVER (PARTITION BY bid) AS s FROM a';
    expect(await physical(testConfig, of)).toContain('RepartitionExec');
    expect(await physical(set('datafusion.optimizer.repartition_windows', 'false'), of)).not.toContain(
      'RepartitionExec',
    );
  });

  test('datafusion.optimizer.subset_repartition_threshold', async () => {
    const of =
      'SELECT bid, x, max(s) AS n FROM (SELECT bid, x, sum(id) OVER (PARTITION BY bid) AS s FROM a) q GROUP BY bid, x';
    const count = async (config: SessionConfig): Promise<number> =>
      [...(await physical(config, of)).matchAll(/RepartitionExec/g)].length;
    expect(await count(testConfig)).toBe(1);
    expect(await count(set('datafusion.optimizer.subset_repartition_threshold', '0'))).toBe(2);
    expect(await count(set('datafusion.optimizer.subset_repartition_threshold', '5'))).toBe(2);
  });

  test('datafusion.optimizer.prefer_existing_union', async () => {
    const of =
      'SELECT x, count(*) AS n FROM (SELECT DISTINCT x, bid FROM a UNION ALL SELECT DISTINCT x, id FROM a) q GROUP BY x, bid';
    expect(await physical(testConfig, of)).toContain('InterleaveExec');
    expect(await physical(set('datafusion.optimizer.prefer_existing_union', 'true'), of)).not.toContain(
      'InterleaveExec',
    );
  });

  test('datafusion.optimizer.join_reordering and the thresholds of collected sides', async () => {
    const of = 'SELECT a.id FROM a JOIN b ON a.bid = b.id';
    expect(await physical(hash, of)).toMatch(/mode=CollectLeft, join_type=Inner, on=\[\(id@0, bid@1\)\]/);
    const kept = set('datafusion.optimizer.join_reordering', 'false', hash);
    expect(await physical(kept, of)).toContain('on=[(bid@1, id@0)]');
    const none = set('datafusion.optimizer.hash_join_single_partition_threshold', '0', hash);
    expect(await physical(none, of)).toContain('mode=Partitioned');
    // Rows count where bytes are not known.
    const values = 'SELECT a.id FROM a JOIN (SELECT DISTINCT x FROM (VALUES (1), (2)) AS v(x)) AS v ON a.bid = v.x';
    expect(await physical(none, values)).toContain('mode=CollectLeft');
    const few = set('datafusion.optimizer.hash_join_single_partition_threshold_rows', '1', none);
    expect(await physical(few, values)).toContain('mode=Partitioned');
  });

  test('datafusion.optimizer.max_passes', async () => {
    const of = 'SELECT q.id FROM (SELECT a.id, b.x FROM a LEFT JOIN b ON a.bid = b.id) q WHERE q.x = 5';
    const logical = async (passes: string): Promise<string> =>
      (await explain(of, set('datafusion.optimizer.max_passes', passes)))['logical_plan']!;
    // The first round brings the filter to the join, the next one finds that it throws away what the join is outer for.
    expect(await logical('1')).toContain('Left Join');
    expect(await logical('3')).toContain('Inner Join');
  });

  test('ballista.optimizer.not_in_subquery_rewrite', async () => {
    const of = 'SELECT id FROM a WHERE bid NOT IN (SELECT cid FROM b)';
    expect((await explain(of))['logical_plan']).toContain('__ballista_not_in');
    const off = set('ballista.optimizer.not_in_subquery_rewrite', 'false');
    expect((await explain(of, off))['logical_plan']).toContain('null_aware');
  });

  test('ballista.optimizer.broadcast_join_threshold_bytes', async () => {
    const distributed = async (config: SessionConfig): Promise<string> =>
      (await explain(sql, config))['distributed_plan']!;
    expect(await distributed(hash)).toContain('broadcast');
    expect(await distributed(set('ballista.optimizer.broadcast_join_threshold_bytes', '0', hash))).not.toContain(
      'broadcast',
    );
  });
});
