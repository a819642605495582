import {
  alias,
  cast,
  commonType,
  type DataType,
  type DFField,
  dataTypeEquals,
  type Expr,
  type FunctionCatalog,
  formatDataType,
  type JoinPlan,
  type LogicalPlan,
  schemaOf,
  typedLiteral,
} from '@ballista-ts/core';
import type { Span } from '../sql/ast/common.js';
import type { SetExpr, SetOperation } from '../sql/ast/query.js';
import { columnsOfSchema, projectPlan, windowPlan } from './plan-builder.js';
import { bindQuery } from './query.js';
import { columnAt, type QueryLevel, siblingLevel } from './scope.js';
import { bindSelect } from './select.js';
import { bindValues } from './values.js';

/** Binds the body of a query. Set operations are taken along their left spine: a thousand branches take a loop. */
export function bindSetExpr(body: SetExpr, level: QueryLevel): LogicalPlan {
  const chain: SetOperation[] = [];
  let first = body;
  while (first.kind === 'SetOperation') {
    chain.push(first);
    first = first.left;
  }
  let plan = bindBranch(first, level);
  /** Branches of the union that is being gathered; a union of unions is one union. */
  let branches: LogicalPlan[] | undefined;
  let distinct = false;
  const finishUnion = (span: Span): void => {
    if (branches === undefined) return;
    const union = unionPlan(branches, level, span);
    plan = distinct ? { kind: 'Distinct', input: union } : union;
    branches = undefined;
    distinct = false;
  };
  let last = body.span;
  for (let link = chain.pop(); link !== undefined; link = chain.pop()) {
    last = link.span;
    const right = bindSetExpr(link.right, level);
    if (link.op === 'UNION' && !link.byName) {
      // UNION after anything removes the duplicates of all before it; UNION ALL after UNION must not.
      if (branches !== undefined && distinct && link.all) finishUnion(link.span);
      branches ??= [plan];
      branches.push(right);
      distinct = distinct || !link.all;
      continue;
    }
    finishUnion(link.span);
    if (link.op === 'UNION') plan = unionByName(plan, right, link, level);
    else plan = intersectOrExcept(plan, right, link, level);
  }
  finishUnion(last);
  return plan;
}

function bindBranch(body: Exclude<SetExpr, SetOperation>, level: QueryLevel): LogicalPlan {
  switch (body.kind) {
    case 'Select':
      return bindSelect(body, undefined, level);
    case 'Values':
      return bindValues(body, level);
    case 'Query':
      return bindQuery(body, siblingLevel(level));
  }
}

/** UNION ALL by position. Names are those of the first branch, types what holds the values of all. */
function unionPlan(inputs: readonly LogicalPlan[], level: QueryLevel, span: Span): LogicalPlan {
  const schemas = inputs.map(schemaOf);
  const [first] = schemas;
  for (const [index, schema] of schemas.entries()) {
    if (schema.fields.length !== first!.fields.length) {
      throw level.context.error(
        `UNION queries have different number of columns: query ${index + 1} has ${schema.fields.length}, the first has ${first!.fields.length}`,
        span,
      );
    }
  }
  const fields = first!.fields.map((one, index): DFField => {
    const columns = schemas.map((schema) => schema.fields[index]!.field);
    const type = common(
      columns.map((field) => field.type),
      one.field.name,
      level,
      span,
    );
    return { field: { ...one.field, type, nullable: columns.some((field) => field.nullable) } };
  });
  return { kind: 'Union', inputs, schema: { fields } };
}

function common(types: readonly DataType[], name: string, level: QueryLevel, span: Span): DataType {
  // Thousands of branches mostly agree; only different types need the rules.
  const distinct: DataType[] = [];
  for (const type of types) if (!distinct.some((one) => dataTypeEquals(one, type))) distinct.push(type);
  const found = commonType(distinct);
  if (found === undefined) {
    throw level.context.error(
      `Incompatible inputs for Union: the column '${name}' has types without a common one: ${distinct.map(formatDataType).join(', ')}`,
      span,
    );
  }
  return found;
}

