import {
  type AggregatePlan,
  alias,
  type ColumnExpr,
  column,
  conjunction,
  type DFField,
  type DFSchema,
  type Expr,
  exprName,
  exprsToSchema,
  type FilterPlan,
  type FunctionCatalog,
  groupingIdColumn,
  groupingIdType,
  joinSchemas,
  type LogicalPlan,
  logicalChildren,
  mapPlanExprs,
  type ProjectionPlan,
  schemaOf,
  type UnionPlan,
  type WindowPlan,
} from '@ballista-ts/core';
import { groupingKeys } from './physical/grouping-sets.js';

// Nodes that store their schema, with the schema worked out.

export const projection = (exprs: readonly Expr[], input: LogicalPlan, functions: FunctionCatalog): ProjectionPlan => ({
  kind: 'Projection',
  exprs,
  input,
  schema: exprsToSchema(exprs, { schema: schemaOf(input), functions }),
});

export const aggregate = (
  groupBy: readonly Expr[],
  aggregates: readonly Expr[],
  input: LogicalPlan,
  functions: FunctionCatalog,
): AggregatePlan => {
  const { keys, sets } = groupingKeys(groupBy);
  const context = { schema: schemaOf(input), functions };
  const fields: DFField[] = exprsToSchema(keys, context).fields.map((one, index) =>
    sets?.some((set) => set[index]) ? { ...one, field: { ...one.field, nullable: true } } : one,
  );
  if (sets !== undefined) {
    fields.push({ field: { name: groupingIdColumn, type: groupingIdType(keys.length), nullable: false } });
  }
  fields.push(...exprsToSchema(aggregates, context).fields);
  return { kind: 'Aggregate', groupBy, aggregates, input, schema: { fields } };
};

export const window = (windowExprs: readonly Expr[], input: LogicalPlan, functions: FunctionCatalog): WindowPlan => {
  const schema = schemaOf(input);
  return {
    kind: 'Window',
    windowExprs,
    input,
    schema: joinSchemas(schema, exprsToSchema(windowExprs, { schema, functions })),
  };
};

/** A column of a union is nullable where any input's is; names are those of the first input. */
export const union = (inputs: readonly LogicalPlan[]): UnionPlan => {
  const schemas = inputs.map(schemaOf);
  return {
    kind: 'Union',
    inputs,
    schema: {
      fields: schemas[0]!.fields.map(({ field }, index) => ({
        field: { ...field, nullable: schemas.some((one) => one.fields[index]?.field.nullable ?? true) },
      })),
    },
  };
};

/** The plan itself when there is nothing to filter by. */
export const filter = (terms: readonly Expr[], input: LogicalPlan): LogicalPlan => {
  const predicate = conjunction(terms);
  return predicate === undefined ? input : ({ kind: 'Filter', predicate, input } satisfies FilterPlan);
};

/** The column a field is referred to by. */
export const columnFor = ({ field, qualifier }: DFField): ColumnExpr => column(field.name, qualifier);

/** Every column of a plan, in order. */
export const allColumns = (plan: LogicalPlan): ColumnExpr[] => schemaOf(plan).fields.map(columnFor);

/** Works the stored schema of a node out again, after its expressions or inputs changed. */
export function withFreshSchema(plan: LogicalPlan, functions: FunctionCatalog): LogicalPlan {
  switch (plan.kind) {
    case 'Projection':
      return projection(plan.exprs, plan.input, functions);
    case 'Aggregate':
      return aggregate(plan.groupBy, plan.aggregates, plan.input, functions);
    case 'Window':
      return window(plan.windowExprs, plan.input, functions);
    case 'DistinctOn':
      return { ...plan, schema: exprsToSchema(plan.select, { schema: schemaOf(plan.input), functions }) };
    case 'Union':
      return union(plan.inputs);
    default:
      return plan;
  }
}

/** The columns that a node's expressions refer to: those of all its inputs. */
export function inputSchema(plan: LogicalPlan): DFSchema {
  if (plan.kind === 'TableScan') return schemaOf({ ...withoutProjection(plan), filters: [] });
  const children = logicalChildren(plan);
  return children.length === 1
    ? schemaOf(children[0]!)
    : { fields: children.flatMap((child) => schemaOf(child).fields) };
}

/** Filters of a scan may refer to columns that do not come out. */
function withoutProjection<P extends Extract<LogicalPlan, { kind: 'TableScan' }>>(plan: P): LogicalPlan & P {
  const { projection: _projection, ...rest } = plan;
  return rest as P;
}

/** `rewritten` under the name that `original` gives its column, so that whoever refers to it still finds it. */
export function keepName(original: Expr, rewritten: Expr): Expr {
  if (rewritten === original) return original;
  const name = exprName(original);
  const relation = original.kind === 'Column' || original.kind === 'Alias' ? original.relation : undefined;
  const same =
    exprName(rewritten) === name &&
    (rewritten.kind === 'Column' || rewritten.kind === 'Alias' ? rewritten.relation : undefined) === relation;
  return same ? rewritten : alias(rewritten.kind === 'Alias' ? rewritten.expr : rewritten, name, relation);
}

/** Rewrites the expressions of a node; those that make a column keep its name. */
export function mapNamedExprs(plan: LogicalPlan, rewrite: (expr: Expr) => Expr): LogicalPlan {
  const named =
    plan.kind === 'Projection' || plan.kind === 'Aggregate' || plan.kind === 'Window' || plan.kind === 'DistinctOn';
  if (!named) return mapPlanExprs(plan, rewrite);
  return mapPlanExprs(plan, (expr) => {
    if (expr.kind !== 'GroupingSet') return keepName(expr, rewrite(expr));
    // The columns are those of the keys inside.
    const sets = expr.sets.map((set) => set.map((key) => keepName(key, rewrite(key))));
    return sets.every((set, at) => set.every((key, index) => key === expr.sets[at]![index])) ? expr : { ...expr, sets };
  });
}
