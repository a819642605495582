import { InternalError } from '@ballista-ts/core';
import { describe, expect, test } from 'vitest';
import { GraphRun, jobError, kinds } from '../../test/support/graph-run.js';
import {
  executionError,
  executor,
  fetchFailed,
  ioError,
  killed,
  piecesOf,
  planned,
  statusOf,
  succeeded,
} from '../../test/support/stages.js';

/** Scan of 4 partitions, hashed into 3; a second stage hashes again into 3; the third merges. */
const threeStages = () =>
  new GraphRun(
    planned([
      { scan: 4, hashInto: 3 },
      { reads: [1], hashInto: 3 },
      { reads: [2], merge: true },
    ]),
  );
const twoStages = (limits?: { taskMaxFailures: number; stageMaxFailures: number }) =>
  new GraphRun(planned([{ scan: 2, hashInto: 2 }, { reads: [1] }]), limits);

describe('binding', () => {
  test('sixteen partitions are one task on an idle executor of sixteen vcores', () => {
    const run = new GraphRun(planned([{ scan: 16 }]));
    const bound = run.bind(executor('e1', 16));
    expect(bound.task.partitions).toEqual(Array.from({ length: 16 }, (_, index) => index));
    expect(bound.task.vcores).toBe(16);
    expect(run.graph.pendingPartitions()).toBe(0);
  });

  test('sixteen partitions are four tasks of four on four executors of four vcores', () => {
    const run = new GraphRun(planned([{ scan: 16 }]));
    const tasks = run.bindAll(['a', 'b', 'c', 'd'], 4);
    expect(tasks.map((task) => task.task.partitions)).toEqual([
      [0, 1, 2, 3],
      [4, 5, 6, 7],
      [8, 9, 10, 11],
      [12, 13, 14, 15],
    ]);
  });

  test('a cap of one makes a task of each partition', () => {
    const run = new GraphRun(planned([{ scan: 16 }]));
    const sizes: number[] = [];
    while (run.graph.pendingPartitions() > 0) sizes.push(run.bind('e1', 16, 1).task.partitions.length);
    expect(sizes).toEqual(new Array(16).fill(1));
  });

  test.each([0, 1, 3])('a stage that merges is one task of one vcore with a cap of %i', (cap) => {
    const run = new GraphRun(planned([{ scan: 5, merge: true }]));
    const bound = run.bind('e1', 4, cap);
    expect([bound.task.vcores, bound.globalOutputPartitionIds]).toEqual([1, [0]]);
    expect(run.graph.pendingPartitions()).toBe(0);
  });

  test('a task’s plan holds its partitions only, and says where they belong', () => {
    const run = new GraphRun(planned([{ scan: 5 }]));
    run.bind('e1', 2);
    const bound = run.bind('e1', 2);
    expect(bound.globalOutputPartitionIds).toEqual([2, 3]);
    expect(bound.plan).toMatchObject({ kind: 'ShuffleWriterExec', input: { kind: 'MemoryScanExec' } });
    expect((bound.plan as unknown as { input: { partitions: unknown[] } }).input.partitions).toHaveLength(2);
  });

  test('a sort writer’s task fills every output partition', () => {
    const run = new GraphRun(planned([{ scan: 5, hashInto: 3 }, { reads: [1] }]));
    expect(run.bind('e1', 2).globalOutputPartitionIds).toEqual([0, 1, 2]);
  });

  test('nothing is bound without free vcores, or while inputs are missing', () => {
    const run = twoStages();
    expect(run.graph.bind(executor('e1'), 0, 0, 1)).toBeUndefined();
    run.bind('e1');
    expect(run.graph.bind(executor('e1'), 4, 0, 1)).toBeUndefined();
  });

  test('a stage nearer to the result goes first', () => {
    const run = new GraphRun(
      planned([{ scan: 2, hashInto: 2 }, { reads: [1], hashInto: 2 }, { scan: 3, hashInto: 2 }, { reads: [2, 3] }]),
    );
    expect(run.bind('e1', 2).stageId).toBe(3);
  });
});

