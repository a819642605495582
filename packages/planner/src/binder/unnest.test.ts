import { schemaOf } from '@ballista-ts/core';
import { describe, expect, it } from 'vitest';
import { bindSql, planText } from '../../test/support/binder-fixture.js';

describe('unnest() in the SELECT list', () => {
  it('makes a row per element and repeats the other columns', async () => {
    expect(await planText('SELECT id, unnest(l) AS x FROM n')).toMatchInlineSnapshot(`
      "Projection: n.id, __unnest_placeholder(n.l,depth=1) AS x
        Unnest: lists[__unnest_placeholder(n.l,depth=1)|depth=1] structs[]
          Projection: n.id, n.l, n.ll, n.s, n.m, n.ts, n.dec, n.l AS __unnest_placeholder(n.l)
            TableScan: n"
    `);
  });

  it('expands several lists side by side, each once', async () => {
    expect(await planText('SELECT unnest(l), unnest(l) + 1, unnest([1, 2]) FROM n')).toMatchInlineSnapshot(`
      "Projection: __unnest_placeholder(n.l,depth=1) AS UNNEST(n.l), __unnest_placeholder(n.l,depth=1) + Int64(1) AS UNNEST(n.l) + Int64(1), __unnest_placeholder(make_array(Int64(1), Int64(2)),depth=1) AS UNNEST(make_array(Int64(1), Int64(2)))
        Unnest: lists[__unnest_placeholder(n.l,depth=1)|depth=1, __unnest_placeholder(make_array(Int64(1), Int64(2)),depth=1)|depth=1] structs[]
          Projection: n.id, n.l, n.ll, n.s, n.m, n.ts, n.dec, n.l AS __unnest_placeholder(n.l), make_array(Int64(1), Int64(2)) AS __unnest_placeholder(make_array(Int64(1), Int64(2)))
            TableScan: n"
    `);
  });

  it('takes off as many levels as it is called', async () => {
    expect(await planText('SELECT unnest(ll), unnest(unnest(ll)) FROM n')).toMatchInlineSnapshot(`
      "Projection: __unnest_placeholder(n.ll,depth=1) AS UNNEST(n.ll), __unnest_placeholder(n.ll,depth=2) AS UNNEST(UNNEST(n.ll))
        Unnest: lists[__unnest_placeholder(n.ll,depth=1)|depth=1, __unnest_placeholder(n.ll,depth=2)|depth=2] structs[]
          Projection: n.id, n.l, n.ll, n.s, n.m, n.ts, n.dec, n.ll AS __unnest_placeholder(n.ll)
            TableScan: n"
    `);
  });

  it('makes a column per field of a struct', async () => {
    const plan = await bindSql('SELECT unnest(s), id FROM n');
    expect(schemaOf(plan).fields.map((one) => [one.field.name, one.field.type.kind])).toEqual([
      ['n.s.f', 'Int64'],
      ['n.s.g', 'Utf8'],
      ['id', 'Int64'],
    ]);
  });

  it('comes after grouping, or before it where a key or aggregate needs it', async () => {
    expect(await planText('SELECT unnest(array_agg(id)) FROM n GROUP BY ts')).toMatchInlineSnapshot(`
      "Projection: __unnest_placeholder(array_agg(n.id),depth=1) AS UNNEST(array_agg(n.id))
        Unnest: lists[__unnest_placeholder(array_agg(n.id),depth=1)|depth=1] structs[]
          Projection: n.ts, array_agg(n.id), array_agg(n.id) AS __unnest_placeholder(array_agg(n.id))
            Aggregate: groupBy=[[n.ts]], aggr=[[array_agg(n.id)]]
              TableScan: n"
    `);
    expect(
      await planText('SELECT unnest(l) AS x, count(*) FROM n GROUP BY unnest(l) ORDER BY x'),
    ).toMatchInlineSnapshot(`
      "Sort: x ASC NULLS LAST
        Projection: __unnest_placeholder(n.l,depth=1) AS x, count(*)
          Aggregate: groupBy=[[__unnest_placeholder(n.l,depth=1)]], aggr=[[count(*)]]
            Unnest: lists[__unnest_placeholder(n.l,depth=1)|depth=1] structs[]
              Projection: n.id, n.l, n.ll, n.s, n.m, n.ts, n.dec, n.l AS __unnest_placeholder(n.l)
                TableScan: n"
    `);
    expect(await planText('SELECT sum(unnest(l)) FROM n')).toMatchInlineSnapshot(`
      "Projection: sum(__unnest_placeholder(n.l,depth=1)) AS sum(UNNEST(n.l))
        Aggregate: groupBy=[[]], aggr=[[sum(__unnest_placeholder(n.l,depth=1))]]
          Unnest: lists[__unnest_placeholder(n.l,depth=1)|depth=1] structs[]
            Projection: n.id, n.l, n.ll, n.s, n.m, n.ts, n.dec, n.l AS __unnest_placeholder(n.l)
              TableScan: n"
    `);
  });

  it.each([
    ['SELECT unnest(id) FROM n', 'unnest() can only be applied to array, struct and null: id is Int64'],
    ['SELECT unnest(l, ll) FROM n', 'unnest() requires exactly one argument'],
    ['SELECT id FROM n WHERE unnest(l) = 1', 'unnest() is not allowed in WHERE'],
    ['SELECT unnest(s) + 1 FROM n', 'unnest() of a struct makes 2 columns and cannot be part of an expression'],
    ['SELECT unnest(m) FROM n', 'unnest() of a map is not supported yet'],
    ['SELECT unnest(unnest(l)) FROM n', 'unnest() can only be applied to array, struct and null'],
  ])('refuses %s', async (sql, message) => {
    await expect(bindSql(sql)).rejects.toThrowError(message);
  });
});

