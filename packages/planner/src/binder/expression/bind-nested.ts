import { type Expr, exprReturn, Int64, typedLiteral, utf8Literal } from '@ballista-ts/core';
import type { Span } from '../../sql/ast/common.js';
import type { MapLiteralExpr, SqlExpr, StructLiteralExpr, SubscriptExpr } from '../../sql/ast/expr.js';
import type { Scope } from '../scope.js';
import { bindExpr } from './bind-expr.js';
import { typeOf } from './typing.js';

/**
 * A call of a built-in function that syntax stands for, under the name the registry knows it by.
 *
 * @throws PlanError when no such function is registered or the arguments do not fit.
 */
export function callOf(name: string, args: readonly Expr[], scope: Scope, span: Span): Expr {
  const { context } = scope.level;
  const signature = context.functions.scalar(name);
  if (signature === undefined)
    throw context.error(`This syntax needs the function '${name}', which is not registered`, span);
  const call: Expr = { kind: 'ScalarFunction', name: signature.name, args };
  context.located(span, () => exprReturn(call, { schema: scope.schema, functions: context.functions }));
  return call;
}

/** `{a: 1, b: 2}`. */
export function bindStructLiteral(expr: StructLiteralExpr, scope: Scope): Expr {
  const args = expr.fields.flatMap(({ name, value }) => [utf8Literal(name.value), bindExpr(value, scope)]);
  return callOf('named_struct', args, scope, expr.span);
}

/** `MAP {k: v}`. */
export function bindMapLiteral(expr: MapLiteralExpr, scope: Scope): Expr {
  const keys = expr.entries.map(({ key }) => bindExpr(key, scope));
  const values = expr.entries.map(({ value }) => bindExpr(value, scope));
  return callOf(
    'map',
    [callOf('make_array', keys, scope, expr.span), callOf('make_array', values, scope, expr.span)],
    scope,
    expr.span,
  );
}

/** `a[i]`, `a[from:to:stride]`, `s['field']`, `m[key]`: what it means depends on the type of what is subscripted. */
export function bindSubscript(expr: SubscriptExpr, scope: Scope): Expr {
  const base = bindExpr(expr.expr, scope);
  const bind = (part: SqlExpr): Expr => bindExpr(part, scope);
  const { index, span } = expr;
  if (index.kind === 'Slice') {
    const from = index.from === undefined ? typedLiteral(Int64, 1n) : bind(index.from);
    const to = index.to === undefined ? typedLiteral(Int64, -1n) : bind(index.to);
    return callOf(
      'array_slice',
      [base, from, to, ...(index.stride === undefined ? [] : [bind(index.stride)])],
      scope,
      span,
    );
  }
  const key = bind(index.expr);
  const type = typeOf(base, scope, span);
  switch (type.kind) {
    case 'Struct':
      return callOf('get_field', [base, key], scope, span);
    case 'Map':
      // A literal key is looked up directly; any other goes through the list of matches.
      if (key.kind === 'Literal') return callOf('get_field', [base, key], scope, span);
      return callOf(
        'array_element',
        [callOf('map_extract', [base, key], scope, span), typedLiteral(Int64, 1n)],
        scope,
        span,
      );
    default:
      return callOf('array_element', [base, key], scope, span);
  }
}
