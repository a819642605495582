import {
  alias,
  column,
  type DFField,
  type Expr,
  exprName,
  exprsToSchema,
  exprToField,
  formatExpr,
  type LogicalPlan,
  type SortExpr,
  schemaOf,
  unalias,
} from '@ballista-ts/core';
import type { Ident, Span } from '../sql/ast/common.js';
import type { SqlExpr, WindowSpec } from '../sql/ast/expr.js';
import type { OrderByClause, Select } from '../sql/ast/query.js';
import { aggregate, hasAggregate } from './aggregation.js';
import { collectExprs, ExprMap, exprEquals } from './expr-map.js';
import { bindExpr } from './expression/bind-expr.js';
import { toSortExpr } from './expression/bind-function.js';
import { bindFrom } from './from.js';
import { bindGroupBy } from './group-by.js';
import { ordinalOf } from './order-by.js';
import { columnsOfSchema, filterPlan, nameAs, projectPlan } from './plan-builder.js';
import { replaceExpr } from './replace-expr.js';
import { columnAt, lookupColumn, type QueryLevel, type Scope } from './scope.js';
import { expandUnnests, replaceUnnests } from './unnest.js';
import { expandWildcard } from './wildcard.js';
import { addWindows, hasWindow } from './windowing.js';

/** One column of the SELECT list while the plan under it grows: its expression changes, its name stays. */
interface Item {
  readonly expr: Expr;
  readonly name: string;
  /** Position in the list as written, wildcards expanded: what ORDER BY 1 and aliases refer to. */
  readonly origin: number;
  readonly span: Span;
}

/** Everything a SELECT computes, in terms of the plan so far. */
interface Clauses {
  readonly items: readonly Item[];
  readonly having: Expr | undefined;
  readonly qualify: Expr | undefined;
  readonly order: readonly SortExpr[];
  readonly distinctOn: readonly Expr[];
  readonly span: Span;
}

/** Stands for a column of the SELECT list inside ORDER BY until the list has its final form. */
const outputTable = { table: '\u0000select_list' };
const outputMarker = (index: number): Expr => column(String(index), outputTable);
const markedIndex = (expr: Expr): number | undefined =>
  expr.kind === 'Column' && expr.relation?.table === outputTable.table ? Number(expr.name) : undefined;
const isMarker = (expr: Expr): boolean => markedIndex(expr) !== undefined;

