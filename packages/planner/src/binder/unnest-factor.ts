import {
  type Expr,
  emptyDFSchema,
  exprName,
  type LogicalPlan,
  NotYetSupportedError,
  schemaOf,
  someExpr,
  tableReference,
} from '@ballista-ts/core';
import type { Span } from '../sql/ast/common.js';
import type { TableAlias, TableFactor } from '../sql/ast/query.js';
import { bindExpr } from './expression/bind-expr.js';
import type { BoundFactor, FromResult } from './from.js';
import type { QueryLevel, Scope } from './scope.js';
import { unnestPlan } from './unnest.js';

/** `UNNEST(a, b)` in FROM: rows of the lists side by side. */
export function bindUnnest(
  factor: Extract<TableFactor, { kind: 'Unnest' }>,
  level: QueryLevel,
  left: FromResult | undefined,
): BoundFactor {
  if (factor.withOrdinality) throw new NotYetSupportedError('UNNEST ... WITH ORDINALITY');
  const lists = factor.exprs.map((one) => bindExpr(one, visibleScope(level, left)));
  return expandInFrom(lists, factor, undefined, level, left);
}

/** What the arguments of an expanding function may refer to: what stands before it in FROM, and enclosing queries. */
export const visibleScope = (level: QueryLevel, left: FromResult | undefined): Scope => ({
  level,
  schema: left === undefined ? emptyDFSchema : schemaOf(left.plan),
  merged: left?.merged ?? [],
});

/**
 * Lists as a table. When a list uses columns of what stood before, the lists of each of its rows are expanded next to that
 * row, and the result includes what stood before.
 */
export function expandInFrom(
  lists: readonly Expr[],
  { alias, span }: { readonly alias?: TableAlias; readonly span: Span },
  defaults: { readonly table: string; readonly columns: readonly string[] } | undefined,
  level: QueryLevel,
  left: FromResult | undefined,
): BoundFactor {
  const { context } = level;
  const dependent = left !== undefined && lists.some((list) => someExpr(list, (part) => part.kind === 'Column'));
  const input: LogicalPlan = dependent
    ? left.plan
    : { kind: 'EmptyRelation', produceOneRow: true, schema: emptyDFSchema };
  const calls = lists.map((expr): Expr => ({ kind: 'Unnest', expr }));
  const table = alias === undefined ? defaults?.table : context.name(alias.name);
  const columns = alias?.columns.map((one) => context.name(one.name)) ?? [];
  const plan = context.located(span, () =>
    unnestPlan(input, calls, {
      functions: context.functions,
      keepInput: dependent,
      relation: table === undefined ? undefined : tableReference(table),
      names: columns.length > 0 ? columns : (defaults?.columns ?? calls.map(exprName)),
    }),
  );
  return { result: { plan, merged: dependent ? left.merged : [] }, includesLeft: dependent };
}
