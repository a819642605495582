import {
  column,
  type DFSchema,
  type Expr,
  findColumn,
  type LogicalPlan,
  planExprs,
  someExpr,
  transformExpr,
  visitLogical,
} from '@ballista-ts/core';

/** Whether an expression refers to an enclosing query, be it inside a subquery of its own. */
export const refersOutside = (expr: Expr): boolean =>
  someExpr(
    expr,
    (part) => part.kind === 'OuterReferenceColumn' || ('subquery' in part && part.subquery.outerReferences.length > 0),
  );

/** Whether any node of a plan refers to an enclosing query. */
export function planRefersOutside(plan: LogicalPlan): boolean {
  let found = false;
  visitLogical(plan, (node) => {
    if (!found && planExprs(node).some(refersOutside)) found = true;
    return !found;
  });
  return found;
}

/** References to columns of `schema` become those columns; references further out stay. */
export const resolveOuter = (expr: Expr, schema: DFSchema): Expr =>
  transformExpr(expr, (part) =>
    part.kind === 'OuterReferenceColumn' && findColumn(schema, part.name, part.relation) !== undefined
      ? column(part.name, part.relation)
      : part,
  );
