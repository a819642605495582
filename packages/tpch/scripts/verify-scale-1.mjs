#!/usr/bin/env node
// Generates all tables at scale 1 and compares them with the checksums of the official output. Part of the release check; takes
// about a quarter of a minute. Needs a build. Exits 1 at any difference.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { generateTbl, sharedTextPool } from '../dist/index.js';

const expected = readFileSync(new URL('../testdata/checksums.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('sf=1 '));
// Held for all tables, so that it is generated once.
const textPool = sharedTextPool();
let failures = 0;
for (const line of expected) {
  const [, md5, bytes, , file] = line.split(' ');
  const table = /** @type {import('../dist/index.js').TpchTable} */ (file?.replace('.tbl', ''));
  const hash = createHash('md5');
  const begin = performance.now();
  let size = 0;
  for (const chunk of generateTbl(table, { scale: 1, textPool })) {
    hash.update(chunk);
    size += chunk.length;
  }
  const isRight = hash.digest('hex') === md5 && size === Number(bytes);
  if (!isRight) failures += 1;
  console.log(
    `${isRight ? 'same     ' : 'DIFFERENT'} ${table} (${size} bytes, ${Math.round(performance.now() - begin)} ms)`,
  );
}
if (expected.length !== 8 || failures > 0) {
  console.error(`${failures} of ${expected.length} tables differ from dbgen's output at scale 1`);
  process.exit(1);
}
