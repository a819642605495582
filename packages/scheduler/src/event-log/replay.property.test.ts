import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DecodeError, type JobId, SessionConfig, schedulerId, silentLogger } from '@ballista-ts/core';
import { createFunctionRegistry } from '@ballista-ts/functions';
import { recordingLogger, tempDirectory } from '@ballista-ts/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CoreRun, type Launched, ofKind } from '../../test/support/core-run.js';
import { planned, type StageShape, succeeded } from '../../test/support/stages.js';
import { clearUp, happening, play, shapes } from '../../test/support/weather.js';
import { roundRobinDistribution, type TaskDistribution } from '../core/distribution.js';
import { checkCoreInvariants } from '../core/invariants.js';
import { defaultCoreOptions, type SchedulerCoreOptions } from '../core/options.js';
import type { SchedulerCore } from '../core/scheduler-core.js';
import { createMemoryEventLog, type EventLog } from './event-log.js';
import { createFileEventLog } from './file-event-log.js';
import { Journal } from './journal.js';
import { createRecordCodec } from './record.js';
import { RecordedPlacements } from './recorded-placements.js';

const codec = createRecordCodec({
  functions: createFunctionRegistry(),
  logicalCodecs: [],
  physicalCodecs: [],
  sessionConfig: () => SessionConfig.withBallista(),
});
const noExtras = () => ({});

/** Remembers nothing but what it is asked, and so cannot be replayed by asking it again. */
function whimsical(): TaskDistribution {
  let turn = 0;
  return {
    name: 'whimsical',
    place: (slots) => ({
      next() {
        turn += 1;
        const free = slots.filter((slot) => slot.freeVcores > 0);
        return turn % 7 === 0 ? undefined : free[turn % Math.max(free.length, 1)];
      },
    }),
  };
}

/** A core whose every event goes into a log. */
function recorded(log: EventLog, distribution: TaskDistribution, rewriteAfterBytes?: number) {
  const placements = new RecordedPlacements(distribution);
  const options: SchedulerCoreOptions = {
    ...defaultCoreOptions,
    schedulerId: schedulerId('s'),
    distribution: placements,
  };
  const journal = new Journal({
    log,
    codec,
    logger: silentLogger,
    ...(rewriteAfterBytes !== undefined && { rewriteAfterBytes }),
  });
  journal.recover();
  const run = new CoreRun(options, (event) => {
    journal.prepare(event)({ placements: placements.take(), threw: false, extras: {} });
    journal.rewriteIfDue(run.core, options, noExtras);
  });
  journal.rewrite(run.core, options, noExtras);
  return { run, journal, options };
}

const recover = (log: EventLog) => new Journal({ log, codec, logger: silentLogger }).recover()!;

/** All that can be seen of a core, plans with filled-in readers included. */
const seen = (core: SchedulerCore) => ({
  executors: core.executors(),
  active: core.activeJobs().map((job) => job.request.jobId),
  jobs: core.jobs().map(({ graph, ...job }) => ({
    ...job,
    held: core.jobOfOperation(job.request.operationId),
    status: core.status(job.request.jobId),
    ended: graph?.ended,
    waiting: graph?.pendingPartitions(),
    stages: graph?.stages.map((stage) => ({
      ...stage,
      // A finished stage may have forgotten where its inputs were.
      resolvedPlan: stage.state === 'running' || stage.state === 'resolved' ? stage.resolvedPlan : undefined,
      inputLocations: [...stage.inputLocations],
      tasks:
        'tasks' in stage ? { all: [...stage.tasks], nextId: stage.tasks.nextId, running: stage.tasks.running } : [],
      pending: stage.state === 'running' ? stage.pending.toArray() : [],
    })),
  })),
});

test('whatever happened, a log leads to the very same state, and from there to the end of every job', () => {
  fc.assert(
    fc.property(
      fc.array(shapes, { minLength: 1, maxLength: 2 }),
      fc.array(happening, { maxLength: 60 }),
      fc.constantFrom(undefined, 1, 5_000, 40_000),
      (jobs, happenings, rewriteAfterBytes) => {
        const log = createMemoryEventLog();
        const { run } = recorded(log, whimsical(), rewriteAfterBytes);
        const { ids, open } = play(run, jobs, happenings);
        const { core: found } = recover(log);
        expect(found).toEqual(run.core.snapshot());

        const again = new CoreRun({ distribution: roundRobinDistribution() });
        again.now = run.now;
        again.core.restore(found);
        checkCoreInvariants(again.core);
        expect(seen(again.core)).toEqual(seen(run.core));
        expect(again.core.snapshot()).toEqual(run.core.snapshot());
        // What runs is launched again under the ids that it has.
        again.apply({ kind: 'schedulerRestarted' });
        const launched = again.takeLaunched();
        const names = (tasks: readonly Launched[]) =>
          new Set(tasks.map(({ job, bound }) => `${job} ${bound.stageId} ${bound.task.taskId}`));
        const running = [...names(open)].filter((name) => isRunning(run.core, name));
        expect([...names(launched)]).toEqual(expect.arrayContaining(running));
        clearUp(again, launched);
        for (const id of ids) expect(['successful', 'failed']).toContain(again.core.status(id)?.status.kind);
        for (const { usedVcores } of again.core.executors()) expect(usedVcores).toBe(0);
      },
    ),
    { numRuns: 150 },
  );
});

