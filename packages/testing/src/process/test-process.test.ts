import { expect, test } from 'vitest';
import { spawnNode, spawnProcess, type TestProcess } from './test-process.js';

const node = (code: string, args: readonly string[] = []) =>
  spawnProcess(process.execPath, ['-e', code, '--', ...args], { name: 'script' });

/** A parent that starts a grandchild which ignores SIGTERM, and says both ids. */
const parentWithStubbornChild = `
  const { spawn } = require('node:child_process');
  const child = spawn(process.execPath, ['-e', "process.on('SIGTERM', () => {}); console.log('up'); setInterval(() => {}, 1000)"], { stdio: ['ignore', 'pipe', 'inherit'] });
  child.stdout.on('data', () => console.log('child', child.pid));
  setInterval(() => {}, 1000);`;

test('output, exit code and input of a process are seen', async () => {
  await using child = spawnProcess(
    process.execPath,
    [
      '-e',
      "process.stdin.on('data', (d) => console.log('got', String(d))); process.stdin.on('end', () => { console.error('bye'); process.exit(7); })",
    ],
    { input: 'hello' },
  );
  expect(await child.exited).toEqual({ code: 7, signal: null });
  expect(child.stdout).toBe('got hello\n');
  expect(child.stderr).toBe('bye\n');
});

test('a line is found whether it comes before or after the question, with its groups', async () => {
  await using child = node(
    "console.log('listening on 1234'); setTimeout(() => console.error('ready'), 100); setInterval(() => {}, 1000)",
  );
  const match = await child.waitForLine(/listening on (\d+)/);
  expect(match[1]).toBe('1234');
  await child.waitForLine('ready');
  await child.waitForLine('listening');
});

test('half a line does not count as a line', async () => {
  await using child = node(
    "process.stdout.write('port 12'); setTimeout(() => process.stdout.write('34\\n'), 150); setInterval(() => {}, 1000)",
  );
  expect((await child.waitForLine(/port (\d+)/))[1]).toBe('1234');
});

test('waiting for a line of a process that ends tells how it ended and what it said', async () => {
  await using child = node("console.error('no such file'); process.exit(3)");
  await expect(child.waitForLine('ready')).rejects.toThrow(
    /no line matches ready: script \(pid \d+\) ended with code 3[\s\S]*no such file/,
  );
});

test('waiting for a line that never comes ends in time', async () => {
  await using child = node('setInterval(() => {}, 1000)');
  await expect(child.waitForLine('ready', { timeoutMs: 50 })).rejects.toThrow(
    'no line matched ready within 50 ms: script',
  );
});

test('a command that does not exist is an ended process with a reason', async () => {
  await using child = spawnProcess('/nonexistent/command');
  expect(await child.exited).toEqual({ code: null, signal: null });
  await expect(child.waitForLine('x')).rejects.toThrow('could not be started');
});

test('a grandchild whose parent was killed is still found, named, and ended with the test', async () => {
  let child: TestProcess;
  {
    await using started = node(parentWithStubbornChild);
    child = started;
    const grandchild = Number((await child.waitForLine(/child (\d+)/))[1]);
    expect((await child.survivors()).toSorted()).toEqual([child.pid, grandchild].toSorted());
    child.signal('SIGKILL');
    await expect(child.assertGone({ timeoutMs: 200 })).rejects.toThrow(`still alive after 200 ms: pid ${grandchild}.`);
  }
  expect(await child.survivors()).toEqual([]);
});

test('a process that is gone passes the check', async () => {
  await using child = node('');
  await child.exited;
  await child.assertGone({ timeoutMs: 0 });
});

test('a Node script gets its arguments', async () => {
  await using dir = await (await import('../temp-directory.js')).tempDirectory();
  const script = await dir.write('script.mjs', 'console.log(process.argv.slice(2).join("+"), process.env.EXTRA)');
  await using child = spawnNode(script, ['a', 'b'], { env: { EXTRA: 'yes' }, cwd: dir.path });
  await child.exited;
  expect(child.stdout).toBe('a+b yes\n');
  expect(child.describe()).toContain('script.mjs (pid');
});
