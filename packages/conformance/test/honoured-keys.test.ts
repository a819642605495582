import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtinDefinitions } from '@ballista-ts/core';
import { expect, test } from 'vitest';

const packages = fileURLToPath(new URL('../../', import.meta.url));
/** The registry's own tests set every key; they do not show that anything acts on it. */
const registryTests = join(packages, 'core', 'src', 'config');

async function* testFiles(directory: string): AsyncGenerator<string> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) {
      if (entry.name !== 'node_modules' && entry.name !== 'dist' && path !== registryTests) yield* testFiles(path);
    } else if (/\.(test\.ts|slt)$/.test(entry.name) && path !== fileURLToPath(import.meta.url)) yield path;
  }
}

test('every setting that the docs say works is exercised by a test of what it does', async () => {
  const honoured = Object.entries(builtinDefinitions).filter(([, definition]) => definition.honoured !== 'no');
  expect(honoured.length).toBeGreaterThan(20);
  const missing = new Set(honoured.map(([key]) => key));
  for await (const file of testFiles(packages)) {
    if (missing.size === 0) break;
    const text = await readFile(file, 'utf8');
    for (const key of missing)
      if (text.includes(`'${key}'`) || text.includes(`${key} `) || text.includes(`${key}=`)) missing.delete(key);
  }
  expect([...missing]).toEqual([]);
});
