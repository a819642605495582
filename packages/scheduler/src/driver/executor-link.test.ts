import {
  type JobId,
  jobId,
  operationId,
  SessionConfig,
  schedulerId,
  sessionId,
  silentLogger,
  systemClock,
} from '@ballista-ts/core';
import { type CancelTasksParams, ExecutorGrpc } from '@ballista-ts/core/proto/ballista';
import { Code, ConnectError, createRouterTransport } from '@connectrpc/connect';
import { expect, test } from 'vitest';
import { eventually } from '../../test/support/cluster.js';
import { GraphRun } from '../../test/support/graph-run.js';
import { executor, planned } from '../../test/support/stages.js';
import type { TaskLaunch } from '../core/effects.js';
import { ExecutorLink } from './executor-link.js';
import { createTaskEncoder } from './task-message.js';

/** A link to an executor whose answers to each call are given: an error code, or that it is fine. */
function linkTo(answers: { readonly cancel?: (Code | 'ok')[]; readonly launch?: (Code | 'ok')[] }) {
  const lost: string[] = [];
  const rejected: [JobId, string][] = [];
  const calls: string[] = [];
  let broken = (): void => {};
  const answer = (what: string, from: (Code | 'ok')[] | undefined): void => {
    calls.push(what);
    const code = from?.shift() ?? 'ok';
    if (code !== 'ok') throw new ConnectError('no', code);
  };
  const transport = createRouterTransport((router) => {
    router.service(ExecutorGrpc, {
      cancelTasks: ({ taskInfos }: CancelTasksParams) => {
        answer(taskInfos.length === 0 ? 'probe' : 'cancel', answers.cancel);
        return {};
      },
      launchMultiTask: ({ multiTasks }) => {
        answer(`launch ${multiTasks.length}`, answers.launch);
        return { success: true };
      },
    });
  });
  const link = new ExecutorLink({
    executor: executor('e'),
    schedulerId: schedulerId('s'),
    connection: {
      transport,
      onBroken: (listener) => {
        broken = listener;
      },
      close: () => void calls.push('hang up'),
    },
    // No need to wait for real between two tries.
    clock: { now: systemClock.now, setTimeout: (callback) => systemClock.setTimeout(callback, 0) },
    logger: silentLogger,
    encodeTask: createTaskEncoder([]),
    maxLaunchBytes: 1_000_000,
    onLost: (reason) => void lost.push(reason),
    onRejected: (job, error) => void rejected.push([job, error]),
  });
  return { link, lost, rejected, calls, break: () => broken() };
}

function launches(count: number): TaskLaunch[] {
  const run = new GraphRun(planned([{ scan: count }]));
  const job = {
    jobId: jobId('job-1'),
    jobName: '',
    sessionId: sessionId('s'),
    operationId: operationId('o'),
    config: SessionConfig.withBallista(),
  };
  return run.bindAll(['e']).map((bound) => ({ job, bound }));
}

test.each([
  ['refused', Code.Unavailable],
  ['reset', Code.Aborted],
  ['cut', Code.Canceled],
])('a connection that is %s three times in a row is the end of an executor', async (_how, code) => {
  const { lost, calls, ...world } = linkTo({ cancel: [code, code, code] });
  world.break();
  await eventually(() => lost.length === 1);
  expect(lost).toEqual(['its connection was closed, and it does not answer: no']);
  expect(calls).toEqual(['probe', 'probe', 'probe']);
});

test.each([
  ['an answer', 'ok' as const],
  ['a refusal', Code.PermissionDenied],
])('%s to a probe is a sign of life', async (_what, code) => {
  const { lost, calls, ...world } = linkTo({ cancel: [Code.Unavailable, code] });
  world.break();
  await eventually(() => calls.length === 2);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(lost).toEqual([]);
});

test('a port that now belongs to something else is the end of an executor', async () => {
  const { lost, ...world } = linkTo({ cancel: [Code.Unimplemented] });
  world.break();
  await eventually(() => lost.length === 1);
});

test('suspicions that come while one is looked into are one', async () => {
  const { calls, link } = linkTo({});
  for (let count = 0; count < 5; count += 1) link.suspect('x');
  await eventually(() => calls.length > 0);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(calls).toEqual(['probe']);
});

test.each([
  ['is tried again when the connection broke', [Code.Aborted, 'ok' as const], [], []],
  ['gives up when it breaks again and again', [Code.Aborted, Code.Aborted, Code.Aborted], [expect.any(String)], []],
  ['does not insist when the executor did not answer in time', [Code.DeadlineExceeded], [expect.any(String)], []],
  ['meets somebody else at the port', [Code.Unimplemented], [expect.any(String)], []],
  ['is the job’s fault when the executor cannot read it', [Code.InvalidArgument], [], [['job-1', expect.any(String)]]],
])('a launch %s', async (_what, launch, lost, rejected) => {
  const world = linkTo({ launch: [...launch] });
  const tries = launch.length;
  world.link.launch(launches(1));
  await eventually(() => world.calls.length === tries);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect([world.lost, world.rejected, world.calls.length]).toEqual([lost, rejected, tries]);
});

test('launches of one turn go out in one call, cancels behind them, and nobody hangs up before', async () => {
  const { link, calls } = linkTo({});
  const [one, two, three] = launches(3);
  link.launch([one!]);
  link.launch([two!]);
  link.cancel(jobId('job-1'), [{ stageId: 1, taskId: 0 }]);
  link.launch([three!]);
  await link.close();
  expect(calls).toEqual(['launch 2', 'cancel', 'launch 1', 'hang up']);
});

test('a link that was closed suspects nobody', async () => {
  const { link, lost, calls, ...world } = linkTo({ cancel: [Code.Unavailable, Code.Unavailable, Code.Unavailable] });
  await link.close();
  world.break();
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect([lost, calls]).toEqual([[], ['hang up']]);
});
