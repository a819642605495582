import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BALLISTA_VERSION } from './version.js';

test('the version constant is that of the package', () => {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };
  expect(BALLISTA_VERSION).toBe(manifest.version);
});