describe('UNNEST in FROM', () => {
  it('is a table of its own', async () => {
    expect(await planText("SELECT * FROM UNNEST([1, 2], ['x']) AS u (a, b)")).toMatchInlineSnapshot(`
      "Projection: u.a, u.b
        Projection: __unnest_placeholder(make_array(Int64(1), Int64(2)),depth=1) AS u.a, __unnest_placeholder(make_array(Utf8("x")),depth=1) AS u.b
          Unnest: lists[__unnest_placeholder(make_array(Int64(1), Int64(2)),depth=1)|depth=1, __unnest_placeholder(make_array(Utf8("x")),depth=1)|depth=1] structs[]
            Projection: make_array(Int64(1), Int64(2)) AS __unnest_placeholder(make_array(Int64(1), Int64(2))), make_array(Utf8("x")) AS __unnest_placeholder(make_array(Utf8("x")))
              EmptyRelation: rows=1"
    `);
    expect(await planText('SELECT "UNNEST(make_array(Int64(1)))" FROM UNNEST([1])')).toMatchInlineSnapshot(`
      "Projection: UNNEST(make_array(Int64(1)))
        Projection: __unnest_placeholder(make_array(Int64(1)),depth=1) AS UNNEST(make_array(Int64(1)))
          Unnest: lists[__unnest_placeholder(make_array(Int64(1)),depth=1)|depth=1] structs[]
            Projection: make_array(Int64(1)) AS __unnest_placeholder(make_array(Int64(1)))
              EmptyRelation: rows=1"
    `);
  });

  it('of columns stands next to the rows that they come from', async () => {
    expect(await planText('SELECT n.id, u.x FROM n, UNNEST(n.l) AS u (x)')).toMatchInlineSnapshot(`
      "Projection: n.id, u.x
        Projection: n.id, n.l, n.ll, n.s, n.m, n.ts, n.dec, __unnest_placeholder(n.l,depth=1) AS u.x
          Unnest: lists[__unnest_placeholder(n.l,depth=1)|depth=1] structs[]
            Projection: n.id, n.l, n.ll, n.s, n.m, n.ts, n.dec, n.l AS __unnest_placeholder(n.l)
              TableScan: n"
    `);
    expect(
      await planText('SELECT v.z, u.x FROM v JOIN n ON v.a = n.id CROSS JOIN UNNEST(l) u (x)'),
    ).toMatchInlineSnapshot(`
      "Projection: v.z, u.x
        Projection: v.a, v.z, n.id, n.l, n.ll, n.s, n.m, n.ts, n.dec, __unnest_placeholder(n.l,depth=1) AS u.x
          Unnest: lists[__unnest_placeholder(n.l,depth=1)|depth=1] structs[]
            Projection: v.a, v.z, n.id, n.l, n.ll, n.s, n.m, n.ts, n.dec, n.l AS __unnest_placeholder(n.l)
              Inner Join: v.a = n.id
                TableScan: v
                TableScan: n"
    `);
  });

  it.each([
    [
      'SELECT 1 FROM n LEFT JOIN UNNEST(n.l) u (x) ON true',
      'UNNEST of columns of the same FROM can only be cross joined',
    ],
    [
      'SELECT 1 FROM UNNEST([1], [2]) AS u (a)',
      'Source table contains 2 columns but only 1 names given as column alias',
    ],
    ['SELECT 1 FROM UNNEST(nope)', 'No field named nope'],
  ])('refuses %s', async (sql, message) => {
    await expect(bindSql(sql)).rejects.toThrowError(message);
  });
});

describe('series in FROM', () => {
  it('may count up to a column of what stands before them', async () => {
    expect(await planText('SELECT t.a, g.i FROM t, generate_series(1, t.b) AS g (i)')).toMatchInlineSnapshot(`
      "Projection: t.a, g.i
        Projection: t.a, t.b, t.c, t.d, t.e, __unnest_placeholder(generate_series(Int64(1), t.b),depth=1) AS g.i
          Unnest: lists[__unnest_placeholder(generate_series(Int64(1), t.b),depth=1)|depth=1] structs[]
            Projection: t.a, t.b, t.c, t.d, t.e, generate_series(Int64(1), t.b) AS __unnest_placeholder(generate_series(Int64(1), t.b))
              TableScan: t"
    `);
    await expect(bindSql('SELECT 1 FROM t, u JOIN generate_series(1, t.b) g ON true')).rejects.toThrowError(
      'UNNEST of columns',
    );
  });

  it('have a column called value, or what the alias says', async () => {
    expect(await planText('SELECT value FROM generate_series(1, 10, 2)')).toMatchInlineSnapshot(`
      "Projection: generate_series.value
        Projection: __unnest_placeholder(generate_series(Int64(1), Int64(10), Int64(2)),depth=1) AS generate_series.value
          Unnest: lists[__unnest_placeholder(generate_series(Int64(1), Int64(10), Int64(2)),depth=1)|depth=1] structs[]
            Projection: generate_series(Int64(1), Int64(10), Int64(2)) AS __unnest_placeholder(generate_series(Int64(1), Int64(10), Int64(2)))
              EmptyRelation: rows=1"
    `);
    expect(await planText('SELECT g.i FROM range(5) AS g (i)')).toMatchInlineSnapshot(`
      "Projection: g.i
        Projection: __unnest_placeholder(range(Int64(5)),depth=1) AS g.i
          Unnest: lists[__unnest_placeholder(range(Int64(5)),depth=1)|depth=1] structs[]
            Projection: range(Int64(5)) AS __unnest_placeholder(range(Int64(5)))
              EmptyRelation: rows=1"
    `);
  });
});
