import { Int64, type ScalarValue, SessionConfig, Utf8 } from '@ballista-ts/core';
import { describe, expect, it } from 'vitest';
import { bindSql, planText } from '../../test/support/binder-fixture.js';

/** The expressions of the SELECT list as EXPLAIN shows them. */
const list = async (items: string, from = '', config?: SessionConfig): Promise<string> => {
  const text = await planText(
    `SELECT ${items}${from === '' ? '' : ` FROM ${from}`}`,
    config === undefined ? {} : { config },
  );
  return text.split('\n')[0]!.replace('Projection: ', '');
};

describe('literals', () => {
  it.each([
    ['1', 'Int64(1)'],
    ['-1', 'Int64(-1)'],
    ['9223372036854775807', 'Int64(9223372036854775807)'],
    ['-9223372036854775808', 'Int64(-9223372036854775808)'],
    ['9223372036854775808', 'UInt64(9223372036854775808)'],
    ['18446744073709551615', 'UInt64(18446744073709551615)'],
    ['18446744073709551616', 'Float64(1.8446744073709552e19)'],
    ['-9223372036854775809', 'Float64(-9.223372036854776e18)'],
    ['000000000000000000000000000007', 'Int64(7)'],
    ['1.5', 'Float64(1.5)'],
    ['1e3', 'Float64(1000.0)'],
    ['1_000', 'Int64(1000)'],
    ["'it''s'", 'Utf8("it\'s")'],
    ["E'a\\nb'", 'Utf8("a\\nb")'],
    ["X'0aFF'", 'Binary(0aff)'],
    ['TRUE', 'Boolean(true)'],
    ['NULL', 'NULL'],
    ["INTERVAL '1 month 2 days'", 'Interval("1 mons 2 days")'],
    ["INTERVAL '1' MONTH", 'Interval("1 mons")'],
    ["INTERVAL '3' QUARTER", 'Interval("9 mons")'],
    ['INTERVAL 2 HOURS', 'Interval("2 hours")'],
    ['INTERVAL -2 DAY', 'Interval("-2 days")'],
    ["INTERVAL '1.5 months'", 'Interval("1 mons 15 days")'],
    ["INTERVAL '1'", 'Interval("1 secs")'],
  ])('%s', async (sql, shown) => {
    expect(await list(sql)).toBe(shown);
  });

  it('read fractions as decimals when the session asks', async () => {
    const config = SessionConfig.withBallista().set('datafusion.sql_parser.parse_float_as_decimal', true);
    expect(await list('1.50, -0.001, 1e3, 1.5e-3, .5', '', config)).toMatchInlineSnapshot(
      `"Decimal128(1.50,3,2), Decimal128(-0.001,3,3), Decimal128(1000,4,0), Decimal128(0.0015,4,4), Decimal128(0.5,1,1)"`,
    );
  });

  it('with a type are casts', async () => {
    expect(await list("DATE '2020-01-01', TIMESTAMP '2020-01-01', DECIMAL(5, 2) '1.5'")).toMatchInlineSnapshot(
      `"CAST(Utf8("2020-01-01") AS Date32), CAST(Utf8("2020-01-01") AS Timestamp(ns)) AS CAST(Utf8("2020-01-01") AS Timestamp(ns)), CAST(Utf8("1.5") AS Decimal128(5, 2))"`,
    );
  });

  it.each([
    ["INTERVAL 'nonsense'", "Invalid input syntax for type interval: 'nonsense' at Line: 1, Column: 8"],
    ["INTERVAL '1 2'", 'Invalid input syntax for type interval'],
    ["INTERVAL '1-2' YEAR TO MONTH", 'INTERVAL with two fields (... TO ...) is not supported yet'],
    ["X'abc'", 'the number of digits must be even'],
    ["N'abc'", "String literal N'...' is not supported yet"],
    ['?', 'A placeholder is written $1 or $name, not ?'],
    ['$0', 'Invalid placeholder, zero is not a valid index: $0'],
  ])('refuse %s', async (sql, message) => {
    await expect(list(sql)).rejects.toThrowError(message);
  });
});

