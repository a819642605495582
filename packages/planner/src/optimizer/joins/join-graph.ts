import {
  columnsOf,
  type DFSchema,
  type Expr,
  findColumn,
  type JoinPlan,
  type LogicalPlan,
  schemaOf,
  splitConjunction,
} from '@ballista-ts/core';
import { holdsSubquery } from '../simplify/simplify-context.js';

/** A condition between relations of a join graph; `left` and `right` are set for an equality of one with another. */
export interface GraphTerm {
  readonly expr: Expr;
  /** Relations it reads, as bits. */
  readonly relations: bigint;
  readonly key?: { readonly left: Expr; readonly right: Expr; readonly leftOf: bigint; readonly rightOf: bigint };
}

/** Inner joins as a set of relations and conditions, in whatever order they were written. */
export interface JoinGraph {
  readonly relations: readonly LogicalPlan[];
  readonly terms: readonly GraphTerm[];
}

/** Only plain inner joins commute with each other. */
export const isReorderable = (plan: LogicalPlan): plan is JoinPlan =>
  plan.kind === 'Join' &&
  plan.joinType === 'inner' &&
  plan.nullEquality === 'nullEqualsNothing' &&
  !(plan.filter !== undefined && holdsSubquery(plan.filter));

/** The graph of the inner joins at the top of a plan; undefined when a condition reads a column that is in no relation. */
export function joinGraph(plan: JoinPlan): JoinGraph | undefined {
  const relations: LogicalPlan[] = [];
  const conditions: Expr[] = [];
  const pending: LogicalPlan[] = [plan];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (!isReorderable(node)) {
      relations.push(node);
      continue;
    }
    for (const key of node.on) conditions.push({ kind: 'BinaryExpr', left: key.left, op: 'Eq', right: key.right });
    if (node.filter !== undefined) conditions.push(...splitConjunction(node.filter));
    pending.push(node.right, node.left);
  }
  const schemas = relations.map(schemaOf);
  const terms: GraphTerm[] = [];
  for (const expr of conditions) {
    const used = relationsOf(expr, schemas);
    if (used === undefined) return undefined;
    terms.push({ expr, relations: used, ...keyOf(expr, schemas) });
  }
  return { relations, terms };
}

/** Relations an expression reads, as bits. */
function relationsOf(expr: Expr, schemas: readonly DFSchema[]): bigint | undefined {
  let bits = 0n;
  for (const one of columnsOf(expr)) {
    const index = schemas.findIndex((schema) => findColumn(schema, one.name, one.relation) !== undefined);
    if (index < 0) return undefined;
    bits |= 1n << BigInt(index);
  }
  return bits;
}

function keyOf(expr: Expr, schemas: readonly DFSchema[]): Pick<GraphTerm, 'key'> {
  if (expr.kind !== 'BinaryExpr' || expr.op !== 'Eq') return {};
  const leftOf = relationsOf(expr.left, schemas) ?? 0n;
  const rightOf = relationsOf(expr.right, schemas) ?? 0n;
  if (leftOf === 0n || rightOf === 0n || (leftOf & rightOf) !== 0n) return {};
  return { key: { left: expr.left, right: expr.right, leftOf, rightOf } };
}
