import type { OperatorMetric } from '@ballista-ts/core';
import { expect, test } from 'vitest';
import { GraphRun } from '../../test/support/graph-run.js';
import { planned, succeeded } from '../../test/support/stages.js';
import { stageMetrics, sumOf } from './stage-metrics.js';

const set = (...values: OperatorMetric['value'][]) => ({ metrics: values.map((value) => ({ partition: 0, value })) });
const both = (rows: number) => [
  set({ kind: 'outputRows', value: rows }, { kind: 'time', name: 'write_time', value: 5 }),
  set(
    { kind: 'startTimestamp', value: 100 - rows },
    { kind: 'endTimestamp', value: 100 + rows },
    { kind: 'pruning', name: 'groups', pruned: 1, matched: rows },
    { kind: 'ratio', name: 'hits', part: 1, total: 2 },
  ),
];

test('the numbers of a stage are those of all tasks that count, each once', () => {
  const run = new GraphRun(planned([{ scan: 2, hashInto: 2 }, { reads: [1] }]));
  const [one, two] = run.bindAll(['a', 'b']);
  run.report({ ...succeeded(one!), metrics: both(3) }, { ...succeeded(two!), metrics: both(4) });
  const { operators, partitions } = stageMetrics(run.graph.stage(1)!);
  expect(partitions).toBe(2);
  expect(operators.map((one) => [one.depth, one.operatorType])).toEqual([
    [0, 'SortShuffleWriterExec'],
    [1, 'MemoryScanExec'],
  ]);
  expect(operators[0]?.metrics.map((metric) => metric.value)).toEqual([
    { kind: 'outputRows', value: 7 },
    { kind: 'time', name: 'write_time', value: 10 },
  ]);
  expect(operators[1]?.metrics.map((metric) => metric.value)).toEqual([
    { kind: 'startTimestamp', value: 96 },
    { kind: 'endTimestamp', value: 104 },
    { kind: 'pruning', name: 'groups', pruned: 2, matched: 7 },
    { kind: 'ratio', name: 'hits', part: 2, total: 4 },
  ]);
  expect(sumOf(operators, 'outputRows')).toBe(7);
  expect(sumOf(operators, 'time', 'other')).toBe(0);
});

test('work that was done again counts once', () => {
  const run = new GraphRun(planned([{ scan: 2, hashInto: 2 }, { reads: [1] }]));
  const [one] = run.bindAll(['a', 'b']);
  run.report({ ...succeeded(one!), metrics: both(3) });
  run.lose('a');
  const again = run.bind('c');
  run.report({ ...succeeded(again), metrics: both(4) });
  expect(sumOf(stageMetrics(run.graph.stage(1)!).operators, 'outputRows')).toBe(4);
});

test('numbers of a plan of another shape are left out rather than put at the wrong operators', () => {
  const run = new GraphRun(planned([{ scan: 1 }]));
  run.report({ ...succeeded(run.bind('a')), metrics: [set({ kind: 'outputRows', value: 3 })] });
  expect(sumOf(stageMetrics(run.graph.stage(1)!).operators, 'outputRows')).toBe(0);
});
