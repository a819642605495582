import { type Expr, type GroupingSetExpr, someExpr, unalias } from '@ballista-ts/core';
import type { Span } from '../sql/ast/common.js';
import type { SqlExpr } from '../sql/ast/expr.js';
import type { GroupByClause, GroupByElement, GroupingSetElement } from '../sql/ast/query.js';
import { hasAggregate } from './aggregation.js';
import { ExprMap } from './expr-map.js';
import { bindExpr } from './expression/bind-expr.js';
import { ordinalOf } from './order-by.js';
import type { Scope } from './scope.js';

/** Grouping sets that one GROUP BY may expand to; CUBE of n columns has 2^n. */
const maxGroupingSets = 4096;

/** The keys of a GROUP BY: plain expressions, or one node with all grouping sets. */
export function bindGroupBy(clause: GroupByClause, items: readonly Expr[], scope: Scope): readonly Expr[] {
  if (clause.kind === 'All') return unique(items.filter((item) => !isComputedFromGroups(item)).map(unalias));
  const { elements } = clause;
  if (elements.every((one) => one.kind === 'Expr')) {
    return unique(elements.map((one) => bindKey(one.expr, items, scope)));
  }
  const [only] = elements;
  if (
    elements.length === 1 &&
    (only!.kind === 'Rollup' || only!.kind === 'Cube') &&
    only!.sets.every((set) => set.length === 1)
  ) {
    const keys = only!.sets.map(([one]) => bindKey(one!, items, scope));
    if (unique(keys).length === keys.length) {
      checkSetCount(only!.kind === 'Cube' ? 2 ** keys.length : keys.length + 1, clause.span, scope);
      return [expandSimple(only!.kind, keys)];
    }
  }
  // Several elements: every combination of one set of each.
  let combined: (readonly Expr[])[] = [[]];
  for (const element of elements) {
    const sets = setsOf(element, items, scope, clause.span);
    checkSetCount(combined.length * sets.length, clause.span, scope);
    combined = combined.flatMap((left) => sets.map((right) => unique([...left, ...right])));
  }
  if (combined.length === 1 && combined[0]!.length === 0) return [];
  return [{ kind: 'GroupingSet', form: 'groupingSets', sets: combined }];
}

/** ROLLUP and CUBE as the sets they mean, the fullest first, so that the keys keep their order. */
function expandSimple(kind: 'Rollup' | 'Cube', keys: readonly Expr[]): GroupingSetExpr {
  return {
    kind: 'GroupingSet',
    form: 'groupingSets',
    sets: expandLists(
      kind,
      keys.map((key) => [key]),
    ),
  };
}

const isComputedFromGroups = (expr: Expr): boolean =>
  hasAggregate(expr) || someExpr(expr, (part) => part.kind === 'WindowFunction');

function unique(exprs: readonly Expr[]): Expr[] {
  const seen = new ExprMap<true>();
  for (const expr of exprs) seen.add(expr, true);
  return seen.exprs();
}

/** One key: an expression over the input, an alias of the SELECT list, or a position in it. */
function bindKey(expr: SqlExpr, items: readonly Expr[], scope: Scope): Expr {
  const { context } = scope.level;
  const ordinal = ordinalOf(expr, items.length, 'Group by', scope);
  const key = unalias(ordinal === undefined ? bindExpr(expr, scope) : items[ordinal]!);
  if (hasAggregate(key)) throw context.error('Aggregate functions are not allowed in GROUP BY', expr.span);
  if (someExpr(key, (part) => part.kind === 'WindowFunction'))
    throw context.error('Window functions are not allowed in GROUP BY', expr.span);
  return key;
}

function setsOf(
  element: GroupByElement | GroupingSetElement,
  items: readonly Expr[],
  scope: Scope,
  span: Span,
): (readonly Expr[])[] {
  const bind = (exprs: readonly SqlExpr[]): Expr[] => exprs.map((one) => bindKey(one, items, scope));
  switch (element.kind) {
    case 'Expr':
      return [bind([element.expr])];
    case 'Set':
      return [bind(element.exprs)];
    case 'Rollup':
    case 'Cube': {
      checkSetCount(element.kind === 'Cube' ? 2 ** element.sets.length : element.sets.length + 1, span, scope);
      return expandLists(element.kind, element.sets.map(bind));
    }
    case 'GroupingSets': {
      const sets = element.sets.flatMap((one) => setsOf(one, items, scope, span));
      checkSetCount(sets.length, span, scope);
      return sets;
    }
  }
}

/** ROLLUP (a, b): (a, b), (a), (). CUBE (a, b): (a, b), (a), (b), (). */
function expandLists(kind: 'Rollup' | 'Cube', lists: readonly (readonly Expr[])[]): (readonly Expr[])[] {
  if (kind === 'Rollup') {
    return Array.from({ length: lists.length + 1 }, (_unused, index) =>
      unique(lists.slice(0, lists.length - index).flat()),
    );
  }
  const sets: (readonly Expr[])[] = [];
  for (let mask = 2 ** lists.length - 1; mask >= 0; mask -= 1) {
    sets.push(unique(lists.filter((_list, index) => (mask & (1 << (lists.length - 1 - index))) !== 0).flat()));
  }
  return sets;
}

function checkSetCount(count: number, span: Span, scope: Scope): void {
  if (count > maxGroupingSets) {
    throw scope.level.context.error(
      `GROUP BY would make ${count} grouping sets, more than the limit of ${maxGroupingSets}`,
      span,
    );
  }
}