describe('success', () => {
  test('stages follow each other, and the result is where the last one left it', () => {
    const run = threeStages();
    expect(run.states()).toBe('1 resolved(0), 2 unresolved(0), 3 unresolved(0)');
    run.finish(...run.bindAll(['a', 'b']));
    expect(run.states()).toBe('1 successful(0), 2 resolved(0), 3 unresolved(0)');
    run.finish(...run.bindAll(['a', 'b']));
    const effects = run.finish(...run.bindAll(['b']));
    expect(kinds(effects)).toContain('jobSucceeded');
    expect(run.states()).toBe('1 successful(0), 2 successful(0), 3 successful(0)');
    expect(run.graph.resultLocations().map((one) => [one.partitionId.partitionId, one.executor.id])).toEqual([
      [0, 'b'],
    ]);
  });

  test('readers get every piece of every task, in partition and task order', () => {
    const run = twoStages();
    run.finish(...run.bindAll(['a', 'b']));
    const { plan } = run.bind('a', 1);
    expect(plan).toMatchObject({ input: { kind: 'ShuffleReaderExec' } });
    const { partitions } = (plan as unknown as { input: { partitions: { mapPartitionId: number }[][] } }).input;
    expect(partitions.map((pieces) => pieces.map((piece) => piece.mapPartitionId))).toEqual([[0, 1]]);
  });

  test('pieces without bytes have no location', () => {
    const run = twoStages();
    const [first, second] = run.bindAll(['a', 'b']);
    const some = piecesOf(first!).map((piece) => ({ ...piece, fileBytes: piece.partitionId === 0 ? 0 : 10 }));
    run.report(succeeded(first!, some), succeeded(second!));
    const input = run.graph.stage(2)?.inputLocations.get(1);
    expect(input?.locations.map((pieces) => pieces.length)).toEqual([1, 2]);
  });

  test('a result is in partition order, whatever the order of the reports', () => {
    const run = new GraphRun(planned([{ scan: 3 }]));
    const tasks = run.bindAll(['a', 'b', 'c']);
    run.finish(tasks[2]!);
    run.finish(tasks[0]!);
    run.finish(tasks[1]!);
    expect(run.graph.resultLocations().map((one) => one.partitionId.partitionId)).toEqual([0, 1, 2]);
  });

  test('a job of no rows at all ends too', () => {
    const run = twoStages();
    for (const task of run.bindAll(['a'])) run.report(succeeded(task, []));
    for (const task of run.bindAll(['a'])) run.report(succeeded(task, []));
    expect([run.graph.ended, run.graph.resultLocations()]).toEqual(['successful', []]);
  });

  test('there is no result before the end', () => {
    expect(() => twoStages().graph.resultLocations()).toThrow(InternalError);
  });

  test('a piece of a partition that nobody reads fails the job', () => {
    const run = twoStages();
    const task = run.bind('a', 1);
    const stray = piecesOf(task).map((piece) => ({ ...piece, partitionId: 7 }));
    expect(jobError(run.report(succeeded(task, stray)))).toBe(
      'Job failed due to stage 1 failed: task 0 of stage 1 reports output partition 7, the stage has 2\n',
    );
  });
});