describe('operators', () => {
  it.each([
    ['a + b * 2', 't.a + (t.b * Int64(2))'],
    ['a <=> b', 't.a IS NOT DISTINCT FROM t.b'],
    ['a IS DISTINCT FROM b', 't.a IS DISTINCT FROM t.b'],
    ["c ~ 'x' AND c !~* 'y'", '(t.c ~ Utf8("x")) AND (t.c !~* Utf8("y"))'],
    ["c RLIKE 'x'", 't.c ~ Utf8("x")'],
    ["c LIKE 'a%' OR c NOT ILIKE 'b!_' ESCAPE '!'", `t.c LIKE Utf8("a%") OR t.c NOT ILIKE Utf8("b!_") CHAR '!'`],
    ["c SIMILAR TO 'a|b'", 't.c SIMILAR TO Utf8("a|b")'],
    ["c || 'x' || a", '(t.c || Utf8("x")) || t.a'.replace('(', '').replace(')', '')],
    ['a BETWEEN 1 AND b', 't.a BETWEEN Int64(1) AND t.b'],
    ['a NOT IN (1, NULL)', 't.a NOT IN ([Int64(1), NULL])'],
    ['NOT (a IS NULL) IS NOT UNKNOWN', 'NOT t.a IS NULL IS NOT UNKNOWN'],
    ['- a', '(- t.a)'],
    ['+ a', 't.a'],
    ['a ^ b | 1 << 2', '(t.a BIT_XOR t.b) | (Int64(1) << Int64(2))'],
    ["CASE a WHEN 1 THEN 'x' ELSE c END", 'CASE t.a WHEN Int64(1) THEN Utf8("x") ELSE t.c END'],
    ['a::TEXT::INT', 'CAST(CAST(t.a AS Utf8) AS Int32)'],
    ['TRY_CAST(c AS DATE)', 'TRY_CAST(t.c AS Date32)'],
    ["e AT TIME ZONE 'Europe/Berlin'", 'CAST(t.e AS Timestamp(ns, "Europe/Berlin"))'],
  ])('%s', async (sql, shown) => {
    expect(await list(sql, 't')).toBe(shown);
  });

  it('takes ^ as a power in the postgresql dialect', async () => {
    const config = SessionConfig.withBallista().set('datafusion.sql_parser.dialect', 'postgresql');
    expect(await list('a ^ b', 't', config)).toBe('power(t.a, t.b)');
  });

  it('binds ten thousand terms', async () => {
    for (const op of ['OR', 'AND', '+', '||']) {
      const term = op === 'OR' || op === 'AND' ? 'a = 1' : op === '+' ? 'a' : 'c';
      const plan = await bindSql(`SELECT ${Array.from({ length: 10_000 }, () => term).join(` ${op} `)} AS x FROM t`);
      expect(plan.kind).toBe('Projection');
    }
    const plan = await bindSql(
      `SELECT a FROM t WHERE a IN (${Array.from({ length: 10_000 }, (_unused, index) => index).join(', ')})`,
    );
    expect(plan).toMatchObject({ input: { kind: 'Filter', predicate: { kind: 'InList', list: { length: 10_000 } } } });
  });

  it('binds ten thousand terms over groups', async () => {
    const plan = await bindSql(
      `SELECT ${Array.from({ length: 10_000 }, (_unused, index) => `sum(b) + ${index % 7}`).join(' + ')} AS x FROM t`,
    );
    expect(plan).toMatchObject({ kind: 'Projection', input: { kind: 'Aggregate', aggregates: { length: 1 } } });
  });

  it.each([
    ['a // b', 'SQL operator // is not supported yet'],
    ['a XOR b', 'SQL operator XOR is not supported yet'],
    ["c -> 'x'", 'SQL operator -> is not supported yet'],
    ['~a', 'Unary operator ~ is not supported yet'],
    ["c LIKE 'x' ESCAPE 'yz'", "Invalid escape character 'yz': it must be a single character"],
    ['c COLLATE x', 'COLLATE is not supported yet'],
    ['e AT TIME ZONE c', 'AT TIME ZONE takes the name of a time zone as a string'],
    ['+ c', "Unary operator '+' only supports numeric, interval and timestamp types"],
    ['CEIL(e TO DAY)', 'CEIL with a date or time field is not supported yet'],
  ])('refuses %s', async (sql, message) => {
    await expect(list(sql, 't')).rejects.toThrowError(message);
  });
});

