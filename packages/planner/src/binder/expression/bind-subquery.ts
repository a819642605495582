import { type Expr, formatColumn, type LogicalPlan, type Subquery, schemaOf } from '@ballista-ts/core';
import type { Span } from '../../sql/ast/common.js';
import type { ExistsExpr, InSubqueryExpr } from '../../sql/ast/expr.js';
import type { Query } from '../../sql/ast/query.js';
import { bindQuery } from '../query.js';
import { newLevel, type Scope } from '../scope.js';
import { bindExpr } from './bind-expr.js';

/** Binds a query whose names may reach into `scope`. */
function bindNestedQuery(query: Query, scope: Scope): Subquery {
  const { context, ctes } = scope.level;
  // Aliases of the SELECT list are not visible inside: only columns are.
  const { aliases: _aliases, ...visible } = scope;
  const level = newLevel(context, visible, ctes);
  const plan: LogicalPlan = bindQuery(query, level);
  return { plan, outerReferences: level.outerReferences };
}

/** A subquery that gives one column. */
export function bindSubqueryPlan(query: Query, scope: Scope, span: Span, what: string): Subquery {
  const subquery = bindNestedQuery(query, scope);
  const { fields } = schemaOf(subquery.plan);
  if (fields.length !== 1) {
    throw scope.level.context.error(
      `Too many columns! ${what} should only return one column, but found ${fields.length}: ${fields.slice(0, 10).map(formatColumn).join(', ')}`,
      span,
    );
  }
  return subquery;
}

export const bindScalarSubquery = (query: Query, scope: Scope, span: Span): Expr => ({
  kind: 'ScalarSubquery',
  subquery: bindSubqueryPlan(query, scope, span, 'Scalar subquery'),
});

export const bindExists = (expr: ExistsExpr, scope: Scope): Expr => ({
  kind: 'Exists',
  subquery: bindNestedQuery(expr.query, scope),
  negated: expr.negated,
});

export const bindInSubquery = (expr: InSubqueryExpr, scope: Scope): Expr => ({
  kind: 'InSubquery',
  expr: bindExpr(expr.expr, scope),
  subquery: bindSubqueryPlan(expr.query, scope, expr.span, 'IN subquery'),
  negated: expr.negated,
});
