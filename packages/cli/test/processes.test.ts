import { fileURLToPath } from 'node:url';
import { spawnNode, spawnProcess, type TestProcess, tempDirectory } from '@ballista-ts/testing';
import { describe, expect, test } from 'vitest';

const bin = (name: string): string => fileURLToPath(new URL(`../bin/${name}.js`, import.meta.url));
const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Hours of work in little text. */
const endless =
  'SELECT count(*) FROM generate_series(1, 100000) AS a(x), generate_series(1, 100000) AS b(y) WHERE x * y % 7 = 3';

async function run(name: string, args: readonly string[], input?: string) {
  await using child = spawnNode(bin(name), args, input === undefined ? {} : { input });
  const { code } = await child.exited;
  return { code, stdout: child.stdout, stderr: child.stderr };
}

describe('the process ballista', () => {
  test('refuses a setting that there is not with one clear error', async () => {
    const { code, stdout, stderr } = await run('ballista', ['sql', '--set', 'ballista.nope=1', '-c', 'select 1']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^Error: configuration key `nope` does not exist[^\n]*\n$/);
  });

  test('reads standard input when no statement is given', async () => {
    const args = ['sql', '--vcores', '1', '--format', 'tsv'];
    expect(await run('ballista', args, "SELECT 1 AS a, 'x' AS b")).toEqual({
      code: 0,
      stdout: 'a\tb\n1\tx\n',
      stderr: '',
    });
  });

  test('ends quietly when the reader of its output has seen enough', async () => {
    const statements = `-c "SELECT * FROM generate_series(1, 200000)" -c "SELECT 'unreachable'"`;
    await using child = spawnProcess('sh', [
      '-c',
      `"${process.execPath}" "${bin('ballista')}" sql --vcores 1 --format csv ${statements} | head -2`,
    ]);
    await child.exited;
    expect(child.stdout).toBe('value\n1\n');
    expect(child.stderr).toBe('');
    await child.assertGone();
  });

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('cancels its query at %s and leaves nothing behind', async (signal, expected) => {
    const args = ['sql', '--vcores', '1', '--format', 'csv', '-c', 'SELECT 1 AS x', '-c', endless];
    await using child = spawnNode(bin('ballista'), args);
    await child.waitForLine(/^1$/);
    await new Promise((resolve) => setTimeout(resolve, 300));
    child.signal(signal);
    expect(await child.exited).toEqual({ code: expected, signal: null });
    expect(child.stderr).toBe(`Error: stopped by ${signal}\n`);
    await child.assertGone();
  });

  test('is there for npx in a clone of the repository', async () => {
    await using child = spawnProcess('npx', ['--no', 'ballista', '--version'], { cwd: root });
    expect((await child.exited).code).toBe(0);
    expect(child.stdout).toMatch(/^\d+\.\d+\.\d+/);
  });
});

test('a cluster of these commands, under both of their names, answers ballista-cli and ends when it is told to', async () => {
  await using dir = await tempDirectory('ballista-cli');
  const processes: TestProcess[] = [];
  try {
    const host = ['--bind-host', '127.0.0.1'];
    const scheduler = spawnNode(bin('ballista'), ['scheduler', ...host, '--bind-port', '0']);
    processes.push(scheduler);
    const [, port = ''] = await scheduler.waitForLine(/listening on \S+:(\d+)/);
    const flags = [
      ...[...host, '--bind-port', '0', '--bind-grpc-port', '0', '--bind-health-port', '0', '--vcores', '1'],
      ...['--scheduler-host', '127.0.0.1', '--scheduler-port', port],
    ];
    const first = spawnNode(bin('ballista'), ['executor', ...flags, '--work-dir', dir.join('e1')]);
    const second = spawnNode(bin('ballista-executor'), [...flags, '--work-dir', dir.join('e2')]);
    processes.push(first, second);
    await Promise.all([first, second].map((one) => one.waitForLine(/^executor \S+ started/)));
    const at = ['--host', '127.0.0.1', '--port', port];
    expect(
      await run('ballista-cli', [...at, '--format', 'nd-json', '-c', 'SELECT 1 AS x UNION ALL SELECT 2 ORDER BY x']),
    ).toEqual({ code: 0, stdout: '{"x":1}\n{"x":2}\n', stderr: '' });
    for (const one of [first, second, scheduler]) {
      one.signal('SIGTERM');
      expect((await one.exited).code).toBe(0);
    }
  } finally {
    await Promise.all(processes.map((one) => one.close()));
  }
});