describe('failures of tasks', () => {
  test('an I/O error three times and then success is a success', () => {
    const run = new GraphRun(planned([{ scan: 1 }]));
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const task = run.bind('a');
      expect(task.taskAttempt).toBe(attempt);
      run.report(ioError(task));
    }
    expect(kinds(run.finish(run.bind('a')))).toContain('jobSucceeded');
  });

  test('the fourth one is final, with the text of upstream', () => {
    const run = new GraphRun(planned([{ scan: 1 }]));
    for (let attempt = 0; attempt < 3; attempt += 1) run.report(ioError(run.bind('a')));
    expect(jobError(run.report(ioError(run.bind('a'), 'Task failed due to IO error: "x"')))).toBe(
      'Job failed due to stage 1 failed: Task 0 in Stage 1 failed 4 times, fail the stage, most recent failure reason: "Task failed due to IO error: \\"x\\""\n',
    );
    expect(run.states()).toBe('1 failed(0)');
  });

  test('several partitions at the limit are all named', () => {
    const run = new GraphRun(planned([{ scan: 2 }]), { taskMaxFailures: 1, stageMaxFailures: 4 });
    expect(jobError(run.report(ioError(run.bind('a', 2), 'e')))).toBe(
      'Job failed due to stage 1 failed: Tasks [0, 1] in Stage 1 failed 1 times, fail the stage, most recent failure reason: "e"\n',
    );
  });

  test('a success in between clears the count of its partitions', () => {
    const run = new GraphRun(
      planned([
        { scan: 2, hashInto: 2 },
        { reads: [1], merge: true },
      ]),
    );
    for (let round = 0; round < 3; round += 1) run.report(ioError(run.bind('a', 1)));
    const [first, second] = run.bindAll(['a', 'b']);
    run.finish(first!);
    run.lose('a');
    for (let round = 0; round < 3; round += 1) run.report(ioError(run.bind('c', 1)));
    run.finish(second!);
    expect(run.graph.ended).toBeUndefined();
  });

  test('what failed waits in front of the others, in a task with a new id', () => {
    const run = new GraphRun(planned([{ scan: 6 }]));
    run.bind('a', 2);
    const second = run.bind('b', 2);
    run.report(ioError(second));
    expect(run.pending(1)).toEqual([2, 3, 4, 5]);
    expect(run.bind('a', 2).task.taskId).toBe(2);
  });

  test('a kill that the executor reports uses up a try and is never the last one', () => {
    const run = new GraphRun(planned([{ scan: 1 }]));
    for (let round = 0; round < 5; round += 1) run.report(killed(run.bind('a')));
    expect(run.graph.ended).toBeUndefined();
    expect(jobError(run.report(ioError(run.bind('a'), 'e')))).toContain('failed 4 times');
  });

  test('losing executors uses up no try', () => {
    const run = new GraphRun(planned([{ scan: 1 }]));
    for (let round = 0; round < 9; round += 1) {
      run.bind(`e${round}`);
      run.lose(`e${round}`);
    }
    expect(kinds(run.report(ioError(run.bind('last'))))).not.toContain('jobFailed');
  });

  test('an execution error ends the job at once and cancels what runs', () => {
    const run = threeStages();
    const [first] = run.bindAll(['a', 'b']);
    const effects = run.report(executionError(first!));
    expect(jobError(effects)).toBe('Job failed due to stage 1 failed: division by zero\n');
    const cancelled = effects.flatMap((effect) => (effect.kind === 'cancelTasks' ? effect.tasks : []));
    expect(cancelled.map((task) => task.taskId).sort()).toEqual([1, 2, 3]);
    expect(run.states()).toBe('1 failed(0), 2 failed(0), 3 failed(0)');
  });

  test('a failure that may not be retried is final whatever its kind', () => {
    const run = new GraphRun(planned([{ scan: 1 }]));
    const task = run.bind('a');
    const failed = {
      error: 'no such disk',
      retryable: false,
      countToFailures: true,
      reason: { kind: 'ioError' },
    } as const;
    expect(jobError(run.report(statusOf(task, { status: { kind: 'failed', failed } })))).toBe(
      'Job failed due to stage 1 failed: no such disk\n',
    );
  });

  test('a failure without reason is final, with the text of upstream', () => {
    const run = new GraphRun(planned([{ scan: 1 }]));
    const task = run.bind('a');
    const failed = { error: 'x', retryable: true, countToFailures: true };
    expect(jobError(run.report(statusOf(task, { status: { kind: 'failed', failed } })))).toBe(
      'Job failed due to stage 1 failed: Task 0 in Stage 1 failed with unknown failure reasons, fail the stage\n',
    );
  });
});

