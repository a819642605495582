import { NotYetSupportedError, SqlParseError } from '@ballista-ts/core';
import { describe, expect, it } from 'vitest';
import { expressionOf } from '../../../test/support/sql.js';
import { parseExpression } from './statement.js';

describe('operator precedence', () => {
  it.each([
    // Each level binds tighter than the one after it.
    ['-a::int', '-(a::int)'],
    ['-a[1]', '-(a[1])'],
    ['a * b::int', 'a * (b::int)'],
    ["a * b AT TIME ZONE 'x'", "a * (b AT TIME ZONE 'x')"],
    ['-a * b', '(-a) * b'],
    ['-a || b', '(-a) || b'],
    ['a + b * c', 'a + (b * c)'],
    ['a - b || c', 'a - (b || c)'],
    ['a + b % c / d * e', 'a + (((b % c) / d) * e)'],
    ['a XOR b + c', 'a XOR (b + c)'],
    ['a & b XOR c', 'a & (b XOR c)'],
    ['a ^ b & c', 'a ^ (b & c)'],
    ['a << b & c', 'a << (b & c)'],
    ['a | b << c', 'a | (b << c)'],
    ['a = b | c', 'a = (b | c)'],
    ['a LIKE b = c', 'a LIKE (b = c)'],
    ['a IS NULL LIKE b', '(a IS NULL) LIKE b'],
    ['a = b IS NULL', '(a = b) IS NULL'],
    ['a LIKE b IS TRUE', '(a LIKE b) IS TRUE'],
    ['a -> b = c', 'a -> (b = c)'],
    ['NOT a = b', 'NOT (a = b)'],
    ['NOT a IS NULL', 'NOT (a IS NULL)'],
    ['NOT a AND b', '(NOT a) AND b'],
    ['a AND b OR c AND d', '(a AND b) OR (c AND d)'],
    ['a OR NOT b AND c', 'a OR ((NOT b) AND c)'],
    // Chains of one level associate to the left.
    ['a - b - c', '(a - b) - c'],
    ['a = b = c', '(a = b) = c'],
    ['a < b < c', '(a < b) < c'],
    ['a || b * c', '(a || b) * c'],
    // The parts of BETWEEN and IN are tighter than comparison.
    ['a BETWEEN b + 1 AND c + 2 AND d', '(a BETWEEN (b + 1) AND (c + 2)) AND d'],
    ['a NOT BETWEEN 1 AND 2 OR b', '(a NOT BETWEEN 1 AND 2) OR b'],
    ['a + 1 IN (1, 2) AND b', '((a + 1) IN (1, 2)) AND b'],
    ['a IS DISTINCT FROM b AND c', '(a IS DISTINCT FROM b) AND c'],
    ['a IS NOT DISTINCT FROM b = c', 'a IS NOT DISTINCT FROM (b = c)'],
    ["a || b LIKE c || '%' AND d", "((a || b) LIKE (c || '%')) AND d"],
    ['a == b', 'a = b'],
    ['a != b', 'a <> b'],
    ['a NOTNULL', 'a IS NOT NULL'],
    ['a ISNULL', 'a IS NULL'],
    ['a = SOME(b)', 'a = ANY(b)'],
  ])('%s reads as %s', (sql, explicit) => {
    expect(expressionOf(sql)).toEqual(expressionOf(explicit));
  });

  it('reads the other way only where parentheses say so', () => {
    expect(expressionOf('(a + b) * c')).not.toEqual(expressionOf('a + b * c'));
    expect(expressionOf('a - (b - c)')).not.toEqual(expressionOf('a - b - c'));
    expect(expressionOf('(-a)::int')).not.toEqual(expressionOf('-a::int'));
    expect(expressionOf('(NOT a) = b')).not.toEqual(expressionOf('NOT a = b'));
  });

  it('binds ^ tighter than * in the postgresql dialect only, and takes # as an operator there', () => {
    expect(expressionOf('a * b ^ c', { dialect: 'postgresql' })).toEqual(expressionOf('a * (b ^ c)'));
    expect(expressionOf('a ^ b * c')).toEqual(expressionOf('a ^ (b * c)'));
    expect(expressionOf('a # b', { dialect: 'postgresql' })).toMatchObject({ kind: 'Binary', op: '#' });
    expect(() => parseExpression('a # b')).toThrowError(SqlParseError);
  });
});

