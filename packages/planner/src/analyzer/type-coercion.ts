import {
  commonType,
  comparisonType,
  type DataType,
  type DFSchema,
  dataTypeEquals,
  type Expr,
  exprType,
  findColumn,
  formatDataType,
  type JoinPlan,
  joinSchemas,
  type LogicalPlan,
  mapPlanExprs,
  type OuterReferenceExpr,
  PlanError,
  schemaOf,
  transformExpr,
  transformLogicalUp,
  type UnionPlan,
  type ValuesPlan,
} from '@ballista-ts/core';
import { allColumns, inputSchema, keepName, mapNamedExprs, projection, withFreshSchema } from '../logical-build.js';
import type { PlanningContext } from '../planning-context.js';
import { changed, unchanged } from '../rule.js';
import type { AnalyzerRule } from './analyze.js';
import {
  type CoercionContext,
  coerceCondition,
  coerceExpr,
  coerceTo,
  foldCast,
  subqueryColumnType,
} from './coerce-expr.js';

/**
 * Makes types fit: casts go in front of operands and arguments that do not have the type they are computed with, the
 * branches of a union and the rows of VALUES get common types, conditions must be boolean. Columns keep their names.
 */
export const typeCoercion: AnalyzerRule = {
  name: 'type_coercion',
  rewrite(plan, ctx) {
    const next = coercePlan(plan, undefined, ctx);
    return next === plan ? unchanged(plan) : changed(next);
  },
};

/** `outer` are the columns of the enclosing queries that a subquery can refer to. */
const coercePlan = (plan: LogicalPlan, outer: DFSchema | undefined, planning: PlanningContext): LogicalPlan =>
  transformLogicalUp(plan, (node) => coerceNode(node, outer, planning));

function coerceNode(plan: LogicalPlan, outer: DFSchema | undefined, planning: PlanningContext): LogicalPlan {
  const schema = inputSchema(plan);
  const visible = outer === undefined ? schema : joinSchemas(schema, outer);
  const context: CoercionContext = {
    schema,
    functions: planning.functions,
    planning,
    subquery: (expr) => coerceSubquery(expr, visible, context),
  };
  const coerce = (expr: Expr): Expr => coerceExpr(refreshOuter(expr, outer), context);
  switch (plan.kind) {
    case 'Filter':
    case 'Assert': {
      const predicate = coerceCondition(
        refreshOuter(plan.predicate, outer),
        context,
        'Cannot create filter with non-boolean predicate: it',
      );
      return predicate === plan.predicate ? plan : { ...plan, predicate };
    }
    case 'Join':
      return coerceJoin(plan, outer, context);
    case 'Union':
      return coerceUnion(plan, planning);
    case 'Values':
      return coerceValues(plan, context);
    case 'Projection':
    case 'Aggregate':
    case 'Window':
    case 'DistinctOn': {
      const rewritten = mapNamedExprs(plan, coerce);
      // Also when only the input changed: a column may have another type now.
      const fresh = withFreshSchema(rewritten, planning.functions);
      return rewritten === plan && sameFields(schemaOf(fresh), schemaOf(plan)) ? plan : fresh;
    }
    default:
      return mapPlanExprs(plan, coerce);
  }
}

const sameFields = (a: DFSchema, b: DFSchema): boolean =>
  a.fields.length === b.fields.length &&
  a.fields.every(
    (one, index) =>
      dataTypeEquals(one.field.type, b.fields[index]!.field.type) &&
      one.field.nullable === b.fields[index]!.field.nullable,
  );

/** References to the enclosing query learn what type their column has after coercion. */
function refreshOuter(expr: Expr, outer: DFSchema | undefined): Expr {
  if (outer === undefined) return expr;
  return transformExpr(expr, (part) => (part.kind === 'OuterReferenceColumn' ? refreshReference(part, outer) : part));
}

function refreshReference(reference: OuterReferenceExpr, outer: DFSchema): OuterReferenceExpr {
  const index = findColumn(outer, reference.name, reference.relation);
  const field = index === undefined ? undefined : outer.fields[index]!.field;
  return field === undefined || dataTypeEquals(field.type, reference.field.type) ? reference : { ...reference, field };
}

/** The plan inside an expression; the column that IN and ANY compare with gets the type they compare in. */
function coerceSubquery(expr: Expr, visible: DFSchema, context: CoercionContext): Expr {
  if (!('subquery' in expr)) return expr;
  const { subquery } = expr;
  let plan = coercePlan(subquery.plan, visible, context.planning);
  const outerReferences = subquery.outerReferences.map((one) => refreshReference(one, visible));
  if (expr.kind === 'InSubquery' || expr.kind === 'SetComparison') {
    const column = subqueryColumnType({ ...expr, subquery: { ...subquery, plan } });
    const type = comparisonType(exprType(expr.expr, context), column);
    if (type !== undefined && !dataTypeEquals(type, column)) plan = castColumns(plan, [type], context.planning);
  }
  const same = plan === subquery.plan && outerReferences.every((one, index) => one === subquery.outerReferences[index]);
  return same ? expr : { ...expr, subquery: { plan, outerReferences } };
}