describe('an executor is lost', () => {
  test('its tasks run elsewhere, its finished output is made again', () => {
    const run = new GraphRun(planned([{ scan: 4, hashInto: 2 }, { reads: [1] }]));
    const [a0, , a2] = run.bindAll(['a', 'b']);
    run.finish(a0!);
    run.lose('a');
    expect(run.pending(1)).toEqual([2, 0]);
    expect(kinds(run.report(succeeded(a2!)))).not.toContain('vcoresFreed');
  });

  test('with outputs of stages 1 and 2 while stage 3 runs, what is needed of both runs again', () => {
    const run = threeStages();
    run.finish(...run.bindAll(['a', 'b']));
    run.finish(...run.bindAll(['a', 'b']));
    const late = run.bind('c');
    const effects = run.lose('a');
    expect(kinds(effects)).toContain('cancelTasks');
    // Stage 2 lost an input too, so all of it is made from one version of stage 1.
    expect(run.states()).toBe('1 running(1), 2 unresolved(2), 3 unresolved(1)');
    expect(run.pending(1)).toEqual([0, 2]);

    expect(kinds(run.report(succeeded(late)))).toEqual(['ignored']);
    run.finish(...run.bindAll(['b']));
    run.finish(...run.bindAll(['b', 'c']));
    run.finish(...run.bindAll(['c']));
    expect(run.graph.ended).toBe('successful');
    const used = run.graph.stages.flatMap((stage) => [...(stage.inputLocations.values() ?? [])]);
    expect(used.flatMap((input) => input.locations.flat()).some((one) => one.executor.id === 'a')).toBe(false);
  });

  test('only the lost tasks of a stage run again when its inputs are still there', () => {
    const run = threeStages();
    run.finish(...run.bindAll(['b']));
    run.finish(...run.bindAll(['a', 'b']));
    run.bind('c');
    run.lose('a');
    expect(run.states()).toBe('1 successful(0), 2 running(1), 3 unresolved(1)');
    expect(run.pending(2)).toEqual([0, 2]);
  });

  test('output that nobody needs any more is not made again', () => {
    const run = threeStages();
    run.finish(...run.bindAll(['a']));
    run.finish(...run.bindAll(['b']));
    run.bind('c');
    run.lose('a');
    expect(run.states()).toBe('1 successful(0), 2 successful(0), 3 running(0)');
  });

  test('output that was lost unnoticed is made again when it turns out to be needed', () => {
    const run = threeStages();
    run.finish(...run.bindAll(['a']));
    run.finish(...run.bindAll(['b']));
    run.bind('c');
    run.lose('a');
    run.lose('b');
    expect(run.states()).toBe('1 running(1), 2 unresolved(2), 3 unresolved(1)');
    expect(run.pending(1)).toEqual([0, 1, 2, 3]);
  });

  test('a stage whose inputs were complete but which had not started waits again, in the same attempt', () => {
    const run = twoStages();
    run.finish(...run.bindAll(['a']));
    expect(run.states()).toBe('1 successful(0), 2 resolved(0)');
    run.lose('a');
    expect(run.states()).toBe('1 running(1), 2 unresolved(0)');
  });

  test('a task without output had nothing to lose', () => {
    const run = twoStages();
    for (const task of run.bindAll(['a'])) run.report(succeeded(task, []));
    run.bind('b', 1);
    run.lose('a');
    expect(run.states()).toBe('1 successful(0), 2 running(0)');
  });

  test('a stage that reads two others waits for the one that is made again, and keeps the other', () => {
    const run = new GraphRun(planned([{ scan: 2, hashInto: 2 }, { scan: 2, hashInto: 2 }, { reads: [1, 2] }]));
    const tasks = run.bindAll(['a']);
    const first = tasks.filter((task) => task.stageId === 1);
    const second = tasks.filter((task) => task.stageId === 2);
    run.lose('a');
    run.finish(...first, ...second);
    const again = run.bindAll(['b', 'c']);
    run.finish(...again);
    expect(run.states()).toBe('1 successful(0), 2 successful(0), 3 resolved(0)');
    run.lose('c');
    expect(run.states()).toBe('1 running(1), 2 running(1), 3 unresolved(0)');
  });

  test('a restarted one loses what it was running and keeps what it had finished', () => {
    const run = new GraphRun(planned([{ scan: 2, hashInto: 2 }, { reads: [1] }]));
    const [done, doing] = run.bindAll(['a']);
    run.finish(done!);
    const effects = run.restart('a');
    expect(effects).toEqual([
      { kind: 'cancelTasks', executorId: 'a', tasks: [{ stageId: 1, taskId: 1 }] },
      { kind: 'vcoresFreed', executorId: 'a', vcores: 1 },
    ]);
    expect(run.pending(1)).toEqual([1]);
    expect(kinds(run.report(succeeded(doing!)))).toEqual(['ignored']);
  });
});

