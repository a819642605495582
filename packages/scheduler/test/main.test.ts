import { fileURLToPath } from 'node:url';
import { SchedulerGrpc } from '@ballista-ts/core/proto/ballista';
import { spawnNode } from '@ballista-ts/testing';
import { createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { lineLogger } from '../src/main/console-logger.js';
import { main } from '../src/main.js';

const script = (name: string): string => fileURLToPath(new URL(`support/${name}`, import.meta.url));
const listening = /^ballista scheduler listening on 127\.0\.0\.1:(\d+)$/m;

describe('the command line', () => {
  afterEach(() => void vi.restoreAllMocks());
  const stderr = (): string[] => {
    const lines: string[] = [];
    vi.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
    return lines;
  };

  test.each([
    [['--nope'], "error: unknown option '--nope'\n"],
    [['--bind-port', '70000'], 'it must be a whole number from 0 to 65535.'],
    [['--bind-port', '-1'], 'it must be a whole number'],
    [['--task-max-failures', '0'], 'it must be a whole number from 1.'],
    [['--task-distribution', 'chaos'], 'Allowed choices are bias, round-robin.'],
    [
      ['--scheduler-policy', 'pull-staged'],
      'Error: scheduler policy pull-staged is not supported yet: use push-staged\n',
    ],
    [['--log-dir', '/tmp/x'], 'Error: scheduler flag --log-dir is not supported yet\n'],
    [['--enable-embedded-flight-proxy'], 'Error: scheduler flag --enable-embedded-flight-proxy is not supported yet\n'],
    [['extra'], 'too many arguments'],
  ])('%j is refused', async (argv, text) => {
    const lines = stderr();
    expect(await main(argv)).toBe(1);
    expect(lines.join('')).toContain(text);
  });

  test('help names every flag that works and none that does not', async () => {
    let help = '';
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      help += String(text);
      return true;
    });
    expect(await main(['--help'])).toBe(0);
    for (const flag of ['--bind-host', '-p, --bind-port', '--min-ready-executors', '--exit-with-parent']) {
      expect(help).toContain(flag);
    }
    expect(help).not.toContain('--log-dir');
  });
});

test('a log line is one line, with what it is about', () => {
  const lines: string[] = [];
  const logger = lineLogger('info', (line) => lines.push(line));
  logger.debug('unseen');
  logger.warn('executor\nlost', { executorId: 'a', reason: 'no "answer"', ms: 5, gone: undefined });
  expect(lines).toEqual([
    expect.stringMatching(/^\S+Z WARN {2}executor lost executorId=a reason="no \\"answer\\"" ms=5 gone=undefined\n$/),
  ]);
});

describe('the process', () => {
  test('prints its port, serves, and ends quietly on SIGTERM', async () => {
    await using scheduler = spawnNode(script('run-main.mjs'), ['--bind-port', '0', '--external-host', 'here']);
    const [, port] = await scheduler.waitForLine(listening);
    const transport = createGrpcTransport({ baseUrl: `http://127.0.0.1:${port}`, acceptCompression: [] });
    const { sessionId } = await createClient(SchedulerGrpc, transport).createUpdateSession({ sessionId: 's' });
    expect(sessionId).toBe('s');
    expect(await (await fetch(`http://127.0.0.1:${port}/healthz`)).text()).toBe('ok');
    await scheduler.waitForLine(`scheduler started schedulerId=here:${port}`);
    scheduler.signal('SIGTERM');
    expect(await scheduler.exited).toEqual({ code: 0, signal: null });
  });

  test('says clearly that its port is taken', async () => {
    await using first = spawnNode(script('run-main.mjs'), ['--bind-port', '0']);
    const [, port] = await first.waitForLine(listening);
    await using second = spawnNode(script('run-main.mjs'), ['--bind-port', port!]);
    expect(await second.exited).toEqual({ code: 1, signal: null });
    expect(second.stderr).toMatch(/^Error: cannot listen on 127\.0\.0\.1:\d+: .*EADDRINUSE.*\n$/);
  });

  test('ends with the process that started it, when told to', async () => {
    await using parent = spawnNode(script('run-orphan.mjs'), ['--bind-port', '0', '--exit-with-parent']);
    await parent.exited;
    await parent.assertGone({ timeoutMs: 5_000 });
  });
});
