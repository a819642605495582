import { jobId, operationId, SessionConfig, sessionId } from '@ballista-ts/core';
import { describe, expect, test } from 'vitest';
import { CoreRun, ofKind } from '../../test/support/core-run.js';
import { executionError, executor, fetchFailed, ioError, planned, succeeded } from '../../test/support/stages.js';
import { roundRobinDistribution } from './distribution.js';

const job = (name: string) => planned([{ scan: 4, hashInto: 2 }, { reads: [1] }], jobId(name));
const minutes = (count: number): number => count * 60_000;

describe('a job', () => {
  test('is queued, planned, launched and done, and tells of each step', () => {
    const run = new CoreRun();
    run.register('a');
    const id = run.submit('j');
    expect(run.status(id)).toBe('queued');
    expect(ofKind(run.effects, 'planJob')).toHaveLength(1);
    run.apply({ kind: 'jobPlanned', jobId: id, stages: job('j') });
    expect(run.status(id)).toBe('running');
    run.runAll();
    expect(run.status(id)).toBe('successful');
    expect(ofKind(run.effects, 'jobStatus').map((one) => one.status.status.kind)).toEqual([
      'queued',
      'running',
      'successful',
    ]);
    expect(ofKind(run.effects, 'metric').map((one) => one.metric.kind)).toEqual(['submitted', 'completed']);
    expect(run.core.executor(executor('a').id)?.usedVcores).toBe(0);
  });

  test('submitted twice under one operation is one job', () => {
    const run = new CoreRun();
    run.submit('j');
    const again = run.apply({
      kind: 'jobQueued',
      job: {
        jobId: jobId('other'),
        jobName: 'other',
        sessionId: sessionId('s'),
        operationId: operationId('op-j'),
        config: SessionConfig.withBallista(),
      },
    });
    expect(ofKind(again, 'planJob')).toEqual([]);
    expect(run.core.jobOfOperation(operationId('op-j'))).toBe('j');
    expect(run.core.jobs()).toHaveLength(1);
  });

  test('waits when there is no executor, and starts with the first one', () => {
    const run = new CoreRun();
    const id = run.submit('j', job('j'));
    run.advance(minutes(60));
    expect(run.status(id)).toBe('running');
    run.register('a');
    expect(run.launched).toHaveLength(1);
    run.runAll();
    expect(run.status(id)).toBe('successful');
  });

  test('whose planning failed has failed, with that text', () => {
    const run = new CoreRun();
    const id = run.submit('j');
    run.apply({ kind: 'jobPlanningFailed', jobId: id, error: 'Error planning job j: no such table' });
    expect(run.status(id)).toBe('failed: Error planning job j: no such table');
    expect(ofKind(run.effects, 'removeJobData')).toEqual([]);
  });

  test('cancelled while it is planned never starts', () => {
    const run = new CoreRun();
    run.register('a');
    const id = run.submit('j');
    run.apply({ kind: 'jobCancelled', jobId: id });
    expect(run.apply({ kind: 'jobPlanned', jobId: id, stages: job('j') })).toEqual([]);
    expect(run.status(id)).toBe('failed: Cancelled');
    expect(ofKind(run.effects, 'metric').map((one) => one.metric.kind)).toEqual(['cancelled']);
  });

  test('cancelled while it runs has its tasks cancelled, its data removed and its vcores given back at once', () => {
    const run = new CoreRun();
    run.register('a');
    const id = run.submit('j', job('j'));
    const effects = run.apply({ kind: 'jobCancelled', jobId: id });
    expect(ofKind(effects, 'cancelTasks')).toMatchObject([{ jobId: 'j', tasks: [{ stageId: 1, taskId: 0 }] }]);
    expect(ofKind(effects, 'removeJobData')).toMatchObject([{ jobId: 'j', stageIds: [] }]);
    expect(run.core.executor(executor('a').id)?.usedVcores).toBe(0);
    expect(run.apply({ kind: 'jobCancelled', jobId: id })).toEqual([]);
  });

  test('that nobody waits for any more gives its operation back, so that it can be asked for again', () => {
    const run = new CoreRun();
    const id = run.submit('j', job('j'));
    run.apply({ kind: 'jobCancelled', jobId: id, abandoned: true });
    expect(run.core.jobOfOperation(operationId('op-j'))).toBeUndefined();
    run.apply({
      kind: 'jobQueued',
      job: { ...run.core.job(id)!.request, jobId: jobId('again') },
    });
    run.advance(minutes(60));
    expect(run.core.jobOfOperation(operationId('op-j'))).toBe('again');
  });

  test('that an executor is not to blame for ends with the given text', () => {
    const run = new CoreRun();
    run.register('a');
    const id = run.submit('j', job('j'));
    run.apply({ kind: 'jobAborted', jobId: id, error: 'the plan is too large' });
    expect(run.status(id)).toBe('failed: the plan is too large');
    expect(ofKind(run.effects, 'metric').at(-1)?.metric.kind).toBe('failed');
  });

  test('that fails has its data removed everywhere', () => {
    const run = new CoreRun();
    run.register('a');
    run.register('b');
    const id = run.submit('j', job('j'));
    const [first] = run.takeLaunched();
    const wrong = run.report('a', { ...executionError(first!.bound), jobId: id });
    expect(run.status(id)).toBe('failed: Job failed due to stage 1 failed: division by zero\n');
    expect(ofKind(wrong, 'removeJobData').map((one) => one.executor.id)).toEqual(['a', 'b']);
  });
});

