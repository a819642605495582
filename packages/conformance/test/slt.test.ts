import { SessionContext } from '@ballista-ts/client';
import { runSlt, type SltSession } from '@ballista-ts/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { duckdb, localSession, sltFiles, sltSession } from '../src/index.js';

const files = await sltFiles();

/** A fresh session for each file: what one leaves behind must not help another. */
interface Topology {
  readonly labels: readonly string[];
  open(): Promise<{ readonly session: SltSession; close(): Promise<unknown> }>;
}

const failuresOf = async (name: string, { labels, open }: Topology): Promise<string[]> => {
  const { session, close } = await open();
  try {
    const file = files.find((one) => one.name === name)!;
    const { failures, passed } = await runSlt(file, session, { labels });
    expect(passed + failures.length).toBeGreaterThan(0);
    return failures.map(({ message }) => message);
  } finally {
    await close();
  }
};
const names = files.map(({ name }) => name);

describe('planner and engine in one thread', () => {
  test.each(names)('%s', async (name) => {
    const open = async () => {
      const context = localSession();
      return { session: sltSession(context), close: () => context.close() };
    };
    expect(await failuresOf(name, { labels: ['ballista', 'local'], open })).toEqual([]);
  });
});

describe('a cluster in this process, with tables in three partitions', () => {
  let context: SessionContext;
  beforeAll(async () => {
    context = await SessionContext.standalone({ vcores: 2, config: { 'datafusion.execution.target_partitions': 4 } });
  });
  afterAll(() => context.close());

  test.each(names)('%s', async (name) => {
    const open = async () => ({ session: sltSession(context, 3), close: async () => {} });
    expect(await failuresOf(name, { labels: ['ballista', 'standalone'], open })).toEqual([]);
    for (const table of await context.tableNames()) context.deregisterTable(table);
  });
});

describe('DuckDB, which agrees with what the files expect', () => {
  test.each(names)('%s', async (name) => {
    const open = async () => {
      const oracle = await duckdb();
      const session: SltSession = {
        async run(sql) {
          const { schema, rows } = await oracle.query(sql);
          return { types: schema.fields.map((field) => field.type), rows };
        },
      };
      return { session, close: async () => await oracle[Symbol.asyncDispose]() };
    };
    expect(await failuresOf(name, { labels: ['duckdb'], open })).toEqual([]);
  });
});