/** Binds a SELECT together with the ORDER BY of its query, which may use columns that the SELECT does not show. */
export function bindSelect(select: Select, orderBy: OrderByClause | undefined, level: QueryLevel): LogicalPlan {
  const { context } = level;
  const { functions } = context;
  if (select.into !== undefined)
    throw context.error('SELECT INTO can only be a statement of its own', select.into[0]!.span);
  const from = bindFrom(select.from, level);
  let plan = from.plan;
  const windows = new Map<string, WindowSpec | Ident>(
    select.windows.map(({ name, window }) => [context.name(name), window]),
  );
  const scope: Scope = { level, schema: schemaOf(plan), merged: from.merged, windows };

  if (select.where !== undefined) {
    const predicate = bindExpr(select.where, scope);
    rejectIn('WHERE', predicate, select.where.span, scope);
    plan = context.located(select.where.span, () => filterPlan(plan, predicate, functions));
  }

  const items = bindItems(select, scope);
  const byAlias: Scope = { ...scope, aliases: { priority: 'last', find: (name) => findAlias(name, items) } };
  const groupBy =
    select.groupBy === undefined
      ? undefined
      : bindGroupBy(
          select.groupBy,
          items.map((one) => one.expr),
          byAlias,
        );
  let clauses: Clauses = {
    items,
    having: select.having === undefined ? undefined : bindExpr(select.having, byAlias),
    qualify: select.qualify === undefined ? undefined : bindExpr(select.qualify, byAlias),
    order: bindOrder(orderBy, items, scope),
    distinctOn:
      typeof select.distinct === 'object' ? select.distinct.on.map((one) => bindDistinctOn(one, items, byAlias)) : [],
    span: select.span,
  };
  if (clauses.having !== undefined && hasWindow(clauses.having))
    throw context.error('Window functions are not allowed in HAVING', select.having!.span);

  const needsGroups = groupBy !== undefined || clauses.having !== undefined || everyExpr(clauses).some(hasAggregate);
  if (needsGroups) {
    let keys = groupBy ?? [];
    const beforeGroups = expandUnnests(
      plan,
      [...keys, ...collectExprs(everyExpr(clauses), (expr) => expr.kind === 'AggregateFunction')],
      functions,
    );
    if (beforeGroups !== undefined) {
      plan = beforeGroups.plan;
      const rewrite = (expr: Expr): Expr => replaceUnnests(expr, beforeGroups.columns);
      keys = keys.map(rewrite);
      clauses = mapClauses(clauses, rewrite, level);
    }
    const grouped = context.located(select.span, () => aggregate(plan, keys, everyExpr(clauses), functions, isMarker));
    plan = grouped.plan;
    clauses = mapClauses(clauses, grouped.rewrite, level);
    if (clauses.having !== undefined) {
      const { having } = clauses;
      plan = context.located(select.having!.span, () => filterPlan(plan, having, functions));
    }
  }

  if (select.qualify !== undefined && !everyExpr(clauses).some(hasWindow)) {
    throw context.error(
      'QUALIFY clause requires window functions in the SELECT list or QUALIFY clause',
      select.qualify.span,
    );
  }
  const windowed = context.located(select.span, () => addWindows(plan, everyExpr(clauses), functions));
  if (windowed !== undefined) {
    plan = windowed.plan;
    clauses = mapClauses(clauses, windowed.rewrite, level);
  }
  if (clauses.qualify !== undefined) {
    const { qualify } = clauses;
    plan = context.located(select.qualify!.span, () => filterPlan(plan, qualify, functions));
  }

  const unnested = context.located(select.span, () =>
    expandUnnests(
      plan,
      clauses.items.map((one) => one.expr),
      functions,
    ),
  );
  if (unnested !== undefined) {
    plan = unnested.plan;
    clauses = { ...clauses, items: clauses.items.flatMap((item) => unnestItem(item, unnested.columns, level)) };
  }
  return finish(plan, clauses, select, level);
}

/** The SELECT list with wildcards expanded. An expression keeps the name it was written under whatever it turns into. */
function bindItems(select: Select, scope: Scope): Item[] {
  const items: Item[] = [];
  const taken = new Set<string>();
  const add = (expr: Expr, span: Span): void => {
    let name = exprName(expr);
    // Names leave casts out; of two expressions that differ in nothing else, the second shows its full text.
    if (expr.kind !== 'Column' && expr.kind !== 'Alias' && taken.has(name)) name = formatExpr(expr);
    if (expr.kind !== 'Column') taken.add(name);
    items.push({ expr, name, origin: items.length, span });
  };
  for (const item of select.items) {
    if (item.kind === 'Wildcard') for (const expr of expandWildcard(item, scope)) add(expr, item.span);
    else {
      const bound = mergedName(item.expr, scope) ?? bindExpr(item.expr, scope);
      add(item.alias === undefined ? bound : alias(unalias(bound), scope.level.context.name(item.alias)), item.span);
    }
  }
  return items;
}

/** A name that a full join merged out of two columns stays that name; elsewhere it is the expression behind it. */
function mergedName(expr: SqlExpr, scope: Scope): Expr | undefined {
  if (expr.kind !== 'Name' || expr.parts.length !== 1 || scope.merged.length === 0) return undefined;
  const found = lookupColumn(scope, scope.level.context.name(expr.parts[0]!));
  return found !== undefined && 'expr' in found && found.expr.kind === 'Alias' ? found.expr : undefined;
}

/** The expression behind an alias of the SELECT list. Plain columns are found as columns, and are no aliases. */
function findAlias(name: string, items: readonly Item[]): Expr | undefined {
  const found = items.find((item) => item.expr.kind === 'Alias' && item.expr.name === name);
  return found === undefined ? undefined : unalias(found.expr);
}