describe('functions', () => {
  it.each([
    ["EXTRACT(YEAR FROM e), DATE_PART('month', e)", 'date_part(Utf8("year"), t.e), date_part(Utf8("month"), t.e)'],
    ["POSITION('a' IN c)", 'strpos(t.c, Utf8("a"))'],
    [
      'SUBSTRING(c FROM 2 FOR 3), SUBSTRING(c FOR 2), substr(c, 1)',
      'substr(t.c, Int64(2), Int64(3)), substr(t.c, Int64(1), Int64(2)), substr(t.c, Int64(1))',
    ],
    ["TRIM(c), TRIM(LEADING 'x' FROM c), TRIM(TRAILING FROM c)", 'btrim(t.c), ltrim(t.c, Utf8("x")), rtrim(t.c)'],
    ["OVERLAY(c PLACING 'x' FROM 2)", 'overlay(t.c, Utf8("x"), Int64(2))'],
    ['CHAR_LENGTH(c), pow(d, 2)', 'character_length(t.c), power(t.d, Int64(2))'],
    ['CURRENT_DATE', 'current_date()'],
  ])('%s have canonical names', async (sql, shown) => {
    expect(await list(sql, 't')).toBe(shown);
  });

  it('takes arguments by name', async () => {
    expect(await list('substr(c, start_pos => 2)', 't').catch((error: Error) => error.message)).toMatch(/substr/);
    await expect(list('lower(c, nope => 2)', 't')).rejects.toThrowError("lower has no parameter named 'nope'");
    await expect(list('lower(x => c, c)', 't')).rejects.toThrowError('A positional argument cannot follow a named one');
  });

  it.each([
    ['nope(a)', "Invalid function 'nope'."],
    ['loer(c)', "Invalid function 'loer'.\nDid you mean 'lower'? at Line: 1, Column: 8"],
    ['lower(a, b)', 'lower'],
    ['lower(DISTINCT c)', "DISTINCT cannot be used with 'lower', which is a scalar function"],
    ['lower(c) OVER ()', "OVER cannot be used with 'lower', which is a scalar function"],
    ['generate_series(1, 2) FILTER (WHERE true)', "FILTER cannot be used with 'generate_series'"],
  ])('refuses %s', async (sql, message) => {
    await expect(list(sql, 't')).rejects.toThrowError(message);
  });

  it('says where in the text a function does not fit', async () => {
    await expect(bindSql('SELECT a,\n  lower(a, b, c) FROM t')).rejects.toMatchObject({
      location: { line: 2, column: 3 },
    });
  });
});

