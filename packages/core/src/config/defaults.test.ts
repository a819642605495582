import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { BALLISTA_VERSION } from '../version.js';
import { SessionConfig } from './session-config.js';

// Written down apart from the definitions: who changes a default by accident shall notice, and one on purpose belongs into
// UPGRADING.md.
const rows = readFileSync(new URL('../../testdata/config-defaults.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t') as [key: string, plain: string, ballista: string]);
const pinned = new Set(rows.map(([key]) => key));

const ofMachine: Readonly<Record<string, string>> = {
  'ballista.standalone.parallelism': String(availableParallelism()),
  'datafusion.execution.parquet.created_by': `ballista-ts version ${BALLISTA_VERSION}`,
};

test('every key is written down here, and every key written down exists', () => {
  const keys = [...SessionConfig.plain().registry.keys()].sort();
  expect(keys).toEqual([...pinned, ...Object.keys(ofMachine)].sort());
  expect(keys.filter((key) => key.startsWith('ballista.'))).toHaveLength(41);
});

test('every key has the default that is written down', () => {
  const sessions = [SessionConfig.plain(), SessionConfig.withBallista()] as const;
  for (const [key, plain, ballista] of rows) {
    const shown = sessions.map((session) => session.show(key).value ?? 'NULL');
    expect([key, ...shown]).toEqual([key, plain, ballista]);
  }
  for (const [key, value] of Object.entries(ofMachine)) expect(sessions[1].show(key).value, key).toBe(value);
});