function isRunning(core: SchedulerCore, name: string): boolean {
  const [job, stageId, taskId] = name.split(' ');
  return (core.job(job as JobId)?.graph?.runningTasks() ?? []).some(
    (bound) => bound.stageId === Number(stageId) && bound.task.taskId === Number(taskId),
  );
}

const threeStages: StageShape[] = [{ scan: 3, hashInto: 2 }, { reads: [1], hashInto: 2 }, { reads: [2] }];

test('a scheduler that is killed after any event of a job goes on from there, and no finished task runs again', () => {
  // The same story, cut off after each of its events.
  for (let last = 1, cut = true; cut; last += 1) {
    const log = createMemoryEventLog();
    let events = 0;
    const { run } = recorded(log, roundRobinDistribution());
    const apply = run.core.apply.bind(run.core);
    const stop = new Error('killed');
    run.core.apply = (event) => {
      if (events === last) throw stop;
      events += 1;
      return apply(event);
    };
    try {
      run.register('a', 2);
      run.register('b', 2);
      run.submit('j', planned(threeStages, 'j' as JobId));
      run.runAll();
      cut = false;
    } catch (error) {
      if (error !== stop) throw error;
    }
    const again = new CoreRun({ distribution: roundRobinDistribution() });
    again.now = run.now;
    again.core.restore(recover(log).core);
    const done = finishedTasks(again.core);
    const effects = again.apply({ kind: 'schedulerRestarted' });
    for (const { job } of ofKind(effects, 'planJob')) {
      again.apply({ kind: 'jobPlanned', jobId: job.jobId, stages: planned(threeStages, job.jobId) });
    }
    const launched = [...again.launched];
    again.runAll();
    const [job] = again.core.jobs();
    // Killed before the job came: its client submits it anew.
    if (job === undefined) continue;
    expect(again.status(job.request.jobId)).toBe('successful');
    for (const name of done) {
      expect(launched.map(({ bound }) => `${bound.stageId}/${bound.task.taskId}`)).not.toContain(name);
    }
    expect(finishedTasks(again.core)).toEqual(expect.arrayContaining(done));
    for (const stage of job.graph!.stages) {
      const partitions = 'tasks' in stage ? [...stage.tasks].flatMap((task) => task.partitions) : [];
      expect(partitions.toSorted()).toEqual(Array.from({ length: stage.partitionCount }, (_, index) => index));
    }
  }
});

const finishedTasks = (core: SchedulerCore): string[] =>
  core
    .jobs()
    .flatMap(({ graph }) =>
      (graph?.stages ?? []).flatMap((stage) =>
        'tasks' in stage
          ? [...stage.tasks].flatMap((task) =>
              task.status.kind === 'successful' ? [`${stage.stageId}/${task.taskId}`] : [],
            )
          : [],
      ),
    );

test('a log that is cut anywhere in its last record leads to the state before it; damage before that is told', async () => {
  await using temp = await tempDirectory();
  const directory = temp.join('data');
  const log = createFileEventLog({ directory, logger: silentLogger });
  const { run, journal } = recorded(log, roundRobinDistribution());
  run.register('a', 2);
  run.submit('j', planned(threeStages, 'j' as JobId));
  const [first, second] = run.takeLaunched();
  run.report('a', succeeded(first!.bound, undefined, first!.job));
  const before = run.core.snapshot();
  const [segment] = readdirSync(directory).filter((name) => name.endsWith('.log'));
  const file = join(directory, segment!);
  const lengthBefore = readFileSync(file).length;
  for (const task of [second, ...run.takeLaunched()]) {
    if (task === undefined) continue;
    run.report('a', succeeded(task.bound, undefined, task.job));
    break;
  }
  const after = run.core.snapshot();
  expect(after).not.toEqual(before);
  await journal.close();
  const whole = readFileSync(file);

  const read = async (bytes: Uint8Array) => {
    writeFileSync(file, bytes);
    const logger = recordingLogger();
    const reopened = createFileEventLog({ directory, logger });
    try {
      return { core: recover(reopened).core, text: logger.text() };
    } finally {
      await reopened.close();
    }
  };
  for (let length = lengthBefore; length < whole.length; length += 1) {
    const { core, text } = await read(whole.subarray(0, length));
    expect(core).toEqual(before);
    expect(text.includes('cut off')).toBe(length > lengthBefore);
  }
  expect((await read(whole)).core).toEqual(after);
  // Zeros, as a file system leaves them after a power failure.
  expect((await read(Buffer.concat([whole, Buffer.alloc(5000)]))).core).toEqual(after);

  const damaged = Buffer.from(whole);
  const start = whole.indexOf('BTSR', whole.indexOf('"jobQueued"'));
  for (let at = start; at < start + 40; at += 1) {
    damaged[at]! ^= 0x55;
    const error = await read(damaged).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(DecodeError);
    expect((error as Error).message).toContain(`${file} is damaged at offset ${start} (of ${whole.length})`);
    damaged[at]! ^= 0x55;
  }
});