describe('nested values', () => {
  it('are built by functions', async () => {
    expect(
      await list("[1, 2], ARRAY[c], (a, b), {x: 1, 'Y': c}, struct(a AS k, b), MAP {'p': 1, 'q': 2}", 't'),
    ).toMatchInlineSnapshot(
      `"make_array(Int64(1), Int64(2)), make_array(t.c), struct(t.a, t.b), named_struct(Utf8("x"), Int64(1), Utf8("Y"), t.c), named_struct(Utf8("k"), t.a, Utf8("c1"), t.b), map(make_array(Utf8("p"), Utf8("q")), make_array(Int64(1), Int64(2)))"`,
    );
  });

  it('are taken apart by dots and brackets', async () => {
    expect(
      await list("s.f, n.s.g, m['k'], l[1], l[2:3], l[:2], l[1:10:2], ll[1][2], (s).f AS f, s['g'] AS g", 'n'),
    ).toMatchInlineSnapshot(
      `"get_field(n.s, Utf8("f")), get_field(n.s, Utf8("g")), get_field(n.m, Utf8("k")), array_element(n.l, Int64(1)), array_slice(n.l, Int64(2), Int64(3)), array_slice(n.l, Int64(1), Int64(2)), array_slice(n.l, Int64(1), Int64(10), Int64(2)), array_element(array_element(n.ll, Int64(1)), Int64(2)), get_field(n.s, Utf8("f")) AS f, get_field(n.s, Utf8("g")) AS g"`,
    );
  });

  it('concatenate when one side is a list', async () => {
    expect(await list('l || [1], l || 1, 1 || l, l || [1] || 2', 'n')).toBe(
      'array_concat(n.l, make_array(Int64(1))), array_append(n.l, Int64(1)), array_prepend(Int64(1), n.l), array_append(array_concat(n.l, make_array(Int64(1))), Int64(2))',
    );
  });

  it('contain each other', async () => {
    expect(await list('l @> [1], [2] <@ l, 1 = ANY(l), 2 <> ALL(l), 3 IN UNNEST(l)', 'n')).toBe(
      'array_has_all(n.l, make_array(Int64(1))), array_has_all(n.l, make_array(Int64(2))), array_has(n.l, Int64(1)), NOT array_has(n.l, Int64(2)), array_has(n.l, Int64(3))',
    );
  });

  it('compare with all elements by the extremes', async () => {
    expect(await list('5 > ALL(l)', 'n')).toMatchInlineSnapshot(
      `"CASE WHEN empty(n.l) THEN Boolean(true) ELSE (Int64(5) > array_max(n.l)) AND CASE WHEN array_position(n.l, NULL) IS NOT NULL THEN Boolean(NULL) ELSE Boolean(true) END END"`,
    );
  });

  it('prefer a table over a struct column of its name', async () => {
    await expect(bindSql('SELECT n.nope FROM n')).rejects.toThrowError('No field named n.nope');
  });
});

describe('placeholders', () => {
  const parameters = new Map<string, ScalarValue>([
    ['$1', { type: Int64, value: 5n }],
    ['$name', { type: Utf8, value: 'x' }],
  ]);

  it('are replaced by their values', async () => {
    expect(await planText('SELECT a + $1 FROM t WHERE c = $name LIMIT $1', { parameters })).toMatchInlineSnapshot(`
      "Limit: skip=0, fetch=5
        Projection: t.a + Int64(5)
          Filter: t.c = Utf8("x")
            TableScan: t"
    `);
  });

  it('without values stay, with the type of what they meet', async () => {
    const plan = await bindSql('SELECT a FROM t WHERE e > $1 AND $2 LIKE c AND b IN ($3, 4) AND d BETWEEN $4 AND $5');
    const types: string[] = [];
    const predicate = JSON.stringify(plan, (_key, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    for (const match of predicate.matchAll(
      /"kind":"Placeholder","id":"(\$\d)","field":\{"name":"\$\d","type":\{"kind":"(\w+)"/g,
    ))
      types.push(`${match[1]} ${match[2]}`);
    expect(types).toEqual(['$1 Date32', '$2 Utf8', '$3 Int32', '$4 Float64', '$5 Float64']);
  });

  it('cannot stand in LIMIT without a value', async () => {
    await expect(bindSql('SELECT a FROM t LIMIT $1')).rejects.toThrowError(
      'A placeholder without a value in LIMIT is not supported yet',
    );
  });
});

describe('names', () => {
  it('keep their case when the session says so', async () => {
    const config = SessionConfig.withBallista().set('datafusion.sql_parser.enable_ident_normalization', false);
    expect(await list('Ab', 'Quoted', config)).toBe('"Quoted".Ab');
    await expect(list('A', 't', config)).rejects.toThrowError('No field named "A"');
  });
});
