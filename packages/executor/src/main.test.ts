import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { NotYetSupportedError } from '@ballista-ts/core';
import { spawnNode, spawnProcess, type TempDirectory, type TestProcess, tempDirectory } from '@ballista-ts/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../test/eventually.js';
import { type FakeScheduler, fakeScheduler } from '../test/fake-scheduler.js';
import { executorCommand, executorOptionsFromFlags } from './main.js';

let scheduler: FakeScheduler;
let temporary: TempDirectory;
const processes: TestProcess[] = [];
beforeEach(async () => {
  scheduler = await fakeScheduler();
  temporary = await tempDirectory();
});
afterEach(async () => {
  for (const one of processes.splice(0)) await one.close();
  await scheduler.close();
  await temporary.close();
});

const dist = new URL('../dist/index.js', import.meta.url).href;
const program = `import { main } from ${JSON.stringify(dist)}; process.exit(await main(process.argv.slice(1)));`;
const arguments_ = (...more: string[]): string[] => [
  '--bind-port=0',
  '--bind-grpc-port=0',
  '--bind-health-port=0',
  '--vcores=1',
  '--scheduler-host=127.0.0.1',
  `--scheduler-port=${scheduler.port}`,
  ...more,
];

function start(...more: string[]): TestProcess {
  const one = spawnProcess(process.execPath, ['--input-type=module', '-e', program, '--', ...arguments_(...more)], {
    name: 'executor',
    env: { TMPDIR: temporary.path },
  });
  processes.push(one);
  return one;
}

describe('the process', () => {
  test('says on which ports it is, ends well on SIGTERM, and leaves no temporary directory', async () => {
    const one = start();
    const [, id] = await one.waitForLine(/^executor (\S+) started: flight \d+, grpc \d+, health \d+$/);
    expect(scheduler.registrations[0]!.id).toBe(id);
    expect((await readdir(temporary.path)).length).toBe(1);
    one.signal('SIGTERM');
    expect(await one.exited).toEqual({ code: 0, signal: null });
    expect(scheduler.stopped).toEqual(['got SIGTERM']);
    expect(await readdir(temporary.path)).toEqual([]);
  });

  test('when killed leaves a temporary directory that the next start removes', async () => {
    const first = start();
    await first.waitForLine(/started/);
    const [left] = await readdir(temporary.path);
    first.signal('SIGKILL');
    await first.exited;
    expect(existsSync(temporary.join(left!))).toBe(true);
    const second = start();
    await second.waitForLine(/started/);
    const now = await readdir(temporary.path);
    expect(now.length).toBe(1);
    expect(now).not.toEqual([left]);
  });

  test('exits with 1 and one clear line when the scheduler is not there or a port is taken', async () => {
    await scheduler.close();
    const lonely = start();
    expect((await lonely.exited).code).toBe(1);
    expect(lonely.stderr.trimEnd().split('\n').at(-1)).toContain(
      `ballista-executor: cannot register with the scheduler at 127.0.0.1:${scheduler.port}`,
    );
    expect(await readdir(temporary.path)).toEqual([]);
  });

  test('exits with 1 and the reason after five failed heartbeats', async () => {
    scheduler.onCall = (method) => {
      if (method === 'heartbeat') throw new NotYetSupportedError('your kind of executor');
      return undefined;
    };
    const one = start('--executor-heartbeat-interval-seconds=1');
    expect((await one.exited).code).toBe(1);
    expect(one.stderr).toContain('ballista-executor: 5 heartbeats in a row failed');
    expect(one.stderr).toContain('your kind of executor is not supported yet');
  });

  test('ends soon after the process that started it was killed', async () => {
    const child = [process.execPath, '--input-type=module', '-e', program, '--', ...arguments_('--exit-with-parent')];
    const script = await temporary.write(
      'parent.mjs',
      `import { spawn } from 'node:child_process';
       const [command, ...rest] = ${JSON.stringify(child)};
       spawn(command, rest, { stdio: ['pipe', 'inherit', 'inherit'] });
       setInterval(() => {}, 1000);`,
    );
    const parent = spawnNode(script, [], { env: { TMPDIR: temporary.path } });
    processes.push(parent);
    await parent.waitForLine(/executor \S+ started/);
    parent.signal('SIGKILL');
    const killed = Date.now();
    await eventually(async () => (await parent.survivors()).length === 0, 'the executor is gone', 6000);
    expect(Date.now() - killed).toBeLessThan(3000);
    expect(scheduler.stopped).toEqual(['the process that started it is gone']);
  });
});

describe('flags', () => {
  const parse = (...argv: string[]) => executorOptionsFromFlags(executorCommand().parse(argv, { from: 'user' }).opts());

  test('have the defaults of the documentation', () => {
    const { logger: _, ...options } = parse();
    expect(options).toEqual({
      bindHost: '127.0.0.1',
      port: 50051,
      grpcPort: 50052,
      healthPort: 50053,
      schedulerHost: 'localhost',
      schedulerPort: 50050,
      schedulerConnectTimeoutMs: 0,
      vcores: 0,
      memoryPoolFraction: 0.7,
      heartbeatIntervalMs: 60_000,
      clientTtlMs: 30_000,
      metrics: 'proc',
      jobDataCleanUpIntervalMs: 0,
      jobDataTtlMs: 604_800_000,
    });
  });

  test('set what they say', () => {
    expect(
      parse(
        '-c',
        '3',
        '-p',
        '0',
        '-m',
        'all',
        '--memory-pool-size',
        '8GiB',
        '--memory-pool-fraction',
        '0.5',
        '--work-dir',
        '/w',
        '--external-host',
        'node-1',
        '--client-ttl',
        '0',
        '--scheduler-connect-timeout-seconds',
        '30',
        '--extensions',
        './x.mjs',
      ),
    ).toMatchObject({
      vcores: 3,
      port: 0,
      metrics: 'all',
      memoryPoolSize: 8 * 2 ** 30,
      memoryPoolFraction: 0.5,
      workDir: '/w',
      externalHost: 'node-1',
      clientTtlMs: 0,
      schedulerConnectTimeoutMs: 30_000,
      extensions: `file://${process.cwd()}/x.mjs`,
    });
    expect(parse('--concurrent-tasks', '5').vcores).toBe(5);
  });

  test('that are wrong, unknown, or not there yet are refused by name', () => {
    for (const argv of [
      ['-c', 'x'],
      ['-c', '-1'],
      ['--metrics', 'some'],
      ['--memory-pool-size', 'lots'],
      ['--memory-pool-fraction', '2'],
      ['--nope'],
      ['extra'],
    ]) {
      expect(() => parse(...argv), argv.join(' ')).toThrow();
    }
    for (const [argv, feature] of [
      [['-s', 'pull-staged'], 'pull scheduling'],
      [['--log-dir', '/tmp'], 'log files'],
      [['--print-thread-info'], 'log lines with threads'],
      [['--tls-cert', 'x'], 'TLS'],
      [['--session-runtime-cache-capacity', '4'], 'session runtime cache'],
    ] as const) {
      expect(() => parse(...argv)).toThrow(NotYetSupportedError);
      expect(() => parse(...argv)).toThrow(feature);
    }
  });
});
