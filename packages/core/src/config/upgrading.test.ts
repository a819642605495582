import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { SessionConfig } from './session-config.js';

const page = (name: string): string => readFileSync(new URL(`../../../../${name}`, import.meta.url), 'utf8');
const upgrading = page('UPGRADING.md');
const changelog = page('CHANGELOG.md');

/** The anchor that GitHub gives a heading. */
const anchor = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');

const headings = (text: string): string[] => [...text.matchAll(/^#+ (.+)$/gm)].map((match) => anchor(match[1]!));
const links = (text: string, file: string): string[] =>
  [...text.matchAll(/\]\(([^)#]*)#([^)]+)\)/g)].filter((match) => match[1] === file).map((match) => match[2]!);

describe('UPGRADING.md', () => {
  const entries = upgrading
    .split(/^### /m)
    .slice(1)
    .filter((entry) => !entry.startsWith('Not yet'));

  test('has entries, and each tells who is affected, what they see and what to do, with code', () => {
    expect(entries.length).toBeGreaterThanOrEqual(7);
    for (const entry of entries) {
      const title = entry.split('\n')[0]!;
      for (const part of ['**Affects** ', '**If missed** ', '**Action** ', '```']) {
        expect(entry.includes(part), `${title}: ${part}`).toBe(true);
      }
    }
  });

  test('links to headings that exist', () => {
    for (const link of links(upgrading, '')) expect(headings(upgrading)).toContain(link);
  });

  test.each([
    ['ballista.optimizer.broadcast_sort_merge_join_enabled', 'true'],
    ['ballista.shuffle.compresion.codec', 'lz4'],
    ['ballista.client.pull', 'yes'],
    ['ballista.shuffle.compression.codec', 'gzip'],
    ['datafusion.spark.map_key_dedup_policy', 'LAST_WIN'],
    ['ballista.optimizer.broadcast_join_threshold_rows', '18446744073709551615'],
    ['datafusion.optimizer.enable_round_robin_repartition', 'true'],
  ])('quotes what setting %s to %s fails with', (key, value) => {
    let told = '';
    try {
      SessionConfig.withBallista().setText(key, value);
    } catch (error) {
      told = (error as Error).message;
    }
    // The removed key's text ends in advice, which the entry gives at more length.
    const quoted = told.includes('broadcast_sort_merge_join_enabled') ? told.slice(0, told.indexOf(':')) : told;
    expect(quoted).not.toBe('');
    expect(upgrading.split('\n')).toContain(quoted);
  });
});

describe('CHANGELOG.md', () => {
  test('keeps Unreleased on top, with its four parts', () => {
    expect([...changelog.matchAll(/^##+ (.+)$/gm)].slice(0, 5).map((match) => match[1])).toEqual([
      'Unreleased',
      'Added',
      'Changed',
      'Breaking',
      'Fixed',
    ]);
  });

  test('links every breaking change to its entry, and every entry is linked', () => {
    const breaking = changelog.slice(changelog.indexOf('### Breaking'), changelog.indexOf('### Fixed'));
    const lines = breaking.split('\n').filter((line) => line.startsWith('- '));
    const linked = links(breaking, 'UPGRADING.md');
    expect(linked).toHaveLength(lines.length);
    const entries = [...upgrading.matchAll(/^### (.+)$/gm)].map((match) => anchor(match[1]!));
    expect([...linked].sort()).toEqual(entries.filter((entry) => entry !== 'not-yet').sort());
  });
});
