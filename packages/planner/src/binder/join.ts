import {
  alias,
  conjunction,
  type DFSchema,
  type Expr,
  formatColumn,
  type JoinKey,
  type JoinPlan,
  type JoinType,
  joinOutput,
  joinSchemas,
  type LogicalPlan,
  schemaOf,
  someExpr,
  splitConjunction,
  unalias,
  visitExpr,
} from '@ballista-ts/core';
import type { Ident, Span } from '../sql/ast/common.js';
import type { Join, SqlJoinKind } from '../sql/ast/query.js';
import { bindExpr } from './expression/bind-expr.js';
import { callOf } from './expression/bind-nested.js';
import { bindFactor, type FromResult } from './from.js';
import { columnAt, isMember, lookupColumn, type MergedColumn, type QueryLevel, type Scope } from './scope.js';

const joinTypes: Readonly<Record<SqlJoinKind, JoinType>> = {
  INNER: 'inner',
  CROSS: 'inner',
  LEFT: 'left',
  RIGHT: 'right',
  FULL: 'full',
  'LEFT SEMI': 'leftSemi',
  'RIGHT SEMI': 'rightSemi',
  'LEFT ANTI': 'leftAnti',
  'RIGHT ANTI': 'rightAnti',
};

/** Joins what is there with one more table. `before` is what a LATERAL table may see besides. */
export function bindJoin(left: FromResult, join: Join, level: QueryLevel, before: FromResult | undefined): FromResult {
  const { context } = level;
  const visible = before === undefined ? left : crossJoin(before, left, level, join.span);
  const { result: right, includesLeft } = bindFactor(join.relation, level, visible);
  const joinType = joinTypes[join.join];
  const lateral = 'lateral' in join.relation && join.relation.lateral;
  if (lateral && joinType !== 'inner' && joinType !== 'left') {
    throw context.error(`LATERAL cannot stand on the right of a ${join.join} JOIN`, join.span);
  }
  if (includesLeft) return expandedJoin(right, join, level, before);
  if (join.join === 'CROSS') return crossJoin(left, right, level, join.span);
  switch (join.constraint?.kind) {
    case 'On':
      return joinOn(left, right, joinType, join.constraint.expr, level, join.span);
    case 'Using':
      return joinUsing(left, right, joinType, join.constraint.columns, level, join.span);
    case 'Natural': {
      const columns = commonColumns(left, right, join.span);
      return columns.length === 0 && joinType === 'inner'
        ? crossJoin(left, right, level, join.span)
        : joinUsing(left, right, joinType, columns, level, join.span);
    }
    default:
      throw context.error(`${join.join} JOIN needs ON, USING or NATURAL`, join.span);
  }
}

/** `t JOIN UNNEST(t.list)`: the expanded rows contain those of the left already, so only a condition that is true is left to say. */
function expandedJoin(expanded: FromResult, join: Join, level: QueryLevel, before: FromResult | undefined): FromResult {
  const { context } = level;
  if (before !== undefined)
    throw context.error(
      'UNNEST of columns cannot reach over a comma into a join: write CROSS JOIN instead of the comma',
      join.span,
    );
  const isTrue =
    join.constraint?.kind === 'On' && join.constraint.expr.kind === 'Boolean' && join.constraint.expr.value;
  if (join.join === 'CROSS' || (join.join === 'INNER' && isTrue)) return expanded;
  throw context.error('UNNEST of columns of the same FROM can only be cross joined', join.span);
}

export const crossJoin = (left: FromResult, right: FromResult, level: QueryLevel, span: Span): FromResult =>
  joined(left, right, 'inner', [], undefined, 'on', [...left.merged, ...right.merged], level, span);

function joinOn(
  left: FromResult,
  right: FromResult,
  joinType: JoinType,
  condition: Parameters<typeof bindExpr>[0],
  level: QueryLevel,
  span: Span,
): FromResult {
  const leftSchema = schemaOf(left.plan);
  const rightSchema = schemaOf(right.plan);
  const scope: Scope = {
    level,
    schema: joinSchemas(leftSchema, rightSchema),
    merged: [...left.merged, ...right.merged],
  };
  const bound = bindExpr(condition, scope);
  if (someExpr(bound, (part) => part.kind === 'AggregateFunction' || part.kind === 'WindowFunction')) {
    throw level.context.error('Aggregate and window functions are not allowed in ON', span);
  }
  const keys: JoinKey[] = [];
  const rest: Expr[] = [];
  for (const term of splitConjunction(bound)) {
    const key = equality(term, leftSchema, rightSchema);
    if (key !== undefined) keys.push(key);
    else if (joinType !== 'inner' || !isTrue(term)) rest.push(term);
  }
  return joined(left, right, joinType, keys, conjunction(rest), 'on', [...left.merged, ...right.merged], level, span);
}

const isTrue = (expr: Expr): boolean => expr.kind === 'Literal' && expr.value.value === true;

/** `x = y` where one side uses only columns of the left input and the other only columns of the right. */
function equality(term: Expr, left: DFSchema, right: DFSchema): JoinKey | undefined {
  if (term.kind !== 'BinaryExpr' || term.op !== 'Eq') return undefined;
  const sides = [sideOf(term.left, left, right), sideOf(term.right, left, right)] as const;
  if (sides[0] === 'left' && sides[1] === 'right') return { left: term.left, right: term.right };
  if (sides[0] === 'right' && sides[1] === 'left') return { left: term.right, right: term.left };
  return undefined;
}