describe('clean-up', () => {
  test('intermediate stages go at once, the result after five minutes, the job after an hour', () => {
    const run = new CoreRun();
    run.register('a');
    const id = run.submit('j', job('j'));
    run.runAll();
    expect(ofKind(run.effects, 'removeJobData').map((one) => one.stageIds)).toEqual([[1]]);
    run.effects.length = 0;
    const beat = (ms: number): void => {
      for (let passed = 0; passed < ms; passed += 60_000) {
        run.advance(60_000);
        run.heartbeat('a');
      }
    };
    beat(minutes(4));
    expect(ofKind(run.effects, 'removeJobData')).toEqual([]);
    beat(minutes(1));
    expect(ofKind(run.effects, 'removeJobData').map((one) => one.stageIds)).toEqual([[]]);
    beat(minutes(54));
    expect(run.status(id)).toBe('successful');
    beat(minutes(1));
    expect(run.status(id)).toBe('unknown');
    expect(ofKind(run.effects, 'jobDropped')).toEqual([{ kind: 'jobDropped', jobId: 'j' }]);
    expect(run.core.jobOfOperation(operationId('op-j'))).toBeUndefined();
  });

  test('asking for the result renews the five minutes', () => {
    const run = new CoreRun({ executorTimeoutMs: minutes(600) });
    run.register('a');
    const id = run.submit('j', job('j'));
    run.runAll();
    run.effects.length = 0;
    run.advance(minutes(4));
    run.apply({ kind: 'jobRead', jobId: id });
    run.advance(minutes(4));
    expect(ofKind(run.effects, 'removeJobData')).toEqual([]);
    run.advance(minutes(1));
    expect(ofKind(run.effects, 'removeJobData')).toHaveLength(1);
  });

  test('a delay of 0 means never', () => {
    const run = new CoreRun({
      finishedJobDataCleanUpMs: 0,
      finishedJobStateCleanUpMs: 0,
      executorTimeoutMs: minutes(9999),
    });
    run.register('a');
    const id = run.submit('j', job('j'));
    run.runAll();
    run.effects.length = 0;
    run.advance(minutes(1000));
    expect(run.status(id)).toBe('successful');
    expect(ofKind(run.effects, 'removeJobData')).toEqual([]);
  });

  test('a request to clean a job’s data goes to every executor and changes nothing else', () => {
    const run = new CoreRun();
    run.register('a');
    run.register('b');
    const effects = run.apply({ kind: 'jobDataCleaned', jobId: jobId('unknown'), stageIds: [3] });
    expect(ofKind(effects, 'removeJobData').map((one) => [one.executor.id, one.stageIds])).toEqual([
      ['a', [3]],
      ['b', [3]],
    ]);
  });
});

