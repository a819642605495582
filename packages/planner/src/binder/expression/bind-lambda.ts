import { type Expr, exprReturn } from '@ballista-ts/core';
import type { Ident } from '../../sql/ast/common.js';
import type { BinaryExpr, LambdaExpr, SqlExpr } from '../../sql/ast/expr.js';
import type { Scope } from '../scope.js';
import { bindExpr } from './bind-expr.js';

/** Functions that take a lambda. For them `x -> ...` is one in every dialect: the arrow operator could mean nothing there. */
export const lambdaFunctions: ReadonlySet<string> = new Set([
  'array_any_match',
  'array_filter',
  'array_first',
  'array_transform',
]);

/** The lambda that an argument is: parsed as one, or read by the generic dialect as an arrow operator between other things. */
export function asLambda(expr: SqlExpr): LambdaExpr | undefined {
  if (expr.kind === 'Lambda') return expr;
  // The arrow binds tighter than AND and OR: in `x -> x > 1 AND y` it is at the left end of the chain.
  const chain: BinaryExpr[] = [];
  let left: SqlExpr = expr;
  while (left.kind === 'Binary' && left.op !== '->') {
    chain.push(left);
    left = left.left;
  }
  if (left.kind !== 'Binary') return undefined;
  const params = parameterNames(left.left);
  if (params === undefined) return undefined;
  const body = chain.reduceRight<SqlExpr>((inner, link) => ({ ...link, left: inner }), left.right);
  return { kind: 'Lambda', params, body, span: left.span };
}

function parameterNames(expr: SqlExpr): readonly Ident[] | undefined {
  const list = expr.kind === 'Tuple' ? expr.elements : [expr];
  const names = list.map((one) => (one.kind === 'Name' && one.parts.length === 1 ? one.parts[0]! : undefined));
  return names.every((one) => one !== undefined) ? names : undefined;
}

/** Binds the body with its parameters in scope; they stand for elements of the list that is the first argument. */
export function bindLambda(lambda: LambdaExpr, list: Expr | undefined, scope: Scope): Expr {
  const { context } = scope.level;
  if (list === undefined) throw context.error('A lambda needs a list before it', lambda.span);
  const { type } = context.located(lambda.span, () =>
    exprReturn(list, { schema: scope.schema, functions: context.functions }),
  );
  if (!('field' in type)) throw context.error('A lambda is applied to the elements of a list', lambda.span);
  const element = type.field;
  const params = lambda.params.map((one) => context.name(one));
  if (new Set(params).size !== params.length)
    throw context.error('The parameters of a lambda need different names', lambda.span);
  const variables = params.map((name): [string, Expr] => [
    name,
    { kind: 'LambdaVariable', name, field: { name, type: element.type, nullable: element.nullable } },
  ]);
  const body = bindExpr(lambda.body, {
    ...scope,
    lambdaParams: new Map([...(scope.lambdaParams ?? []), ...variables]),
  });
  return { kind: 'Lambda', params, body };
}
