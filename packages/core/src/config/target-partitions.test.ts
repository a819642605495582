import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { SessionConfig } from './session-config.js';
import { chooseTargetPartitions } from './target-partitions.js';

const key = 'datafusion.execution.target_partitions';
const unset = SessionConfig.withBallista();

test.each([
  [undefined, 16],
  [0, 2],
  [1, 2],
  [8, 16],
  [100, 200],
  [5000, 200],
])('nobody set it and the cluster has %s vcores: %i', (vcores, partitions) => {
  expect(chooseTargetPartitions(unset, vcores)).toBe(partitions);
});

test('what the user set counts, be it the default', () => {
  expect(chooseTargetPartitions(unset.set(key, 16), 4)).toBe(16);
  expect(chooseTargetPartitions(unset.override(key, 3), 4)).toBe(3);
});

test('0 means one for each core: those of the cluster, else of this machine', () => {
  expect(chooseTargetPartitions(unset.override(key, 0), 6)).toBe(6);
  expect(chooseTargetPartitions(unset.override(key, 0))).toBe(availableParallelism());
  expect(chooseTargetPartitions(SessionConfig.plain())).toBe(availableParallelism());
});
