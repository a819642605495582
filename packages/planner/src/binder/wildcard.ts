import { alias, type Expr, formatTableReference, resolvesTo } from '@ballista-ts/core';
import type { SelectItem } from '../sql/ast/query.js';
import { bindExpr } from './expression/bind-expr.js';
import { columnAt, isMember, type Scope } from './scope.js';

type Wildcard = Extract<SelectItem, { kind: 'Wildcard' }>;

/** `*` and `t.*` as columns. Columns merged by USING show once, where the first of them stands. */
export function expandWildcard(item: Wildcard, scope: Scope): Expr[] {
  const { context } = scope.level;
  const columns = item.qualifier === undefined ? allColumns(scope, item) : columnsOf(item, scope);
  if (item.rename !== undefined)
    throw context.error('wildcard with RENAME is not supported, use REPLACE or an alias', item.span);
  const kept = exclude(columns, item, scope);
  return replace(kept, item, scope);
}

interface Named {
  readonly name: string;
  readonly expr: Expr;
}

function allColumns(scope: Scope, item: Wildcard): Named[] {
  const { fields } = scope.schema;
  if (fields.length === 0) throw scope.level.context.error('SELECT * with no tables specified is not valid', item.span);
  const columns: Named[] = [];
  const shown = new Set<string>();
  for (const [index, { field }] of fields.entries()) {
    const merged =
      scope.merged.length === 0 ? undefined : scope.merged.find((one) => isMember(scope.schema, index, one));
    if (merged === undefined) columns.push({ name: field.name, expr: columnAt(scope.schema, index) });
    else if (!shown.has(merged.name)) {
      shown.add(merged.name);
      columns.push({ name: merged.name, expr: merged.expr });
    }
  }
  return columns;
}

function columnsOf(item: Wildcard, scope: Scope): Named[] {
  const { context } = scope.level;
  const relation = context.tableReference(item.qualifier!);
  const columns = scope.schema.fields.flatMap(({ qualifier, field }, index): Named[] =>
    qualifier !== undefined && resolvesTo(relation, qualifier)
      ? [{ name: field.name, expr: columnAt(scope.schema, index) }]
      : [],
  );
  if (columns.length === 0) throw context.error(`Invalid qualifier ${formatTableReference(relation)}`, item.span);
  return columns;
}

function exclude(columns: readonly Named[], item: Wildcard, scope: Scope): readonly Named[] {
  if (item.exclude === undefined) return columns;
  const { context } = scope.level;
  const names = new Set<string>();
  for (const ident of item.exclude) {
    const name = context.name(ident);
    if (names.has(name)) throw context.error(`EXCLUDE or EXCEPT contains duplicate column names: ${name}`, ident.span);
    if (!columns.some((one) => one.name === name))
      throw context.error(`EXCLUDE or EXCEPT names a column that is not there: ${name}`, ident.span);
    names.add(name);
  }
  const kept = columns.filter((one) => !names.has(one.name));
  if (kept.length === 0) throw context.error('EXCLUDE or EXCEPT leaves no column', item.span);
  return kept;
}

function replace(columns: readonly Named[], item: Wildcard, scope: Scope): Expr[] {
  if (item.replace === undefined) return columns.map((one) => one.expr);
  const { context } = scope.level;
  const replacements = new Map<string, Expr>();
  for (const { expr, name: ident } of item.replace) {
    const name = context.name(ident);
    if (replacements.has(name)) throw context.error(`REPLACE contains duplicate column names: ${name}`, ident.span);
    if (!columns.some((one) => one.name === name))
      throw context.error(`REPLACE names a column that is not there: ${name}`, ident.span);
    replacements.set(name, alias(bindExpr(expr, scope), name));
  }
  return columns.map((one) => replacements.get(one.name) ?? one.expr);
}
