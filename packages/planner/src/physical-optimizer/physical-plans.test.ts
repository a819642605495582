import { displayPlan } from '@ballista-ts/core';
import { checkDataDriven } from '@ballista-ts/testing';
import { test } from 'vitest';
import { planSql, testConfig } from '../testing/plan-sql.js';
import { ruleCatalog as catalog } from '../testing/rule-catalog.js';

test('operators, partitions and orders are as the cases say', async () => {
  const hash = testConfig.set('datafusion.optimizer.prefer_hash_join', true);
  await checkDataDriven(new URL('../testdata/physical.txt', import.meta.url), async (one) => {
    const { physical } = await planSql(one.input, { catalog, config: one.args.has('hash') ? hash : testConfig });
    return displayPlan(physical).replaceAll(/file_groups=\{(\d+) groups?: .*?\]\]\}/g, 'file_groups=$1');
  });
});
