import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { brokenLinks } from './lib/markdown-links.mjs';
import { listFiles } from './lib/workspace.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

test('links to files and headings that are there are fine, others are named with their line', () => {
  const dir = mkdtempSync(join(tmpdir(), 'links-'));
  try {
    writeFileSync(join(dir, 'b.md'), '# The `key.name` is *now* on (was: off)\n\n## Twice\n\n## Twice\n');
    const good =
      '[a](b.md) [b](b.md#the-keyname-is-now-on-was-off) [c](b.md#twice-1) [d](https://x.y/z) [e](#top)\n\n# Top\n';
    writeFileSync(
      join(dir, 'a.md'),
      `${good}\n\`\`\`\n[in code](nowhere.md)\n\`\`\`\n[bad](c.md)\n[bad](b.md#thrice) [bad](#bottom)\n`,
    );
    expect(brokenLinks(join(dir, 'a.md'))).toEqual([
      { line: 8, target: 'c.md' },
      { line: 9, target: 'b.md#thrice' },
      { line: 9, target: '#bottom' },
    ]);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});

test('no page of ours links to nowhere', () => {
  const pages = listFiles(root, (name) => name.endsWith('.md')).filter((file) => !file.includes('testdata'));
  const broken = pages.flatMap((file) =>
    brokenLinks(file).map(({ line, target }) => `${relative(root, file)}:${line}: ${target}`),
  );
  expect(pages.length).toBeGreaterThan(10);
  expect(broken).toEqual([]);
});
