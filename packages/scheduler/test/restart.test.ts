import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import {
  DecodeError,
  FailedPreconditionError,
  InvalidArgumentError,
  IoError,
  silentLogger,
  UnavailableError,
} from '@ballista-ts/core';
import { tempDirectory, virtualClock } from '@ballista-ts/testing';
import { Code, type ConnectError } from '@connectrpc/connect';
import { describe, expect, test } from 'vitest';
import {
  createFileEventLog,
  createMemoryEventLog,
  createScheduler,
  type EventLog,
  type JobPlanner,
} from '../src/index.js';
import { Cluster, eventually, fixedPlanner, logicalQuery, twoStages } from './support/cluster.js';

/** What a log holds now, as the next process finds it when this one is killed. */
function killedNow(log: EventLog): EventLog {
  const copy = createMemoryEventLog();
  copy.append([...log.replay()]);
  return copy;
}

const jobsOf = (cluster: Cluster) => cluster.scheduler.serving.service.driver.core.jobs();
const idOf = (cluster: Cluster) => jobsOf(cluster)[0]!.request.jobId;
const statusOf = (cluster: Cluster) => cluster.scheduler.serving.service.driver.core.status(idOf(cluster))?.status.kind;

describe('a scheduler that is started again', () => {
  test('answers for a finished job, under its operation as well, with plans and warnings', async () => {
    const eventLog = createMemoryEventLog();
    await using first = new Cluster({ eventLog });
    await first.start({ name: 'a' });
    const statuses = await first.run({ operationId: 'op-1', settings: [{ key: 'no.such.key', value: '1' }] } as never);
    await using second = new Cluster({ eventLog: killedNow(eventLog) });
    second.add({ name: 'a' });
    expect((await second.run({ operationId: 'op-1' } as never)).at(-1)).toEqual(statuses.at(-1));
    expect(jobsOf(second).length).toBe(1);
    const { driver } = second.scheduler.serving.service;
    expect(driver.details(idOf(second))).toEqual({
      physicalPlan: 'the plan',
      followed: true,
      warnings: [expect.stringContaining('no.such.key')],
    });
  });

  test('plans a job again that was still being planned', async () => {
    const eventLog = createMemoryEventLog();
    const never: JobPlanner = { plan: () => new Promise(() => {}) };
    await using first = new Cluster({ eventLog, jobPlanner: never });
    await first.start({ name: 'a' });
    await first.client.executeQuery({ query: logicalQuery(), operationId: 'op-1' });
    const seen: unknown[] = [];
    const planner = fixedPlanner(twoStages);
    await using second = new Cluster({
      eventLog: killedNow(eventLog),
      jobPlanner: {
        plan(request) {
          seen.push(request.query.plan.kind);
          return planner.plan(request);
        },
      },
    });
    const executor = second.add({ name: 'a' });
    await eventually(() => statusOf(second) === 'successful');
    expect(seen).toEqual(['Projection']);
    expect(executor.tasks.length).toBeGreaterThan(0);
  });

  test('launches again what was running, under the same ids, and goes on when it is reported', async () => {
    const eventLog = createMemoryEventLog();
    await using first = new Cluster({ eventLog });
    const before = await first.start({ name: 'a', behaviour: () => 'hold' });
    await first.client.executeQuery({ query: logicalQuery() });
    await eventually(() => before.tasks.length > 0);
    await using second = new Cluster({ eventLog: killedNow(eventLog) });
    const after = second.add({ name: 'a' });
    await eventually(() => statusOf(second) === 'successful');
    const name = ({ stageId, taskId }: { readonly stageId: number; readonly taskId: number }) => `${stageId}/${taskId}`;
    expect(after.tasks.slice(0, before.tasks.length).map(name)).toEqual(before.tasks.map(name));
    // Later tasks get ids that no launch which the log may have lost can have had.
    expect(Math.min(...after.tasks.slice(before.tasks.length).map((task) => task.taskId))).toBe(100_000);
  });

  test('gives the tasks of an executor that is gone to another one', async () => {
    const eventLog = createMemoryEventLog();
    await using first = new Cluster({ eventLog });
    const gone = await first.start({ name: 'gone', behaviour: () => 'hold' });
    await first.client.executeQuery({ query: logicalQuery() });
    await eventually(() => gone.tasks.length > 0);
    await using second = new Cluster({ eventLog: killedNow(eventLog) });
    await second.start({ name: 'b' });
    await eventually(() => statusOf(second) === 'successful');
    const { core } = second.scheduler.serving.service.driver;
    expect(core.executors().map((one) => one.metadata.id)).toEqual(['b']);
  });

  test('goes on with what one that was closed left, without having failed it', async () => {
    await using temp = await tempDirectory();
    const dataDir = temp.join('data');
    {
      await using first = new Cluster({ dataDir });
      const held = await first.start({ name: 'a', behaviour: () => 'hold' });
      const watching = first.run({ operationId: 'op-1' } as never).catch((error: unknown) => error);
      await eventually(() => held.tasks.length > 0);
      await first.scheduler.close();
      expect((await watching) as ConnectError).toMatchObject({ code: Code.Unavailable });
      // What is reported now would be lost: it is to be kept for the next one.
      await expect(held.report(held.tasks[0]!, held.success(held.tasks[0]!))).rejects.toThrow('shutting down');
    }
    await using second = new Cluster({ dataDir });
    second.add({ name: 'a' });
    expect((await second.run({ operationId: 'op-1' } as never)).at(-1)?.status.kind).toBe('successful');
    expect(jobsOf(second).length).toBe(1);
  });

  test('cancels jobs whose followers do not come back in time, and no others', async () => {
    const eventLog = createMemoryEventLog();
    await using first = new Cluster({ eventLog });
    const held = await first.start({ name: 'a', vcores: 40, behaviour: () => 'hold' });
    await first.client.executeQuery({ query: logicalQuery() });
    const left = new AbortController();
    const following = [1, 2].map((index) =>
      first.run({ operationId: `op-${index}` } as never).catch((error: unknown) => error),
    );
    await eventually(() => held.tasks.length >= 3);
    const clock = virtualClock();
    const log = killedNow(eventLog);
    await first.scheduler.close();
    await Promise.all(following);
    await using second = new Cluster({ eventLog: log, clock });
    second.add({ name: 'a', vcores: 40, behaviour: () => 'hold' });
    const call = { signal: left.signal };
    const back = second.client.executeQueryPush({ query: logicalQuery(), operationId: 'op-2' }, call);
    await back[Symbol.asyncIterator]().next();
    const states = () =>
      jobsOf(second).map(({ request, cancelled }) => `${request.operationId.slice(0, 4)} ${cancelled}`);
    await clock.advance(59_000);
    expect(states().slice(1)).toEqual(['op-1 false', 'op-2 false']);
    await clock.advance(2_000);
    expect(states().slice(1)).toEqual(['op-1 true', 'op-2 false']);
    expect(states()[0]).toMatch(/ false$/);
    left.abort();
  });

  test('judges what has happened by the limits that held then, and what happens by its own', async () => {
    const eventLog = createMemoryEventLog();
    await using first = new Cluster({ eventLog, taskMaxFailures: 1, distribution: 'round-robin' });
    const ioError = { error: 'disk', retryable: true, countToFailures: true, reason: { kind: 'ioError' } } as const;
    await first.start({ name: 'a', behaviour: () => ({ kind: 'failed', failed: ioError }) });
    await first.run();
    expect(statusOf(first)).toBe('failed');
    await using second = new Cluster({ eventLog: killedNow(eventLog), taskMaxFailures: 7 });
    expect(statusOf(second)).toBe('failed');
  });

  test('forgets what is forgotten: the log of a scheduler that is started again holds living jobs only', async () => {
    const eventLog = createMemoryEventLog();
    await using first = new Cluster({ eventLog, finishedJobStateCleanUpMs: 1 });
    await first.start({ name: 'a' });
    await first.run();
    await eventually(() => jobsOf(first).length === 0);
    const grown = eventLog.size.appended;
    await using second = new Cluster({ eventLog });
    expect(jobsOf(second)).toEqual([]);
    expect(eventLog.size.rewritten).toBeLessThan(grown / 3);
  });
});