function rejectIn(clause: string, expr: Expr, span: Span, scope: Scope): void {
  const { context } = scope.level;
  if (hasAggregate(expr)) throw context.error(`Aggregate functions are not allowed in ${clause}`, span);
  if (hasWindow(expr)) throw context.error(`Window functions are not allowed in ${clause}`, span);
  if (collectExprs([expr], (part) => part.kind === 'Unnest').length > 0)
    throw context.error(`unnest() is not allowed in ${clause}`, span);
}

/** Sort keys; what names a column of the SELECT list is a marker for it. */
function bindOrder(clause: OrderByClause | undefined, items: readonly Item[], scope: Scope): SortExpr[] {
  if (clause === undefined) return [];
  if (clause.kind === 'All') return items.map((_item, index) => toSortExpr(outputMarker(index), clause, scope));
  const { context } = scope.level;
  const typing = { schema: scope.schema, functions: context.functions };
  const markers = items.map((item, index): DFField => {
    const { field } = context.located(item.span, () => exprToField(item.expr, typing));
    return { qualifier: outputTable, field: { ...field, name: String(index) } };
  });
  const find = (name: string, ident: Ident): Expr | undefined => {
    const found = items.flatMap((item, index) => (item.name === name ? [index] : []));
    if (
      found.length > 1 &&
      !found.every((index) => exprEquals(unalias(items[index]!.expr), unalias(items[found[0]!]!.expr)))
    ) {
      throw context.error(
        `Schema error: Ambiguous reference to unqualified field ${name}: several columns of the SELECT list have that name`,
        ident.span,
      );
    }
    return found[0] === undefined ? undefined : outputMarker(found[0]);
  };
  const orderScope: Scope = {
    ...scope,
    schema: { fields: [...scope.schema.fields, ...markers] },
    aliases: { priority: 'first', find, findInput: (name) => findAlias(name, items) },
  };
  return clause.items.map((item) => {
    const ordinal = ordinalOf(item.expr, items.length, 'Order by', scope);
    return toSortExpr(
      ordinal === undefined ? unalias(bindExpr(item.expr, orderScope)) : outputMarker(ordinal),
      item,
      scope,
    );
  });
}

function bindDistinctOn(expr: Parameters<typeof bindExpr>[0], items: readonly Item[], scope: Scope): Expr {
  const ordinal = ordinalOf(expr, items.length, 'Distinct on', scope);
  return unalias(ordinal === undefined ? bindExpr(expr, scope) : items[ordinal]!.expr);
}

const everyExpr = (clauses: Clauses): Expr[] => [
  ...clauses.items.map((one) => one.expr),
  ...(clauses.having === undefined ? [] : [clauses.having]),
  ...(clauses.qualify === undefined ? [] : [clauses.qualify]),
  ...clauses.order.map((one) => one.expr),
  ...clauses.distinctOn,
];

function mapClauses(clauses: Clauses, rewriteAnywhere: (expr: Expr) => Expr, level: QueryLevel): Clauses {
  const rewrite = (expr: Expr, span: Span = clauses.span): Expr =>
    level.context.located(span, () => rewriteAnywhere(expr));
  return {
    ...clauses,
    items: clauses.items.map((item) => ({ ...item, expr: rewrite(item.expr, item.span) })),
    having: clauses.having === undefined ? undefined : rewrite(clauses.having),
    qualify: clauses.qualify === undefined ? undefined : rewrite(clauses.qualify),
    order: clauses.order.map((one) => ({ ...one, expr: rewrite(one.expr) })),
    distinctOn: clauses.distinctOn.map((one) => rewrite(one)),
  };
}

/** A column whose expression was unnest() of a struct becomes several; every other keeps its name. */
function unnestItem(item: Item, columns: ExprMap<readonly Expr[]>, level: QueryLevel): Item[] {
  const whole = columns.get(unalias(item.expr));
  if (whole !== undefined && whole[0]?.kind === 'Alias') {
    return whole.map((expr) => ({ ...item, expr, name: exprName(expr) }));
  }
  return [{ ...item, expr: level.context.located(item.span, () => replaceUnnests(item.expr, columns)) }];
}

