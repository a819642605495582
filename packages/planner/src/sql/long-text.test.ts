import { describe, expect, it, vi } from 'vitest';
import { formatExpression } from './format/expression.js';
import { formatStatement } from './format/statement.js';
import { Parser } from './parser/parser.js';
import { parseExpression, parseStatements } from './parser/statement.js';

const repeat = (count: number, part: (index: number) => string, separator: string): string =>
  Array.from({ length: count }, (_unused, index) => part(index)).join(separator);

describe('long statements', () => {
  it.each(['OR', 'AND', '+', '||', '*', '->'])('parse and format chains of 10,000 terms with %s', (op) => {
    const sql = repeat(10_000, (index) => `a${index}`, ` ${op} `);
    expect(formatExpression(parseExpression(sql))).toBe(sql);
  });

  it('parse a chain of comparisons under 10,000 ANDs and ORs in turn', () => {
    const sql = repeat(10_000, (index) => `a = ${index}${index % 2 === 0 ? ' AND' : ' OR'}`, ' ');
    const expr = parseExpression(`${sql} b`);
    expect(expr.kind).toBe('Binary');
  });

  it('parse a list of 100,000 values', () => {
    const expr = parseExpression(`a IN (${repeat(100_000, String, ', ')})`);
    expect(expr).toMatchObject({ kind: 'InList', list: { length: 100_000 } });
  });

  it('parse 20,000 rows of VALUES', () => {
    const [statement] = parseStatements(`VALUES ${repeat(20_000, (index) => `(${index}, 'x')`, ', ')}`);
    expect(statement).toMatchObject({ kind: 'Query', body: { kind: 'Values', rows: { length: 20_000 } } });
  });

  it('parse and format a UNION ALL of 1,000 branches', () => {
    const sql = repeat(1_000, (index) => `SELECT ${index}`, ' UNION ALL ');
    expect(parseStatements(sql).map(formatStatement)).toEqual([sql]);
  });

  it('parse a SELECT of 2,000 columns and 1,000 joins', () => {
    const sql = `SELECT ${repeat(2_000, (index) => `c${index}`, ', ')} FROM t ${repeat(1_000, (index) => `JOIN t${index} ON a = b`, ' ')}`;
    expect(parseStatements(sql).map(formatStatement)).toEqual([sql]);
  });

  it('take work in proportion to their length', () => {
    const looks = (count: number): number => {
      const peek = vi.spyOn(Parser.prototype, 'peek');
      parseExpression(repeat(count, (index) => `a${index} = ${index}`, ' OR '));
      const { length } = peek.mock.calls;
      peek.mockRestore();
      return length;
    };
    // Four times the length, four times the looks at a token; a quadratic step would make it sixteen times.
    expect(looks(4_000) / looks(1_000)).toBeCloseTo(4, 1);
  });
});