describe('a log that cannot be written', () => {
  test('stops the scheduler: nothing is acknowledged that is not kept', async () => {
    const log = createMemoryEventLog();
    let full = false;
    const eventLog: EventLog = {
      ...log,
      size: log.size,
      append(records) {
        if (full) throw new IoError('no space left on device');
        log.append(records);
      },
    };
    const failures: Error[] = [];
    await using cluster = new Cluster({ eventLog, onEventLogFailed: (error) => failures.push(error) });
    const executor = await cluster.start({ name: 'a', behaviour: () => 'hold' });
    await cluster.client.executeQuery({ query: logicalQuery() });
    await eventually(() => executor.tasks.length > 0);
    full = true;
    const [task] = executor.tasks;
    await expect(executor.report(task!, executor.success(task!))).rejects.toThrow('takes nothing in');
    await expect(cluster.client.executeQuery({ query: logicalQuery() })).rejects.toThrow('cannot write its event log');
    expect(failures.map((error) => error.message)).toEqual(['no space left on device']);
  });
});

describe('a data directory', () => {
  test('is one scheduler’s at a time, and free when it is closed', async () => {
    await using temp = await tempDirectory();
    const dataDir = temp.join('deep/data');
    const first = createScheduler({ dataDir });
    first.start();
    const second = createScheduler({ dataDir });
    expect(() => second.start()).toThrow(FailedPreconditionError);
    expect(() => second.start()).toThrow(`is in use by process ${process.pid}`);
    await second.close();
    await first.close();
    const third = createScheduler({ dataDir });
    third.start();
    await third.close();
    expect(readdirSync(dataDir)).toEqual([expect.stringMatching(/^events-\d{8}\.log$/)]);
  });

  test.each([
    ['that is gone', '4194303 1 ? x\n'],
    ['of the boot before', `1 1 00000000-0000-0000-0000-000000000000 x\n`],
    ['that has the id of another process now', `1 999999999999 ? x\n`],
    ['that is this one, in the life before', `${process.pid} 1 ? x\n`],
    ['that did not get to write its name', ''],
  ])('is taken over from a process %s', async (_what, token) => {
    await using temp = await tempDirectory();
    writeFileSync(temp.join('LOCK'), token);
    await using scheduler = createScheduler({ dataDir: temp.path });
    scheduler.start();
    expect(readFileSync(temp.join('LOCK'), 'utf8')).toMatch(new RegExp(`^${process.pid} `));
  });

  test('holds one segment, readable by its owner only; drafts and old ones go', async () => {
    await using temp = await tempDirectory();
    const log = createFileEventLog({ directory: temp.path, logger: silentLogger });
    expect([...log.replay()]).toEqual([]);
    for (let round = 0; round < 3; round += 1) {
      log.rewrite([Buffer.from('start')]);
      log.append([Buffer.from(`event ${round}`)]);
    }
    await log.close();
    writeFileSync(temp.join('events-00000004.log.tmp'), 'half a draft');
    const again = createFileEventLog({ directory: temp.path, logger: silentLogger });
    expect([...again.replay()].map(String)).toEqual(['start', 'event 2']);
    again.rewrite([]);
    expect(readdirSync(temp.path).toSorted()).toEqual(['LOCK', 'events-00000004.log']);
    await again.close();
  });

  test('with something else in it is refused, as is one from a later version', async () => {
    await using temp = await tempDirectory();
    const file = temp.join('events-00000001.log');
    const start = async (): Promise<unknown> => {
      const scheduler = createScheduler({ dataDir: temp.path });
      try {
        scheduler.start();
        return undefined;
      } catch (error) {
        return error;
      } finally {
        await scheduler.close();
      }
    };
    writeFileSync(file, 'hello');
    expect(await start()).toBeInstanceOf(DecodeError);
    expect(await start()).toMatchObject({ message: expect.stringContaining(`${file} is no event log`) });
    writeFileSync(file, Buffer.from('BTSLOG\u0000\u0002'));
    expect(await start()).toMatchObject({
      message: expect.stringContaining('has format 2, this scheduler reads format 1'),
    });
    mkdirSync(temp.join('x'));
    writeFileSync(temp.join('x/file'), '');
    const blocked = createScheduler({ dataDir: temp.join('x/file') });
    expect(() => blocked.start()).toThrow(IoError);
    await blocked.close();
  });

  test('and a log of the embedder’s exclude each other', () => {
    expect(() => createScheduler({ dataDir: 'x', eventLog: createMemoryEventLog() })).toThrow(InvalidArgumentError);
  });
});

test('a scheduler with a log takes nothing in before it was started', async () => {
  const scheduler = createScheduler({ eventLog: createMemoryEventLog() });
  expect(scheduler.serving.service.driver.isOpen).toBe(false);
  expect(() => scheduler.serving.service.checkOpen()).toThrow(UnavailableError);
  scheduler.start();
  expect(scheduler.serving.service.driver.isOpen).toBe(true);
  await scheduler.close();
});
