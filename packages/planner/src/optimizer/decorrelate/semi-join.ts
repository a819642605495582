import {
  binary,
  booleanLiteral,
  column,
  conjunction,
  type Expr,
  type JoinPlan,
  type JoinType,
  type LogicalPlan,
  schemaOf,
  type TableReference,
  tableReference,
  transformExpr,
} from '@ballista-ts/core';
import { allColumns, projection } from '../../logical-build.js';
import type { PlanningContext } from '../../planning-context.js';
import { resolveOuter } from './outer-references.js';
import type { Pulled } from './pull-up.js';

/** The rows of a subquery under a table name of their own, and its conditions in terms of both sides. */
export interface JoinableSubquery {
  readonly plan: LogicalPlan;
  readonly relation: TableReference;
  readonly condition: readonly Expr[];
  /** The subquery's own columns. */
  readonly columns: readonly Expr[];
}

/** Gives a pulled subquery a name, so that its columns cannot be taken for those of `outer`. */
export function joinable(pulled: Pulled, outer: LogicalPlan, prefix: string, ctx: PlanningContext): JoinableSubquery {
  const relation = tableReference(ctx.aliases.next(prefix));
  const unique = uniqueNames(pulled, ctx);
  const schema = schemaOf(outer);
  const condition = unique.predicates.map((expr) =>
    resolveOuter(
      transformExpr(expr, (part) => (part.kind === 'Column' ? column(part.name, relation) : part)),
      schema,
    ),
  );
  const plan: LogicalPlan = { kind: 'SubqueryAlias', alias: relation, input: unique.plan };
  return { plan, relation, condition, columns: allColumns(plan) };
}

/** The alias leaves only bare names to tell columns apart. */
function uniqueNames(pulled: Pulled, ctx: PlanningContext): Pulled {
  const { fields } = schemaOf(pulled.plan);
  if (new Set(fields.map((one) => one.field.name)).size === fields.length) return pulled;
  const outputs = new Map<string, string>();
  const exprs = fields.map((one): Expr => {
    const name = ctx.aliases.next('__column');
    outputs.set(`${JSON.stringify(one.qualifier ?? null)}${one.field.name}`, name);
    return { kind: 'Alias', expr: column(one.field.name, one.qualifier), name };
  });
  const plan = projection(exprs, pulled.plan, ctx.functions);
  const predicates = pulled.predicates.map((expr) =>
    transformExpr(expr, (part) => {
      if (part.kind !== 'Column') return part;
      const name = outputs.get(`${JSON.stringify(part.relation ?? null)}${part.name}`);
      return name === undefined ? part : column(name);
    }),
  );
  return { plan, predicates };
}

/** A join whose condition is all in its filter; `extract_equijoin_predicate` finds the keys. */
export function joinOn(
  left: LogicalPlan,
  right: LogicalPlan,
  joinType: JoinType,
  condition: readonly Expr[],
): JoinPlan {
  const filter = conjunction(condition);
  return {
    kind: 'Join',
    left,
    right,
    on: [],
    ...(filter !== undefined && { filter }),
    joinType,
    constraint: 'on',
    nullEquality: 'nullEqualsNothing',
    nullAware: false,
  };
}

/** `CASE WHEN condition THEN value ... ELSE otherwise END`. */
export const caseOf = (arms: readonly (readonly [Expr, Expr])[], elseExpr: Expr): Expr => ({
  kind: 'Case',
  whenThen: arms.map(([when, then]) => ({ when, then })),
  elseExpr,
});

export const not = (expr: Expr): Expr => ({ kind: 'Not', expr });
export const isNull = (expr: Expr): Expr => ({ kind: 'IsNull', expr });
export const isNotNull = (expr: Expr): Expr => ({ kind: 'IsNotNull', expr });
export const equal = (left: Expr, right: Expr): Expr => binary(left, 'Eq', right);
export const nullBoolean = booleanLiteral(null);