describe('executors', () => {
  test('one that is silent for longer than the timeout is stopped and counted as lost', () => {
    const run = new CoreRun();
    run.register('a');
    run.register('b');
    run.submit('j', job('j'));
    const [first] = run.takeLaunched();
    for (let round = 0; round < 13; round += 1) {
      run.advance(15_000);
      run.heartbeat('b');
    }
    expect(ofKind(run.effects, 'stopExecutor').map((one) => [one.executor.id, one.reason])).toEqual([
      ['a', 'no heartbeat for 195000 ms'],
    ]);
    expect(run.core.aliveExecutors()).toBe(1);
    const [again] = run.takeLaunched();
    expect([again?.executor, again?.bound.task.partitions]).toEqual(['b', first!.bound.task.partitions]);
  });

  test('one that is exactly at the timeout still counts', () => {
    const run = new CoreRun({ executorTimeoutMs: 15_000 });
    run.register('a');
    run.advance(15_000);
    expect(run.core.aliveExecutors()).toBe(1);
    run.advance(15_000);
    expect(run.core.aliveExecutors()).toBe(0);
  });

  test('one that is terminating gets no new task, reports the old ones, and is gone after the grace time', () => {
    const run = new CoreRun();
    run.register('a', 4);
    const id = run.submit('j', job('j'));
    const [first] = run.takeLaunched();
    run.heartbeat('a', 'terminating');
    run.report('a', succeeded(first!.bound, undefined, id));
    expect(run.takeLaunched()).toEqual([]);
    expect(run.core.aliveExecutors()).toBe(0);
    run.heartbeat('a', 'active');
    expect(run.core.aliveExecutors()).toBe(0);
    run.advance(30_000);
    expect(run.core.executors()).toHaveLength(1);
    run.advance(15_000);
    expect(run.core.executors()).toHaveLength(0);
  });

  test('statuses and heartbeats of one that is not registered change nothing', () => {
    const run = new CoreRun();
    run.register('a');
    const id = run.submit('j', job('j'));
    const [first] = run.takeLaunched();
    expect(ofKind(run.report('ghost', succeeded(first!.bound, undefined, id)), 'log')[0]?.message).toBe(
      'task statuses of an executor that is not registered are refused',
    );
    expect(run.heartbeat('ghost')).toEqual([]);
    expect(run.core.executors()).toHaveLength(1);
  });

  test('statuses of a job that nobody knows are told to the log', () => {
    const run = new CoreRun();
    run.register('a');
    run.submit('j', job('j'));
    const [first] = run.takeLaunched();
    const effects = run.report('a', succeeded(first!.bound, undefined, jobId('ghost')));
    expect(ofKind(effects, 'log')[0]?.message).toBe('task statuses of an unknown job are ignored');
  });

  test('one that starts again at the same address has its tasks taken back and keeps its output', () => {
    const run = new CoreRun();
    run.register('a', 2);
    run.submit('j', job('j'));
    expect(run.takeLaunched()).toHaveLength(1);
    run.register('a', 2);
    const [again] = run.takeLaunched();
    expect(again?.bound.task.taskId).toBe(1);
    expect(run.core.executor(executor('a').id)?.usedVcores).toBe(2);
  });

  test('one that only names itself in a heartbeat keeps its tasks', () => {
    const run = new CoreRun();
    run.register('a', 2);
    run.submit('j', job('j'));
    run.takeLaunched();
    run.register('a', 2, false);
    expect(run.takeLaunched()).toEqual([]);
  });

  test('the same id at another address is another process', () => {
    const run = new CoreRun();
    run.register('a', 2);
    run.submit('j', job('j'));
    run.takeLaunched();
    const registration = { ...executor('a', 2), grpcPort: 999, protocolVersion: 3 };
    const effects = run.apply({ kind: 'executorRegistered', registration, fresh: false });
    expect(ofKind(effects, 'executorGone')).toHaveLength(1);
    expect(run.takeLaunched()).toHaveLength(1);
  });

  test('one that comes back with fewer vcores gets nothing until its tasks fit', () => {
    const run = new CoreRun();
    run.register('a', 4);
    run.submit('j', planned([{ scan: 8, hashInto: 2 }, { reads: [1] }], jobId('j')));
    const [first] = run.takeLaunched();
    run.register('a', 2, false);
    expect(run.takeLaunched()).toEqual([]);
    run.report('a', succeeded(first!.bound, undefined, jobId('j')));
    expect(run.takeLaunched().map((one) => one.bound.task.vcores)).toEqual([2]);
  });

  test('a failed fetch has the executor looked at, if it is still known', () => {
    const run = new CoreRun({ distribution: roundRobinDistribution() });
    run.register('a', 2);
    run.register('b', 2);
    const id = run.submit('j', job('j'));
    run.takeLaunched().forEach((one) => void run.report(one.executor, succeeded(one.bound, undefined, id)));
    const [reader] = run.takeLaunched();
    const effects = run.report(reader!.executor, fetchFailed(reader!.bound, 'a', 1, 'refused', id));
    expect(ofKind(effects, 'probeExecutor')).toMatchObject([{ executor: { id: 'a' }, reason: 'refused' }]);
  });

  test('losing one twice is losing it once', () => {
    const run = new CoreRun();
    run.register('a');
    expect(run.apply({ kind: 'executorLost', executorId: executor('a').id, reason: 'x' })).not.toEqual([]);
    expect(run.apply({ kind: 'executorLost', executorId: executor('a').id, reason: 'x' })).toEqual([]);
  });
});