describe('expressions', () => {
  it('keeps names with their quoting and position', () => {
    expect(parseExpression(' A."b c"')).toEqual({
      kind: 'Name',
      parts: [
        { value: 'A', quoted: false, span: { line: 1, column: 2, offset: 1 } },
        { value: 'b c', quoted: true, span: { line: 1, column: 4, offset: 3 } },
      ],
      span: { line: 1, column: 2, offset: 1 },
    });
  });

  it.each([
    ['a IN (1)', { kind: 'InList', negated: false }],
    ['a NOT IN (1, 2)', { kind: 'InList', negated: true }],
    ['a IN (SELECT 1)', { kind: 'InSubquery' }],
    ['a IN ((SELECT 1))', { kind: 'InSubquery' }],
    ['a IN ((SELECT 1) UNION SELECT 2)', { kind: 'InSubquery' }],
    ['a IN ((SELECT 1), 2)', { kind: 'InList' }],
    ['a IN (VALUES (1))', { kind: 'InSubquery' }],
    ['a IN UNNEST(b)', { kind: 'InUnnest' }],
    ['a = ANY(SELECT 1)', { kind: 'Quantified', quantifier: 'ANY', right: { kind: 'Query' } }],
    ['a > ALL(b)', { kind: 'Quantified', quantifier: 'ALL', right: { kind: 'Name' } }],
    ['EXISTS (SELECT 1)', { kind: 'Exists', negated: false }],
    ['NOT EXISTS (SELECT 1)', { kind: 'Exists', negated: true }],
    ['NOT NOT EXISTS (SELECT 1)', { kind: 'Unary', expr: { kind: 'Exists', negated: true } }],
    ['(SELECT 1)', { kind: 'Subquery' }],
    ['((SELECT 1) + 1)', { kind: 'Binary' }],
    ['((SELECT 1) UNION (SELECT 2))', { kind: 'Subquery', query: { body: { kind: 'SetOperation' } } }],
    ['((SELECT 1) ORDER BY 1)', { kind: 'Subquery', query: { orderBy: { kind: 'Items' } } }],
    ["a LIKE 'x' ESCAPE '!'", { kind: 'Like', operator: 'LIKE', escape: '!' }],
    ['a NOT ILIKE b', { kind: 'Like', operator: 'ILIKE', negated: true }],
    ['a SIMILAR TO b', { kind: 'Like', operator: 'SIMILAR TO' }],
    ['a REGEXP b', { kind: 'Like', operator: 'RLIKE' }],
    ['(a, b)', { kind: 'Tuple' }],
    ['(a)', { kind: 'Name' }],
    ['[1, 2]', { kind: 'Array' }],
    ['ARRAY[]', { kind: 'Array', elements: [] }],
    ['ARRAY(SELECT 1)', { kind: 'ArraySubquery' }],
    ["{a: 1, 'b': 2}", { kind: 'StructLiteral' }],
    ['MAP {1: 2}', { kind: 'MapLiteral' }],
    ['a[1]', { kind: 'Subscript', index: { kind: 'Index' } }],
    ['a[1:2]', { kind: 'Subscript', index: { kind: 'Slice' } }],
    ['a[:]', { kind: 'Subscript', index: { kind: 'Slice' } }],
    ['a[::2]'.replace('::', ': :'), { kind: 'Subscript', index: { stride: { text: '2' } } }],
    ['(a).b', { kind: 'FieldAccess' }],
    ['f(x).y', { kind: 'FieldAccess' }],
    ['a[1].b', { kind: 'FieldAccess' }],
    ['a.b.c', { kind: 'Name', parts: [{ value: 'a' }, { value: 'b' }, { value: 'c' }] }],
    ["DATE '2020-01-01'", { kind: 'TypedLiteral', value: '2020-01-01' }],
    ["TIMESTAMP WITH TIME ZONE '2020'", { kind: 'TypedLiteral', type: { name: 'TIMESTAMP', timeZone: 'with' } }],
    ["DECIMAL(10, 2) '1.5'", { kind: 'TypedLiteral', type: { args: [10, 2] } }],
    ["DOUBLE PRECISION '1'", { kind: 'TypedLiteral', type: { name: 'DOUBLE PRECISION' } }],
    ["INTERVAL '1' MONTH", { kind: 'Interval', leadingField: 'MONTH' }],
    ["INTERVAL '1 month 2 days'", { kind: 'Interval', value: { value: '1 month 2 days' } }],
    ["INTERVAL '1-2' YEAR TO MONTH", { kind: 'Interval', lastField: 'MONTH' }],
    ['INTERVAL 3 DAYS', { kind: 'Interval', leadingField: 'DAYS' }],
    ['INTERVAL -3 DAY', { kind: 'Interval', value: { kind: 'Unary' } }],
    ["INTERVAL '1' MONTH + 1", { kind: 'Binary', left: { kind: 'Interval' } }],
    ['CAST(a AS INT)', { kind: 'Cast', form: 'CAST' }],
    ['SAFE_CAST(a AS INT)', { kind: 'Cast', form: 'TRY_CAST' }],
    ['a::INT[]', { kind: 'Cast', form: '::', type: { kind: 'ArrayType' } }],
    ['EXTRACT(year FROM a)', { kind: 'Extract', field: 'year' }],
    ["EXTRACT('year', a)", { kind: 'Extract', field: 'year' }],
    ['POSITION(a IN b)', { kind: 'Position' }],
    ['POSITION(a, b)', { kind: 'Function' }],
    ['SUBSTRING(a FROM 1 FOR 2)', { kind: 'Substring', from: { text: '1' }, length: { text: '2' } }],
    ['SUBSTRING(a FOR 2)', { kind: 'Substring', length: { text: '2' } }],
    ['SUBSTRING(a, 1, 2)', { kind: 'Function' }],
    ["TRIM(LEADING 'x' FROM a)", { kind: 'Trim', side: 'LEADING', characters: { value: 'x' } }],
    ["TRIM(a, 'x')", { kind: 'Trim', characters: { value: 'x' } }],
    ['TRIM(BOTH FROM a)', { kind: 'Trim', side: 'BOTH' }],
    ['OVERLAY(a PLACING b FROM 1 FOR 2)', { kind: 'Overlay' }],
    ['OVERLAY(a, b, 1)', { kind: 'Function' }],
    ['CEIL(a TO DAY)', { kind: 'RoundTo', direction: 'CEIL', field: 'DAY' }],
    ['FLOOR(a)', { kind: 'Function' }],
    ['CURRENT_DATE', { kind: 'Function', parentheses: false }],
    ['current_timestamp(3)', { kind: 'Function', parentheses: true }],
    ['CASE WHEN a THEN b END', { kind: 'Case', branches: [{}] }],
    ['CASE a WHEN 1 THEN 2 WHEN 3 THEN 4 ELSE 5 END', { kind: 'Case', operand: { kind: 'Name' }, branches: [{}, {}] }],
    ['$1', { kind: 'Placeholder', id: '$1' }],
    ['$name', { kind: 'Placeholder', id: '$name' }],
    ["X'1F'", { kind: 'Bytes', base: 'hex' }],
    ['a.f(1)', { kind: 'Function', name: [{ value: 'a' }, { value: 'f' }] }],
  ])('parses %s', (sql, expected) => {
    expect(expressionOf(sql)).toMatchObject(expected);
  });

  it('takes words as names where they begin no construct', () => {
    for (const word of [
      'date',
      'timestamp',
      'interval',
      'case',
      'cast',
      'extract',
      'array',
      'map',
      'values',
      'end',
      'first',
      'left',
      'filter',
      'row',
      'year',
      'type',
      'user',
    ]) {
      expect(expressionOf(word)).toMatchObject({ kind: 'Name', parts: [{ value: word }] });
    }
    expect(expressionOf("date > date '2020-01-01'")).toMatchObject({
      kind: 'Binary',
      left: { kind: 'Name' },
      right: { kind: 'TypedLiteral' },
    });
    expect(expressionOf('left(a, 1)')).toMatchObject({ kind: 'Function' });
  });

  it('parses every part of a function call', () => {
    expect(
      expressionOf(
        'f(DISTINCT a, b => 2, t.* ORDER BY c DESC NULLS FIRST) WITHIN GROUP (ORDER BY d) FILTER (WHERE e) IGNORE NULLS OVER (w PARTITION BY g ORDER BY h ROWS BETWEEN 1 PRECEDING AND UNBOUNDED FOLLOWING EXCLUDE TIES)',
      ),
    ).toMatchObject({
      kind: 'Function',
      distinct: true,
      args: [
        { kind: 'Positional' },
        { kind: 'Named', name: { value: 'b' } },
        { kind: 'Star', qualifier: [{ value: 't' }] },
      ],
      orderBy: [{ direction: 'DESC', nulls: 'FIRST' }],
      withinGroup: [{ expr: { kind: 'Name' } }],
      filter: { kind: 'Name' },
      nullTreatment: 'IGNORE',
      over: {
        base: { value: 'w' },
        frame: { units: 'ROWS', start: { kind: 'Preceding' }, end: { kind: 'Following' }, exclude: 'TIES' },
      },
    });
    expect(expressionOf('count(*)')).toMatchObject({ args: [{ kind: 'Star' }] });
    expect(expressionOf('rank() OVER w')).toMatchObject({ over: { value: 'w' } });
    expect(expressionOf('sum(a) OVER (rows)')).toMatchObject({ over: { base: { value: 'rows' } } });
    expect(expressionOf('struct(1 AS a, 2)')).toMatchObject({ args: [{ kind: 'Aliased' }, { kind: 'Positional' }] });
  });

  it('reads lambdas only in dialects that have them', () => {
    expect(expressionOf('f(x -> x + 1)', { dialect: 'duckdb' })).toMatchObject({
      args: [{ expr: { kind: 'Lambda', params: [{ value: 'x' }] } }],
    });
    expect(expressionOf('f((x, y) -> x > 1 AND y)', { dialect: 'databricks' })).toMatchObject({
      args: [{ expr: { kind: 'Lambda', params: [{ value: 'x' }, { value: 'y' }], body: { op: 'AND' } } }],
    });
    expect(expressionOf('f(x -> x + 1)')).toMatchObject({ args: [{ expr: { kind: 'Binary', op: '->' } }] });
  });

  it.each([
    ['a +', 'Expected: an expression, found: end of input at Line: 1, Column: 4'],
    ['(a', 'Expected: ), found: end of input'],
    ['a b', 'Expected: end of expression, found: b at Line: 1, Column: 3'],
    ['CASE WHEN a THEN b', 'Expected: END'],
    ['CASE a ELSE b END', 'Expected: WHEN, found: ELSE'],
    ['CAST(a AS)', 'Expected: a data type name, found: )'],
    ['a IS b', 'Expected: [NOT] NULL, TRUE, FALSE, UNKNOWN or DISTINCT FROM after IS, found: b'],
    ['a NOT b', 'Expected: end of expression, found: NOT'],
    ['a IN ()', 'Expected: an expression, found: )'],
    ['a BETWEEN 1 OR 2', 'Expected: AND, found: OR'],
    ['f(a,)', 'Expected: an expression, found: )'],
    ['()', 'Expected: an expression, found: )'],
    ['a LIKE b ESCAPE c', 'Expected: an escape character, found: c'],
    ['sum(a) OVER (ROWS 1)', 'Expected: PRECEDING or FOLLOWING, found: )'],
    ['a NULLS', 'Expected: end of expression'],
    ['', 'Expected: an expression, found: end of input at Line: 1, Column: 1'],
  ])('refuses %s', (sql, message) => {
    expect(() => parseExpression(sql)).toThrowError(message);
    expect(() => parseExpression(sql)).toThrowError(SqlParseError);
  });

  it('names what it knows and does not have', () => {
    expect(() => parseExpression('a IS NFC NORMALIZED')).toThrowError(NotYetSupportedError);
    expect(() => parseExpression("a LIKE ANY ('x')")).toThrowError('LIKE ANY is not supported yet');
  });
});
