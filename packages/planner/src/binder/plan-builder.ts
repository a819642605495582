import {
  type AggregatePlan,
  alias,
  column,
  type DFField,
  type DFSchema,
  dfField,
  type Expr,
  exprName,
  exprReturn,
  exprsToSchema,
  exprToField,
  type FilterPlan,
  type FunctionCatalog,
  formatDataType,
  formatExpr,
  formatTableReference,
  groupingIdColumn,
  groupingIdType,
  joinSchemas,
  type LogicalPlan,
  PlanError,
  type ProjectionPlan,
  schemaOf,
  type TableReference,
  unalias,
  type WindowPlan,
} from '@ballista-ts/core';
import { ExprMap, exprEquals } from './expr-map.js';

// Nodes with their schemas, checked. The binder builds with these, and so may anybody who makes plans without SQL.

/** What tells two columns of one schema apart. */
const columnId = (of: DFField): string =>
  `${of.qualifier === undefined ? '' : formatTableReference(of.qualifier)}\u0000${of.field.name}`;

/**
 * Computes one column per expression. Two columns without a name of their own that would be called the same, such as
 * `CAST(a AS INT)` and `CAST(a AS BIGINT)`, are told apart by their full text.
 *
 * @throws PlanError when two columns have the same name, or an expression does not type.
 */
export function projectPlan(input: LogicalPlan, exprs: readonly Expr[], functions: FunctionCatalog): ProjectionPlan {
  const context = { schema: schemaOf(input), functions };
  const seen = new Map<string, number>();
  const distinct = exprs.map((expr) => ({ expr, field: exprToField(expr, context) }));
  const result = distinct.map(({ expr, field }, index): Expr => {
    const id = columnId(field);
    const earlier = seen.get(id);
    if (earlier === undefined) {
      seen.set(id, index);
      return expr;
    }
    const text = formatExpr(expr);
    const other = columnId({ field: { ...field.field, name: text } });
    if (expr.kind === 'Alias' || expr.kind === 'Column' || seen.has(other)) {
      throw new PlanError(
        `Projections require unique expression names but the expression "${formatExpr(exprs[earlier]!)}" at position ${earlier} and "${text}" at position ${index} have the same name. Consider aliasing ("AS") one of them.`,
      );
    }
    seen.set(other, index);
    return alias(expr, text);
  });
  return { kind: 'Projection', exprs: result, input, schema: exprsToSchema(result, context) };
}

/** Keeps the rows for which the predicate is true. @throws PlanError when it is no boolean. */
export function filterPlan(input: LogicalPlan, predicate: Expr, functions: FunctionCatalog): FilterPlan {
  const { type } = exprReturn(predicate, { schema: schemaOf(input), functions });
  if (type.kind !== 'Boolean' && type.kind !== 'Null') {
    throw new PlanError(
      `Cannot create filter with non-boolean predicate '${formatExpr(predicate)}' returning ${formatDataType(type)}`,
    );
  }
  return { kind: 'Filter', predicate: unalias(predicate), input };
}

/** The keys of a GROUP BY in the order in which the node shows them: with grouping sets, each where it appears first. */
export function groupingKeys(groupBy: readonly Expr[]): Expr[] {
  const [only] = groupBy;
  if (only?.kind !== 'GroupingSet') return [...groupBy];
  const keys = new ExprMap<true>();
  for (const set of only.sets) for (const key of set) keys.add(key, true);
  return keys.exprs();
}

/**
 * Groups and folds. With grouping sets every key may be NULL, and `__grouping_id` follows the keys. Aggregates or keys that
 * would be called the same are told apart by their full text.
 */
