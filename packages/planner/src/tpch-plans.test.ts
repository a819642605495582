import { readFile } from 'node:fs/promises';
import {
  displayLogicalPlan,
  displayPlan,
  type ExecutionPlan,
  known,
  planStatistics,
  SessionConfig,
  visitPlan,
} from '@ballista-ts/core';
import { matchApproved } from '@ballista-ts/testing';
import { describe, expect, test } from 'vitest';
import { displayStages } from './explain/explain-rows.js';
import { planSql } from './testing/plan-sql.js';
import { tpchCatalog } from './testing/tpch-catalog.js';

const numbers = Array.from({ length: 22 }, (_, index) => String(index + 1).padStart(2, '0'));
const sqlOf = (number: string): Promise<string> =>
  readFile(new URL(`testdata/tpch/q${number}.sql`, import.meta.url), 'utf8');
const fileOf = (number: string, kind: string): URL => new URL(`testdata/tpch/q${number}.${kind}.txt`, import.meta.url);
const catalog = tpchCatalog(1);
const hashJoins = SessionConfig.withBallista()
  .override('datafusion.execution.target_partitions', 4)
  .set('datafusion.optimizer.prefer_hash_join', true);

describe('TPC-H at scale 1', () => {
  test.each(numbers)('the plans of query %s are as approved', async (number) => {
    const planned = await planSql(await sqlOf(number), { catalog });
    const text = [
      '== logical',
      displayLogicalPlan(planned.logical),
      '== physical',
      displayPlan(planned.physical),
      '== stages',
      displayStages(planned.stages),
    ].join('\n');
    await matchApproved(fileOf(number, 'plan'), text);
  });

  test.each(numbers)('the stages of query %s with hash joins are as approved', async (number) => {
    const planned = await planSql(await sqlOf(number), { catalog, config: hashJoins });
    await matchApproved(fileOf(number, 'hash'), displayStages(planned.stages));
  });

  test.each(numbers)('query %s multiplies nothing but single rows', async (number) => {
    const { physical } = await planSql(await sqlOf(number), { catalog });
    visitPlan(physical, (node) => {
      if (node.kind !== 'CrossJoinExec' && node.kind !== 'NestedLoopJoinExec') return;
      expect(rowsOf(node.left), displayPlan(physical)).toBe(1);
    });
  });
});

const rowsOf = (plan: ExecutionPlan): number | undefined => known(planStatistics(plan).numRows);