describe('a fetch fails', () => {
  test('the reader waits again, the pieces of that executor are made again, the executor is looked at', () => {
    const run = new GraphRun(planned([{ scan: 4, hashInto: 2 }, { reads: [1] }]));
    run.finish(...run.bindAll(['a', 'b']));
    const [reader, other] = run.bindAll(['c']);
    const effects = run.report(fetchFailed(reader!, 'a', 1));
    expect(effects).toEqual([
      { kind: 'vcoresFreed', executorId: 'c', vcores: 1 },
      { kind: 'executorSuspected', executorId: 'a', reason: 'cannot fetch from a' },
      { kind: 'cancelTasks', executorId: 'c', tasks: [{ stageId: 2, taskId: other!.task.taskId }] },
      { kind: 'vcoresFreed', executorId: 'c', vcores: 1 },
    ]);
    expect(run.states()).toBe('1 running(1), 2 unresolved(1)');
    expect(run.pending(1)).toEqual([0, 2]);
    run.finish(...run.bindAll(['b']));
    run.finish(...run.bindAll(['c']));
    expect(run.graph.ended).toBe('successful');
  });

  test('a second report of the same attempt about the same executor changes nothing', () => {
    const run = twoStages();
    run.finish(...run.bindAll(['a', 'b']));
    const [one, two] = run.bindAll(['c', 'd']);
    run.report(fetchFailed(one!, 'a', 1));
    const again = run.bind('e', 1);
    expect(kinds(run.report(fetchFailed(two!, 'a', 1)))).toEqual(['ignored']);
    expect(run.states()).toBe('1 running(1), 2 unresolved(1)');
    run.finish(again);
    expect(run.states()).toBe('1 successful(1), 2 resolved(1)');
  });

  test('a late report about another executor has its pieces made again too', () => {
    const run = twoStages();
    run.finish(...run.bindAll(['a', 'b']));
    const [one, two] = run.bindAll(['c', 'd']);
    run.report(fetchFailed(one!, 'a', 1));
    const effects = run.report(fetchFailed(two!, 'b', 1));
    expect(kinds(effects)).toContain('executorSuspected');
    expect(run.pending(1).sort()).toEqual([0, 1]);
    expect(run.states()).toBe('1 running(1), 2 unresolved(1)');
  });

  test('a report that comes after the stage has started again is ignored', () => {
    const run = twoStages();
    run.finish(...run.bindAll(['a', 'b']));
    const [one, two] = run.bindAll(['c', 'd']);
    run.report(fetchFailed(one!, 'a', 1));
    run.finish(...run.bindAll(['b']));
    run.bindAll(['c', 'd']);
    expect(kinds(run.report(fetchFailed(two!, 'b', 1)))).toEqual(['ignored']);
    expect(run.states()).toBe('1 successful(1), 2 running(1)');
  });

  test('output that has moved in the meantime is read where it is now, and not made a third time', () => {
    const run = new GraphRun(
      planned([{ scan: 2, hashInto: 2 }, { reads: [1], hashInto: 2 }, { reads: [1], hashInto: 2 }, { reads: [2, 3] }]),
    );
    run.finish(...run.bindAll(['a', 'b']));
    const readers = run.bindAll(['c', 'd']);
    const of2 = readers.find((task) => task.stageId === 2)!;
    const of3 = readers.find((task) => task.stageId === 3)!;
    run.report(fetchFailed(of2, 'a', 1));
    expect(run.states()).toBe('1 running(1), 2 unresolved(1), 3 running(0), 4 unresolved(0)');
    // The lost piece is made again on the very executor that could not be reached.
    run.finish(run.bind('a', 1));
    run.report(fetchFailed(of3, 'a', 1));
    expect(run.states()).toBe('1 successful(1), 2 running(1), 3 resolved(1), 4 unresolved(0)');
  });

  test('other readers that have not started do not try the same in vain', () => {
    const run = new GraphRun(
      planned([
        { scan: 2, hashInto: 2 },
        { scan: 1, hashInto: 2 },
        { reads: [1], hashInto: 2 },
        { reads: [1, 2], hashInto: 2 },
        { reads: [3, 4] },
      ]),
    );
    const all = run.bindAll(['a']);
    run.finish(...all.filter((task) => task.stageId === 1));
    const [reader] = run.bindAll(['c']);
    run.report(fetchFailed(reader!, 'a', 1));
    expect(run.graph.stage(4)?.inputLocations.get(1)?.complete).toBe(false);
  });

  test('a stage that goes back for one input learns where another one is now', () => {
    const run = new GraphRun(
      planned([
        { scan: 2, hashInto: 2 },
        { scan: 2, hashInto: 2 },
        { reads: [1], hashInto: 2 },
        { reads: [1, 2], hashInto: 2 },
        { reads: [3, 4] },
      ]),
    );
    const scans = run.bindAll(['x']);
    run.lose('x');
    expect(scans).toHaveLength(4);
    const again = run.bindAll(['a', 'b', 'a', 'b']);
    run.finish(...again);
    const readers = run.bindAll(['c']);
    const of3 = readers.find((task) => task.stageId === 3)!;
    const of4 = readers.find((task) => task.stageId === 4)!;
    run.report(fetchFailed(of3, 'a', 1));
    run.finish(...run.bindAll(['d']));
    expect(run.states()).toBe('1 successful(1), 2 successful(0), 3 resolved(1), 4 running(0), 5 unresolved(0)');
    run.report(fetchFailed(of4, 'b', 2));
    const known = run.graph.stage(4)?.inputLocations.get(1)?.locations.flat() ?? [];
    expect(new Set(known.map((one) => one.executor.id))).toEqual(new Set(['b', 'd']));
  });

  test('four attempts of a stage may see one, the fourth is final; many in one attempt count once', () => {
    const run = new GraphRun(planned([{ scan: 4, hashInto: 4 }, { reads: [1] }]));
    run.finish(...run.bindAll(['a', 'b']));
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const readers = run.bindAll(['c']);
      expect(readers).toHaveLength(4);
      const effects = run.report(...readers.map((reader) => fetchFailed(reader, attempt % 2 === 0 ? 'a' : 'b', 1)));
      expect(jobError(effects)).toBeUndefined();
      expect(run.graph.stage(2)?.attempt).toBe(attempt + 1);
      run.finish(...run.bindAll(['a', 'b']));
    }
    const [last] = run.bindAll(['c']);
    expect(jobError(run.report(fetchFailed(last!, 'a', 1, 'gone')))).toBe(
      'Job failed due to stage 2 failed: Stage 2 has failed 4 times, most recent failure reason: "gone"\n',
    );
  });

  test('it does not count against the limit of tasks', () => {
    const run = twoStages({ taskMaxFailures: 1, stageMaxFailures: 9 });
    run.finish(...run.bindAll(['a']));
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const [reader] = run.bindAll(['c']);
      run.report(fetchFailed(reader!, 'a', 1));
      run.finish(...run.bindAll(['a']));
    }
    expect(run.graph.ended).toBeUndefined();
  });

  test('one that names a stage which is not read fails the job instead of waiting for ever', () => {
    const run = twoStages();
    run.finish(...run.bindAll(['a']));
    const [reader] = run.bindAll(['c']);
    expect(jobError(run.report(fetchFailed(reader!, 'a', 9, 'odd')))).toBe(
      'Job failed due to stage 2 failed: fetch failure names stage 9, which stage 2 does not read: odd\n',
    );
  });

  test('it is beside the point when a stage failed for good in the same batch', () => {
    const run = twoStages();
    run.finish(...run.bindAll(['a']));
    const [one, two] = run.bindAll(['c']);
    const effects = run.report(fetchFailed(one!, 'a', 1), executionError(two!));
    expect(jobError(effects)).toBe('Job failed due to stage 2 failed: division by zero\n');
    expect(kinds(effects)).not.toContain('executorSuspected');
  });
});