/** The input whose columns an expression uses; undefined for none, for both, and for what is no mere function of them. */
function sideOf(expr: Expr, left: DFSchema, right: DFSchema): 'left' | 'right' | undefined {
  const sides = new Set<'left' | 'right' | 'other'>();
  visitExpr(expr, (part) => {
    if (part.kind === 'OuterReferenceColumn' || 'subquery' in part || part.kind === 'Placeholder') sides.add('other');
    if (part.kind !== 'Column') return;
    const has = (schema: DFSchema): boolean =>
      schema.fields.some(
        (one) =>
          one.field.name === part.name &&
          (part.relation === undefined
            ? one.qualifier === undefined
            : one.qualifier?.table === part.relation.table &&
              one.qualifier.schema === part.relation.schema &&
              one.qualifier.catalog === part.relation.catalog),
      );
    sides.add(has(left) ? 'left' : has(right) ? 'right' : 'other');
  });
  const [only] = sides;
  return sides.size === 1 && only !== 'other' ? only : undefined;
}

/** Names that both sides show, in the order of the left side. */
function commonColumns(left: FromResult, right: FromResult, span: Span): Ident[] {
  const names = (of: FromResult): string[] => [...new Set(schemaOf(of.plan).fields.map((one) => one.field.name))];
  const others = new Set(names(right));
  return names(left)
    .filter((name) => others.has(name))
    .map((value) => ({ value, quoted: true, span }));
}

/** Keys of one name on both sides become one column: of the side that cannot be NULL, or whichever is there in a full join. */
function joinUsing(
  left: FromResult,
  right: FromResult,
  joinType: JoinType,
  columns: readonly Ident[],
  level: QueryLevel,
  span: Span,
): FromResult {
  const { context } = level;
  const leftScope: Scope = {
    level: { ...level, enclosing: undefined },
    schema: schemaOf(left.plan),
    merged: left.merged,
  };
  const rightScope: Scope = {
    level: { ...level, enclosing: undefined },
    schema: schemaOf(right.plan),
    merged: right.merged,
  };
  const bothScope: Scope = { level, schema: joinSchemas(leftScope.schema, rightScope.schema), merged: [] };
  const keys: JoinKey[] = [];
  const merged: MergedColumn[] = [];
  const replaced = new Set<string>();
  for (const ident of columns) {
    const name = context.name(ident);
    if (replaced.has(name)) throw context.error(`Column '${name}' appears more than once in USING`, ident.span);
    replaced.add(name);
    const l = resolveSide(leftScope, name, 'left', ident);
    const r = resolveSide(rightScope, name, 'right', ident);
    keys.push({ left: unalias(l.expr), right: unalias(r.expr) });
    const expr =
      joinType === 'full'
        ? alias(callOf('coalesce', [unalias(l.expr), unalias(r.expr)], bothScope, ident.span), name)
        : joinType === 'right'
          ? r.expr
          : l.expr;
    merged.push({ name, expr, members: [...l.members, ...r.members] });
  }
  const kept = [...left.merged, ...right.merged].filter((one) => !replaced.has(one.name));
  return joined(left, right, joinType, keys, undefined, 'using', [...kept, ...merged], level, span);
}

function resolveSide(
  scope: Scope,
  name: string,
  side: string,
  ident: Ident,
): { expr: Expr; members: MergedColumn['members'] } {
  const { context } = scope.level;
  const found = lookupColumn(scope, name);
  if (found === undefined)
    throw context.error(`Schema error: No field named ${name} on the ${side} side of USING`, ident.span);
  if ('ambiguous' in found) {
    const candidates = found.ambiguous.map((index) => formatColumn(scope.schema.fields[index]!)).join(' or ');
    throw context.error(
      `Schema error: Ambiguous reference to unqualified field ${name} on the ${side} side of USING: it could be ${candidates}`,
      ident.span,
    );
  }
  const earlier = scope.merged.find((one) => one.name === name);
  if (found.index === undefined && earlier !== undefined) return { expr: found.expr, members: earlier.members };
  const { field, qualifier } = scope.schema.fields[found.index!]!;
  return {
    expr: columnAt(scope.schema, found.index!),
    members: [{ name: field.name, ...(qualifier !== undefined && { relation: qualifier }) }],
  };
}

function joined(
  left: FromResult,
  right: FromResult,
  joinType: JoinType,
  on: readonly JoinKey[],
  filter: Expr | undefined,
  constraint: JoinPlan['constraint'],
  merged: readonly MergedColumn[],
  level: QueryLevel,
  span: Span,
): FromResult {
  const plan: LogicalPlan = {
    kind: 'Join',
    left: left.plan,
    right: right.plan,
    on,
    ...(filter !== undefined && { filter }),
    joinType,
    constraint,
    nullEquality: 'nullEqualsNothing',
    nullAware: false,
  };
  const schema = schemaOf(plan);
  rejectDuplicates(schema, level, span);
  // A semi join shows one side only: names of the other are gone.
  const output = joinOutput(joinType);
  const visible =
    output.left && output.right
      ? merged
      : (output.left ? left.merged : right.merged).filter((one) =>
          one.members.every((member) =>
            schema.fields.some((_field, index) => isMember(schema, index, { ...one, members: [member] })),
          ),
        );
  return { plan, merged: visible };
}

/** Two tables may share column names, but not table and column name both. */
function rejectDuplicates(schema: DFSchema, level: QueryLevel, span: Span): void {
  const seen = new Set<string>();
  for (const one of schema.fields) {
    if (one.qualifier === undefined) continue;
    const id = formatColumn(one);
    if (seen.has(id))
      throw level.context.error(
        `Schema error: Schema contains duplicate qualified field name ${id}; give one of the tables an alias`,
        span,
      );
    seen.add(id);
  }
}
