import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tempDirectory } from './temp-directory.js';

test('a temporary directory is gone after its scope, with everything in it', async () => {
  let path: string;
  {
    await using dir = await tempDirectory();
    path = dir.path;
    const file = await dir.write('a/b/c.txt', 'hello');
    expect(file).toBe(dir.join('a', 'b', 'c.txt'));
    expect(readFileSync(file, 'utf8')).toBe('hello');
  }
  expect(existsSync(path)).toBe(false);
});

test('two temporary directories never meet', async () => {
  await using one = await tempDirectory();
  await using two = await tempDirectory();
  expect(one.path).not.toBe(two.path);
});

test('closing twice is harmless', async () => {
  const dir = await tempDirectory();
  await dir.close();
  await dir.close();
  expect(existsSync(dir.path)).toBe(false);
});

test('a path that leads outside is refused', async () => {
  await using dir = await tempDirectory();
  expect(() => dir.join('..', 'other')).toThrow('leads out of');
  await expect(dir.write('../other.txt', 'x')).rejects.toThrow('leads out of');
});

test('a process that exits without disposing leaves nothing behind', () => {
  const module = new URL('../dist/temp-directory.js', import.meta.url).href;
  const script = `import { tempDirectory } from ${JSON.stringify(module)}; process.stdout.write((await tempDirectory()).path); process.exit(3);`;
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(status).toBe(3);
  expect(stdout).not.toBe('');
  expect(existsSync(stdout)).toBe(false);
});
