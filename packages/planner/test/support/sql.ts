import type { SqlExpr } from '../../src/sql/ast/expr.js';
import type { Statement } from '../../src/sql/ast/statement.js';
import type { SqlParserOptions } from '../../src/sql/parser/parser.js';
import { parseExpression, parseStatements } from '../../src/sql/parser/statement.js';

/** A syntax tree without positions, so that texts with other blanks and parentheses compare equal. Iterative: trees may be deep. */
export function withoutSpans<T>(tree: T): T {
  const copies = new Map<object, object>();
  const pending: object[] = [];
  const copyOf = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    let copy = copies.get(value);
    if (copy === undefined) {
      copy = Array.isArray(value) ? [] : {};
      copies.set(value, copy);
      pending.push(value);
    }
    return copy;
  };
  const root = copyOf(tree);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const copy = copies.get(next) as Record<string, unknown>;
    for (const [key, value] of Object.entries(next)) if (key !== 'span') copy[key] = copyOf(value);
  }
  return root as T;
}

export const expressionOf = (sql: string, options?: SqlParserOptions): SqlExpr =>
  withoutSpans(parseExpression(sql, options));
export function statementOf(sql: string, options?: SqlParserOptions): Statement {
  const statements = parseStatements(sql, options);
  if (statements.length !== 1) throw new Error(`${statements.length} statements in: ${sql}`);
  return withoutSpans(statements[0]!);
}