describe('reports that come twice, too late or from the wrong side', () => {
  test('a repeated success changes nothing', () => {
    const run = twoStages();
    const [task] = run.bindAll(['a']);
    run.finish(task!);
    const again = run.finish(task!);
    expect(again).toEqual([
      { kind: 'ignored', reason: 'report of task 0 in stage 1 attempt 0 of job job-1: the task is already successful' },
    ]);
  });

  test('the success of a task that was reset does not count', () => {
    const run = new GraphRun(planned([{ scan: 1 }]));
    const old = run.bind('a');
    run.lose('a');
    expect(kinds(run.report(succeeded(old)))).toEqual(['ignored']);
    expect(run.pending(1)).toEqual([0]);
  });

  test.each([
    ['a stage that does not exist', { stageId: 9 }, 'the job has no such stage'],
    ['a task that does not exist', { taskId: 9 }, 'the stage has no such task'],
    ['a later attempt', { stageAttemptNum: 7 }, 'the stage is running in attempt 0'],
  ])('a report of %s is ignored', (_what, wrong, why) => {
    const run = new GraphRun(planned([{ scan: 1 }]));
    const task = run.bind('a');
    const effects = run.graph.apply({
      kind: 'taskStatuses',
      executorId: task.task.executor.id,
      statuses: [{ ...succeeded(task), ...wrong }],
      now: 1,
    });
    expect(effects).toEqual([{ kind: 'ignored', reason: expect.stringContaining(why) }]);
  });

  test('an executor cannot report for another', () => {
    const run = new GraphRun(planned([{ scan: 1 }]));
    const task = run.bind('a');
    const statuses = [succeeded(task)];
    expect(run.graph.apply({ kind: 'taskStatuses', executorId: executor('b').id, statuses, now: 1 })).toEqual([
      { kind: 'ignored', reason: expect.stringContaining('the task belongs to executor a') },
    ]);
  });

  test('an execution error of the attempt before is final while the stage waits', () => {
    const run = twoStages();
    run.finish(...run.bindAll(['a']));
    const [one, two] = run.bindAll(['c', 'd']);
    run.report(fetchFailed(one!, 'a', 1));
    expect(jobError(run.report(executionError(two!)))).toBe('Job failed due to stage 2 failed: division by zero\n');
  });

  test('a running report tells when the task began', () => {
    const run = new GraphRun(planned([{ scan: 1 }]));
    const task = run.bind('a');
    const running = statusOf(task, {
      startExecTime: 77,
      status: { kind: 'running', executorId: task.task.executor.id },
    });
    expect(run.report(running)).toEqual([]);
    expect(task.task.startExecTime).toBe(77);
  });

  test('a job that has ended takes nothing in', () => {
    const run = new GraphRun(planned([{ scan: 1 }]));
    const task = run.bind('a');
    run.abort('Cancelled');
    expect(kinds(run.report(succeeded(task)))).toEqual(['ignored']);
    expect(kinds(run.lose('a'))).toEqual(['ignored']);
    expect(run.graph.bind(executor('b'), 4, 0, 1)).toBeUndefined();
  });
});

describe('the end', () => {
  test('aborting cancels what runs, gives vcores back and fails what waits', () => {
    const run = threeStages();
    run.bind('a', 3);
    expect(run.abort('Cancelled')).toEqual([
      { kind: 'cancelTasks', executorId: 'a', tasks: [{ stageId: 1, taskId: 0 }] },
      { kind: 'vcoresFreed', executorId: 'a', vcores: 3 },
      { kind: 'jobFailed', error: 'Cancelled' },
    ]);
    expect(run.states()).toBe('1 failed(0), 2 failed(0), 3 failed(0)');
  });

  test('a graph needs stages, each read by somebody or the last', () => {
    expect(() => new GraphRun([])).toThrow('job job-1 has no stages');
    expect(() => new GraphRun(planned([{ scan: 1 }, { scan: 1 }]))).toThrow('nobody reads stage 1');
  });
});