export function aggregatePlan(
  input: LogicalPlan,
  groupBy: readonly Expr[],
  aggregates: readonly Expr[],
  functions: FunctionCatalog,
): AggregatePlan {
  const context = { schema: schemaOf(input), functions };
  const isSets = groupBy[0]?.kind === 'GroupingSet';
  const names = new Set<string>();
  const keys = new ExprMap<Expr>();
  for (const key of groupingKeys(groupBy)) keys.add(key, uniquelyNamed(key, names, context));
  const keyExprs = keys.exprs().map((key) => keys.get(key)!);
  const sets = groupBy[0]?.kind === 'GroupingSet' ? groupBy[0].sets.map((set) => new Set(set)) : [];
  const fields: DFField[] = keyExprs.map((key, index) => {
    const found = exprToField(key, context);
    const original = keys.exprs()[index]!;
    const nulled = sets.some((set) => ![...set].some((one) => exprEquals(one, original)));
    return nulled && !found.field.nullable ? { ...found, field: { ...found.field, nullable: true } } : found;
  });
  if (isSets) fields.push(dfField({ name: groupingIdColumn, type: groupingIdType(keys.size), nullable: false }));
  const named = aggregates.map((expr) => uniquelyNamed(expr, names, context));
  return {
    kind: 'Aggregate',
    groupBy: groupBy.map((one) =>
      one.kind === 'GroupingSet'
        ? { ...one, sets: one.sets.map((set) => set.map((key) => keys.get(key)!)) }
        : keys.get(one)!,
    ),
    aggregates: named,
    input,
    schema: { fields: [...fields, ...exprsToSchema(named, context).fields] },
  };
}

/** Adds one column per window expression. */
export function windowPlan(input: LogicalPlan, windowExprs: readonly Expr[], functions: FunctionCatalog): WindowPlan {
  const schema = schemaOf(input);
  const context = { schema, functions };
  const names = new Set(schema.fields.map(columnId));
  const named = windowExprs.map((expr) => uniquelyNamed(expr, names, context));
  return {
    kind: 'Window',
    windowExprs: named,
    input,
    schema: joinSchemas(schema, exprsToSchema(named, context)),
  };
}

/** The expression, under an alias when another column has its name already. */
function uniquelyNamed(
  expr: Expr,
  taken: Set<string>,
  context: { schema: DFSchema; functions: FunctionCatalog },
): Expr {
  const field = exprToField(expr, context);
  const base = field.field.name;
  let named = expr;
  let id = columnId(field);
  for (let attempt = 0; taken.has(id); attempt += 1) {
    const name = attempt === 0 ? formatExpr(expr) : `${base}:${attempt}`;
    named = alias(expr, name);
    id = columnId({ field: { ...field.field, name } });
  }
  taken.add(id);
  return named;
}

/** Names the plan. Columns that would be called the same get numbers: `id`, `id:1`. */
export function aliasPlan(input: LogicalPlan, name: TableReference, functions: FunctionCatalog): LogicalPlan {
  const { fields } = schemaOf(input);
  const counts = new Map<string, number>();
  let renamed = false;
  const exprs = fields.map(({ field, qualifier }): Expr => {
    const count = counts.get(field.name) ?? 0;
    counts.set(field.name, count + 1);
    const own = column(field.name, qualifier);
    if (count === 0) return own;
    renamed = true;
    return alias(own, `${field.name}:${count}`);
  });
  return { kind: 'SubqueryAlias', alias: name, input: renamed ? projectPlan(input, exprs, functions) : input };
}

/** Gives the columns other names, in order; there may be fewer names than columns only when `partial`. */
export function renameColumns(input: LogicalPlan, names: readonly string[], functions: FunctionCatalog): LogicalPlan {
  const { fields } = schemaOf(input);
  if (fields.length !== names.length) {
    throw new PlanError(
      `Source table contains ${fields.length} columns but only ${names.length} names given as column alias`,
    );
  }
  return projectPlan(
    input,
    fields.map(({ field, qualifier }, index) => alias(column(field.name, qualifier), names[index]!)),
    functions,
  );
}

/** A column per field, under its own name: what projections that only move columns are made of. */
export const columnsOfSchema = (schema: DFSchema): Expr[] =>
  schema.fields.map(({ field, qualifier }) => column(field.name, qualifier));

/** The expression under the name it must have, without an alias that says nothing. */
export function nameAs(expr: Expr, name: string): Expr {
  return exprName(expr) === name ? expr : alias(unalias(expr), name);
}
