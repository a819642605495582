import { type Expr, type LogicalPlan, type SortExpr, schemaOf, someExpr } from '@ballista-ts/core';
import type { Span } from '../sql/ast/common.js';
import type { SqlExpr } from '../sql/ast/expr.js';
import type { OrderByClause } from '../sql/ast/query.js';
import { bindExpr } from './expression/bind-expr.js';
import { toSortExpr } from './expression/bind-function.js';
import { columnAt, type QueryLevel, type Scope } from './scope.js';

/** A position of the SELECT list (`ORDER BY 2`, `GROUP BY 1`), 0-based, or undefined when the expression is something else. */
export function ordinalOf(
  expr: SqlExpr,
  count: number,
  clause: string,
  scope: Pick<Scope, 'level'>,
): number | undefined {
  if (expr.kind !== 'Number' || !/^\d+$/.test(expr.text)) return undefined;
  const position = Number(expr.text);
  if (position >= 1 && position <= count) return position - 1;
  throw scope.level.context.error(
    position === 0
      ? `${clause} index starts at 1 for column indexes`
      : `${clause} column out of bounds, specified: ${expr.text}, max: ${count}`,
    expr.span,
  );
}

/** Sorts a plan by what comes out of it: the order of a set operation, of VALUES, of a query in parentheses. */
export function orderPlan(input: LogicalPlan, clause: OrderByClause | undefined, level: QueryLevel): LogicalPlan {
  if (clause === undefined) return input;
  const schema = schemaOf(input);
  const scope: Scope = { level, schema, merged: [] };
  const keys: SortExpr[] =
    clause.kind === 'All'
      ? schema.fields.map((_field, index) => toSortExpr(columnAt(schema, index), clause, scope))
      : clause.items.map((item) => {
          const ordinal = ordinalOf(item.expr, schema.fields.length, 'Order by', scope);
          const expr = ordinal === undefined ? bindExpr(item.expr, scope) : columnAt(schema, ordinal);
          rejectAggregates(expr, item.expr.span, scope);
          return toSortExpr(expr, item, scope);
        });
  return { kind: 'Sort', exprs: keys, input };
}

function rejectAggregates(expr: Expr, span: Span, scope: Scope): void {
  if (someExpr(expr, (part) => part.kind === 'AggregateFunction' || part.kind === 'WindowFunction')) {
    throw scope.level.context.error('Aggregate and window functions cannot order the result of a set operation', span);
  }
}