/** UNION BY NAME: columns meet by name, and what a side lacks is NULL there. */
function unionByName(
  left: LogicalPlan,
  right: LogicalPlan,
  { all, span }: SetOperation,
  level: QueryLevel,
): LogicalPlan {
  const names = [...new Set([left, right].flatMap((plan) => schemaOf(plan).fields.map((one) => one.field.name)))];
  const aligned = [left, right].map((plan) => {
    const schema = schemaOf(plan);
    const exprs = names.map((name): Expr => {
      const positions = schema.fields.flatMap((one, index) => (one.field.name === name ? [index] : []));
      if (positions.length > 1)
        throw level.context.error(
          `UNION BY NAME needs unique column names, '${name}' is there ${positions.length} times`,
          span,
        );
      return alias(
        positions.length === 0 ? typedLiteral({ kind: 'Null' }, null) : columnAt(schema, positions[0]!),
        name,
      );
    });
    return projectPlan(plan, exprs, level.context.functions);
  });
  const union = unionPlan(aligned, level, span);
  return all ? union : { kind: 'Distinct', input: union };
}

/**
 * INTERSECT is a semi join and EXCEPT an anti join over all columns, with NULL equal to NULL. With ALL, rows count: numbering
 * equal rows on both sides makes the n-th of the left match the n-th of the right.
 */
function intersectOrExcept(
  left: LogicalPlan,
  right: LogicalPlan,
  { op, all, span }: SetOperation,
  level: QueryLevel,
): LogicalPlan {
  const { functions } = level.context;
  const types = schemaOf(left).fields.map((one) => one.field);
  const others = schemaOf(right).fields;
  if (types.length !== others.length) {
    throw level.context.error(
      `${op} query must have the same number of columns: left is ${types.length} and right is ${others.length}`,
      span,
    );
  }
  const target = types.map((field, index) => common([field.type, others[index]!.field.type], field.name, level, span));
  let a = distinguishable(castTo(left, target, functions), 'left', level);
  let b = distinguishable(castTo(right, target, functions), 'right', level);
  const width = target.length;
  if (all) {
    a = numbered(a, level);
    b = numbered(b, level);
  } else a = { kind: 'Distinct', input: a };
  const leftSchema = schemaOf(a);
  const rightSchema = schemaOf(b);
  const join: JoinPlan = {
    kind: 'Join',
    left: a,
    right: b,
    on: leftSchema.fields.map((_field, index) => ({
      left: columnAt(leftSchema, index),
      right: columnAt(rightSchema, index),
    })),
    joinType: op === 'INTERSECT' ? 'leftSemi' : 'leftAnti',
    constraint: 'on',
    nullEquality: 'nullEqualsNull',
    nullAware: false,
  };
  const output = columnsOfSchema({ fields: leftSchema.fields.slice(0, width) });
  return projectPlan(
    join,
    output.map((expr, index) => alias(expr, types[index]!.name)),
    functions,
  );
}

/** The plan under column names of its own, so that the two sides of a join cannot be confused. */
function distinguishable(plan: LogicalPlan, side: string, level: QueryLevel): LogicalPlan {
  const table = { table: level.context.uniqueName(`set_${side}`) };
  const schema = schemaOf(plan);
  const seen = new Set<string>();
  const exprs = columnsOfSchema(schema).map((expr, index) => {
    const { name } = schema.fields[index]!.field;
    const unique = seen.has(name) ? `${name}:${index}` : name;
    seen.add(unique);
    return alias(expr, unique);
  });
  return { kind: 'SubqueryAlias', alias: table, input: projectPlan(plan, exprs, level.context.functions) };
}

/** Adds the number of each row among its equals. */
function numbered(plan: LogicalPlan, level: QueryLevel): LogicalPlan {
  const columns = columnsOfSchema(schemaOf(plan));
  const { functions } = level.context;
  const number: Expr = {
    kind: 'WindowFunction',
    name: functions.window('row_number')?.name ?? 'row_number',
    functionKind: 'window',
    args: [],
    partitionBy: columns,
    orderBy: [],
    frame: { units: 'rows', start: { kind: 'preceding' }, end: { kind: 'following' } },
    distinct: false,
  };
  return windowPlan(plan, [alias(number, level.context.uniqueName('row_number'))], functions);
}

/** The plan with its columns cast to types; the plan itself when they have these types already. */
export function castTo(plan: LogicalPlan, types: readonly DataType[], functions: FunctionCatalog): LogicalPlan {
  const { fields } = schemaOf(plan);
  if (fields.every((one, index) => dataTypeEquals(one.field.type, types[index]!))) return plan;
  const exprs = columnsOfSchema({ fields }).map((expr, index) =>
    dataTypeEquals(fields[index]!.field.type, types[index]!)
      ? expr
      : alias(cast(expr, types[index]!), fields[index]!.field.name),
  );
  return projectPlan(plan, exprs, functions);
}
