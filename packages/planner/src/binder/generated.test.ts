import { BallistaError, Boolean_, Int64, list, PlanError, schemaOf, struct, Utf8 } from '@ballista-ts/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bindSql, catalogOf, emptyTable } from '../../test/support/binder-fixture.js';
import { statements } from '../../test/support/sql-generator.js';

const columns = {
  a: Int64,
  b: Int64,
  c1: Utf8,
  _x: Boolean_,
  total: Int64,
  q: list(Int64),
  'A b': struct([{ name: 'a', type: Int64, nullable: true }]),
  'x"y': Int64,
  date: Utf8,
  first: Boolean_,
  year: Int64,
  type: Utf8,
};
const table = emptyTable(columns);
const catalog = catalogOf({ t: table, u: table, 's.t': table, 'c.s.t': table, T: table, events: table });

describe('generated statements', () => {
  it('bind, or fail with an error that says what does not fit', async () => {
    let bound = 0;
    await fc.assert(
      fc.asyncProperty(statements, async (sql) => {
        try {
          const plan = await bindSql(sql, { catalog });
          // A plan knows its columns, each with a name and a type.
          for (const { field } of schemaOf(plan).fields) expect(typeof field.name).toBe('string');
          bound += 1;
        } catch (error) {
          if (!(error instanceof BallistaError) || error.code === 'INTERNAL') throw error;
          if (error instanceof PlanError) expect([sql, error.message, error.location]).not.toContain(undefined);
        }
      }),
      { numRuns: Number(process.env['SQL_RUNS'] ?? 600), seed: Number(process.env['SQL_SEED'] ?? 55) },
    );
    // The generator knows nothing of types, so most do not fit; that some do keeps the test honest.
    expect(bound).toBeGreaterThan(20);
  });
});