describe('when all executors are gone', () => {
  const lose = (run: CoreRun, name: string): void => {
    run.apply({ kind: 'executorLost', executorId: executor(name).id, reason: 'killed' });
  };

  test('running jobs wait for the grace time and then fail, those submitted later wait on', () => {
    const run = new CoreRun();
    run.register('a');
    const before = run.submit('before', job('before'));
    const planning = run.submit('planning');
    lose(run, 'a');
    run.advance(1);
    const after = run.submit('after', job('after'));
    run.advance(179_998);
    expect(run.status(before)).toBe('running');
    run.advance(1);
    expect(run.status(before)).toBe(
      'failed: all executors were lost and no executor re-registered within 180s; no executors remain to run the tasks for this job',
    );
    expect(run.status(after)).toBe('running');
    expect(run.status(planning)).toBe('queued');
  });

  test('an executor in time ends the wait, and losing that one too begins another', () => {
    const run = new CoreRun();
    run.register('a');
    const id = run.submit('j', job('j'));
    lose(run, 'a');
    run.advance(170_000);
    run.register('b');
    run.advance(1000);
    lose(run, 'b');
    run.advance(170_000);
    expect(run.status(id)).toBe('running');
    run.advance(10_000);
    expect(run.status(id)).toMatch(/^failed: all executors were lost/);
  });

  test('the job goes on with one that comes in time', () => {
    const run = new CoreRun();
    run.register('a');
    const id = run.submit('j', job('j'));
    run.takeLaunched();
    lose(run, 'a');
    run.advance(100_000);
    run.register('b');
    const [again] = run.takeLaunched();
    run.advance(100_000);
    run.report('b', succeeded(again!.bound, undefined, id));
    run.runAll();
    expect(run.status(id)).toBe('successful');
  });
});

describe('handing out tasks', () => {
  test('bias fills the executor with the most free vcores first', () => {
    const run = new CoreRun();
    run.register('small', 2);
    run.register('big', 6);
    run.submit('j', planned([{ scan: 7 }], jobId('j')));
    expect(run.launched.map((one) => [one.executor, one.bound.task.partitions.length])).toEqual([
      ['big', 6],
      ['small', 1],
    ]);
  });

  test('round robin gives each executor a task in turn, and goes on where it stopped', () => {
    const run = new CoreRun({ distribution: roundRobinDistribution() });
    for (const name of ['a', 'b', 'c']) run.register(name, 2);
    const config = SessionConfig.withBallista({ 'ballista.scheduler.max_partitions_per_task': 1 });
    run.submit('j', planned([{ scan: 4 }], jobId('j')), config);
    run.submit('k', planned([{ scan: 2 }], jobId('k')), config);
    const byTask = (of: string): string[] =>
      run.launched
        .filter((one) => one.job === of)
        .sort((one, other) => one.bound.task.taskId - other.bound.task.taskId)
        .map((one) => one.executor);
    expect([byTask('j'), byTask('k')]).toEqual([
      ['a', 'b', 'c', 'a'],
      ['b', 'c'],
    ]);
  });

  test('the cap is that of each job', () => {
    const run = new CoreRun();
    run.register('a', 8);
    const one = SessionConfig.withBallista({ 'ballista.scheduler.max_partitions_per_task': 1 });
    run.submit('j', planned([{ scan: 2 }], jobId('j')), one);
    run.submit('k', planned([{ scan: 4 }], jobId('k')));
    expect(run.launched.map((task) => [task.job, task.bound.task.partitions.length])).toEqual([
      ['j', 1],
      ['j', 1],
      ['k', 4],
    ]);
  });

  test('vcores are never given out twice: what does not fit waits', () => {
    const run = new CoreRun();
    run.register('a', 3);
    run.submit('j', planned([{ scan: 5, hashInto: 1 }, { reads: [1] }], jobId('j')));
    run.submit('k', planned([{ scan: 1 }], jobId('k')));
    expect(run.launched.map((one) => one.bound.task.vcores)).toEqual([3]);
    const [first] = run.takeLaunched();
    run.report('a', ioError(first!.bound, 'x', jobId('j')));
    expect(run.launched.map((one) => one.bound.task.vcores)).toEqual([3]);
  });

  test('a policy of an embedder decides, and may decline', () => {
    const onlyB = {
      name: 'only-b',
      place: (slots: readonly { executor: { id: string }; freeVcores: number }[]) => ({
        next: () => slots.find((slot) => slot.executor.id === 'b' && slot.freeVcores > 0),
      }),
    };
    const run = new CoreRun({ distribution: onlyB as never });
    run.register('a');
    run.submit('j', job('j'));
    expect(run.launched).toEqual([]);
    run.register('b');
    expect(run.launched.map((one) => one.executor)).toEqual(['b']);
  });
});