/** Projection, DISTINCT and order on top of everything else. */
function finish(plan: LogicalPlan, clauses: Clauses, select: Select, level: QueryLevel): LogicalPlan {
  const { context } = level;
  const { functions } = context;
  const typing = { schema: schemaOf(plan), functions };
  const outputs = clauses.items.map((item) => {
    const named = nameAs(item.expr, item.name);
    context.located(item.span, () => exprToField(named, typing));
    return named;
  });
  if (typeof select.distinct === 'object') return distinctOn(plan, outputs, clauses, select, level);

  const projected = context.located(select.span, () => projectPlan(plan, outputs, functions));
  const distinct: LogicalPlan = select.distinct ? { kind: 'Distinct', input: projected } : projected;
  if (clauses.order.length === 0) return distinct;

  const shown = new ExprMap<Expr>();
  for (const [index, expr] of projected.exprs.entries()) shown.add(unalias(expr), columnAt(projected.schema, index));
  const hidden = new ExprMap<Expr>();
  const keys = clauses.order.map(
    (key): SortExpr => ({
      ...key,
      expr: replaceExpr(key.expr, (part) => {
        const marked = markedIndex(part);
        if (marked !== undefined) return columnAt(projected.schema, outputOf(marked, clauses, level, select.span));
        const output = shown.get(part);
        if (output !== undefined) return output;
        if (part.kind !== 'Column') return undefined;
        if (select.distinct) {
          throw context.error(
            `For SELECT DISTINCT, ORDER BY expressions ${exprName(part)} must appear in select list`,
            select.span,
          );
        }
        if (!hidden.has(part)) hidden.add(part, hiddenColumn(part, projected.schema.fields, level));
        const under = hidden.get(part)!;
        return under.kind === 'Alias' ? column(under.name) : under;
      }),
    }),
  );
  if (hidden.size === 0) return { kind: 'Sort', exprs: keys, input: distinct };
  const wide = projectPlan(plan, [...projected.exprs, ...hidden.exprs().map((expr) => hidden.get(expr)!)], functions);
  return projectPlan({ kind: 'Sort', exprs: keys, input: wide }, columnsOfSchema(projected.schema), functions);
}

/** Where a column of the list as written is among the columns that come out. */
function outputOf(origin: number, clauses: Clauses, level: QueryLevel, span: Span): number {
  const index = clauses.items.findIndex((item) => item.origin === origin);
  if (clauses.items.filter((item) => item.origin === origin).length > 1) {
    throw level.context.error('ORDER BY cannot name the columns that unnest() of a struct makes', span);
  }
  return index;
}

/** A column that only the sort needs, under a name that no column of the result has. */
function hiddenColumn(expr: Expr, shown: readonly DFField[], level: QueryLevel): Expr {
  return expr.kind === 'Column' &&
    shown.some((one) => one.field.name === expr.name && (one.qualifier === undefined || expr.relation === undefined))
    ? alias(expr, level.context.uniqueName('sort_key'))
    : expr;
}

/** DISTINCT ON: the first row of each key in the order given, whose first keys must be those of ON. */
function distinctOn(
  plan: LogicalPlan,
  outputs: readonly Expr[],
  clauses: Clauses,
  select: Select,
  level: QueryLevel,
): LogicalPlan {
  const { context } = level;
  const typing = { schema: schemaOf(plan), functions: context.functions };
  const sort = clauses.order.map(
    (key): SortExpr => ({
      ...key,
      expr: replaceExpr(key.expr, (part) => {
        const marked = markedIndex(part);
        return marked === undefined ? undefined : unalias(outputs[outputOf(marked, clauses, level, select.span)]!);
      }),
    }),
  );
  const { distinctOn: on } = clauses;
  const leading = sort.slice(0, on.length);
  if (
    sort.length > 0 &&
    (leading.length < on.length || !leading.every((key) => on.some((one) => exprEquals(one, key.expr))))
  ) {
    throw context.error('SELECT DISTINCT ON expressions must match initial ORDER BY expressions', select.span);
  }
  return context.located(select.span, () => {
    // The checks of a projection hold here too: unique names, and expressions that type.
    const { exprs } = projectPlan(plan, outputs, context.functions);
    return { kind: 'DistinctOn', on, select: exprs, sort, input: plan, schema: exprsToSchema(exprs, typing) };
  });
}