function coerceJoin(plan: JoinPlan, outer: DFSchema | undefined, context: CoercionContext): LogicalPlan {
  const left: CoercionContext = { ...context, schema: schemaOf(plan.left) };
  const right: CoercionContext = { ...context, schema: schemaOf(plan.right) };
  const on = plan.on.map((key) => {
    const l = exprType(key.left, left);
    const r = exprType(key.right, right);
    const type = comparisonType(l, r);
    if (type === undefined) {
      throw new PlanError(`a join cannot compare ${formatDataType(l)} with ${formatDataType(r)}`);
    }
    const next = { left: coerceTo(key.left, type, left), right: coerceTo(key.right, type, right) };
    return next.left === key.left && next.right === key.right ? key : next;
  });
  const filter =
    plan.filter === undefined
      ? undefined
      : coerceCondition(refreshOuter(plan.filter, outer), context, 'the condition of a join');
  const same = filter === plan.filter && on.every((key, index) => key === plan.on[index]);
  return same ? plan : { ...plan, on, ...(filter !== undefined && { filter }) };
}

function coerceUnion(plan: UnionPlan, planning: PlanningContext): LogicalPlan {
  const schemas = plan.inputs.map(schemaOf);
  const width = schemas[0]!.fields.length;
  const odd = schemas.find((one) => one.fields.length !== width);
  if (odd !== undefined) {
    throw new PlanError(
      `the inputs of a UNION must have as many columns each, they have ${width} and ${odd.fields.length}`,
    );
  }
  const types = schemas[0]!.fields.map(({ field }, index) => {
    const all = distinctTypes(schemas.map((one) => one.fields[index]!.field.type));
    const type = commonType(all);
    if (type === undefined) {
      throw new PlanError(
        `column ${index + 1} (${field.name}) of a UNION has types without a common one: ${all.map(formatDataType).join(', ')}`,
      );
    }
    return type;
  });
  const inputs = plan.inputs.map((input) => castColumns(input, types, planning));
  const fresh = withFreshSchema({ ...plan, inputs }, planning.functions);
  return inputs.every((input, index) => input === plan.inputs[index]) && sameFields(schemaOf(fresh), plan.schema)
    ? plan
    : fresh;
}

/** A union of a thousand branches mostly repeats a few types. */
const distinctTypes = (types: readonly DataType[]): DataType[] => {
  const found: DataType[] = [];
  for (const type of types) if (!found.some((other) => dataTypeEquals(other, type))) found.push(type);
  return found;
};

/** The plan with its columns cast, under the names they have. */
function castColumns(plan: LogicalPlan, types: readonly DataType[], planning: PlanningContext): LogicalPlan {
  const { fields } = schemaOf(plan);
  if (fields.every(({ field }, index) => dataTypeEquals(field.type, types[index]!))) return plan;
  // Right on a projection the casts go into it, where constants swallow them.
  const sources = plan.kind === 'Projection' ? plan.exprs : allColumns(plan);
  const exprs = sources.map((expr, index) => {
    if (dataTypeEquals(fields[index]!.field.type, types[index]!)) return expr;
    const bare = expr.kind === 'Alias' ? expr.expr : expr;
    return keepName(expr, foldCast(bare, types[index]!, planning));
  });
  return projection(exprs, plan.kind === 'Projection' ? plan.input : plan, planning.functions);
}

function coerceValues(plan: ValuesPlan, context: CoercionContext): LogicalPlan {
  const rows = plan.rows.map((row) => row.map((expr) => coerceExpr(expr, context)));
  const typed = rows.map((row) => row.map((expr) => exprType(expr, context)));
  const types = plan.schema.fields.map((_one, index) => {
    const all = distinctTypes(typed.map((row) => row[index]!));
    const type = commonType(all);
    if (type === undefined) {
      throw new PlanError(
        `column ${index + 1} of VALUES has types without a common one: ${all.map(formatDataType).join(', ')}`,
      );
    }
    return type;
  });
  const fitted = rows.map((row, r) =>
    row.map((expr, c) =>
      dataTypeEquals(typed[r]![c]!, types[c]!) ? expr : foldCast(expr, types[c]!, context.planning),
    ),
  );
  const same =
    fitted.every((row, r) => row.every((expr, c) => expr === plan.rows[r]![c])) &&
    types.every((type, index) => dataTypeEquals(type, plan.schema.fields[index]!.field.type));
  if (same) return plan;
  const fields = plan.schema.fields.map((one, index) => ({ ...one, field: { ...one.field, type: types[index]! } }));
  return { ...plan, rows: fitted, schema: { ...plan.schema, fields } };
}
