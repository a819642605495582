import {
  columnsOf,
  conjunction,
  type DFSchema,
  disjunction,
  type Expr,
  findColumn,
  formatExpr,
  type JoinPlan,
  type JoinType,
  type LogicalPlan,
  schemaOf,
  splitChain,
  splitConjunction,
} from '@ballista-ts/core';
import { filter } from '../../logical-build.js';
import type { PlanningContext } from '../../planning-context.js';
import { holdsSubquery, isVolatile } from '../simplify/simplify-context.js';
import { distinctByText, replaceColumns } from './replace-columns.js';

/** Which side's rows a filter above a join may be asked of before the join. */
const filterable: Readonly<Record<JoinType, { readonly left: boolean; readonly right: boolean }>> = {
  inner: { left: true, right: true },
  left: { left: true, right: false },
  right: { left: false, right: true },
  full: { left: false, right: false },
  leftSemi: { left: true, right: false },
  leftAnti: { left: true, right: false },
  leftMark: { left: true, right: false },
  rightSemi: { left: false, right: true },
  rightAnti: { left: false, right: true },
  rightMark: { left: false, right: true },
};

/** Which side's rows a term of the join's own condition may be asked of: those whose loss only loses matches. */
const conditionable: typeof filterable = {
  inner: { left: true, right: true },
  left: { left: false, right: true },
  right: { left: true, right: false },
  full: { left: false, right: false },
  leftSemi: { left: true, right: true },
  leftAnti: { left: false, right: true },
  leftMark: { left: false, right: true },
  rightSemi: { left: true, right: true },
  rightAnti: { left: true, right: false },
  rightMark: { left: true, right: false },
};

type Side = 'left' | 'right';

/**
 * Sends the terms of a filter above a join, and of the join's condition, to the inputs they are about; what compares both
 * inputs becomes part of an inner join's condition. Answers the join and the terms that must stay above it.
 */
export function pushIntoJoin(
  join: JoinPlan,
  above: readonly Expr[],
  ctx: PlanningContext,
): { readonly join: JoinPlan; readonly above: readonly Expr[] } {
  const sides = { left: schemaOf(join.left), right: schemaOf(join.right) };
  const condition = join.filter === undefined ? [] : splitConjunction(join.filter);
  const toSide: Record<Side, Expr[]> = { left: [], right: [] };
  const stayAbove: Expr[] = [];
  const stayInside: Expr[] = [];
  const movable = (term: Expr): boolean => !holdsSubquery(term) && !isVolatile(term, ctx.functions);

  for (const term of above) {
    const side = movable(term) ? sideOf(term, sides) : undefined;
    if (side === 'left' || side === 'right') (filterable[join.joinType][side] ? toSide[side] : stayAbove).push(term);
    else if (side === 'both' && join.joinType === 'inner') {
      stayInside.push(term);
      for (const implied of impliedByEitherSide(term, sides)) toSide[implied.side].push(implied.term);
    } else stayAbove.push(term);
  }
  for (const term of condition) {
    const side = movable(term) ? sideOf(term, sides) : undefined;
    const goes = (side === 'left' || side === 'right') && conditionable[join.joinType][side];
    (goes ? toSide[side] : stayInside).push(term);
  }
  addInferred(join, stayInside, toSide, sides);

  const rest = conjunction(distinctByText(stayInside));
  const { filter: _filter, ...bare } = join;
  const sameFilter =
    stayInside.length === condition.length && stayInside.every((term, index) => term === condition[index]);
  const left = withFilter(join.left, toSide.left);
  const right = withFilter(join.right, toSide.right);
  if (sameFilter && left === join.left && right === join.right) return { join, above: stayAbove };
  const filtered = sameFilter ? join.filter : rest;
  return { join: { ...bare, left, right, ...(filtered !== undefined && { filter: filtered }) }, above: stayAbove };
}

const withFilter = (input: LogicalPlan, terms: readonly Expr[]): LogicalPlan => filter(distinctByText(terms), input);

/** The input all columns of a term are from; undefined for terms without columns, or with columns of neither. */
function sideOf(term: Expr, sides: Readonly<Record<Side, DFSchema>>): Side | 'both' | undefined {
  let left = false;
  let right = false;
  for (const one of columnsOf(term)) {
    if (findColumn(sides.left, one.name, one.relation) !== undefined) left = true;
    else if (findColumn(sides.right, one.name, one.relation) !== undefined) right = true;
    else return undefined;
  }
  return left && right ? 'both' : left ? 'left' : right ? 'right' : undefined;
}

/**
 * What an OR says of one side alone: `(n1 = 'FRANCE' AND n2 = 'GERMANY') OR (n1 = 'GERMANY' AND n2 = 'FRANCE')` is only true
 * where n1 is one of the two. The term itself stays.
 */
function impliedByEitherSide(
  term: Expr,
  sides: Readonly<Record<Side, DFSchema>>,
): { readonly side: Side; readonly term: Expr }[] {
  const branches = splitChain(term, 'Or');
  if (branches.length < 2) return [];
  return (['left', 'right'] as const).flatMap((side) => {
    const parts = branches.map((branch) =>
      conjunction(splitConjunction(branch).filter((part) => sideOf(part, sides) === side)),
    );
    return parts.every((part) => part !== undefined) ? [{ side, term: disjunction(parts)! }] : [];
  });
}

/** A condition on one key of an inner or semi join holds for the other one too: with `a.x = b.y`, `a.x = 5` says `b.y = 5`. */
function addInferred(
  join: JoinPlan,
  inside: readonly Expr[],
  toSide: Readonly<Record<Side, Expr[]>>,
  sides: Readonly<Record<Side, DFSchema>>,
): void {
  if (join.joinType !== 'inner' && join.joinType !== 'leftSemi' && join.joinType !== 'rightSemi') return;
  const pairs = [
    ...join.on,
    ...inside.flatMap((term) => {
      if (term.kind !== 'BinaryExpr' || term.op !== 'Eq') return [];
      const leftSide = sideOf(term.left, sides);
      if (leftSide === 'left') return [{ left: term.left, right: term.right }];
      return leftSide === 'right' ? [{ left: term.right, right: term.left }] : [];
    }),
  ].filter((pair) => pair.left.kind === 'Column' && pair.right.kind === 'Column');
  if (pairs.length === 0) return;
  const before = { left: [...toSide.left], right: [...toSide.right] };
  for (const [from, to] of [
    ['left', 'right'],
    ['right', 'left'],
  ] as const) {
    for (const term of before[from]) {
      const columns = new Set(columnsOf(term).map(formatExpr));
      const pair = columns.size === 1 ? pairs.find((one) => columns.has(formatExpr(one[from]))) : undefined;
      if (pair === undefined) continue;
      const schema = sides[from];
      const inferred = replaceColumns(term, schema, () => pair[to]);
      if (inferred !== undefined) toSide[to].push(inferred);
    }
  }
}
