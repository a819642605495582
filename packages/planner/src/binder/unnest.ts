import {
  alias,
  column,
  type DataType,
  type DFField,
  type Expr,
  exprName,
  exprType,
  type FunctionCatalog,
  formatDataType,
  formatExpr,
  type ListUnnestColumn,
  type LogicalPlan,
  NotYetSupportedError,
  PlanError,
  schemaOf,
  type TableReference,
  type UnnestPlan,
} from '@ballista-ts/core';
import { collectExprs, ExprMap } from './expr-map.js';
import { columnsOfSchema, projectPlan } from './plan-builder.js';
import { replaceExpr } from './replace-expr.js';

/** One thing to expand: the list or struct under the calls of unnest(), and how many calls there were. */
interface Target {
  readonly base: Expr;
  readonly depth: number;
  readonly placeholder: string;
}

function targetOf(unnest: Expr): Target {
  let base = unnest;
  let depth = 0;
  while (base.kind === 'Unnest') {
    base = base.expr;
    depth += 1;
  }
  return { base, depth, placeholder: `__unnest_placeholder(${formatExpr(base)})` };
}

/** The type after `depth` levels of lists are taken off. @throws PlanError when it is no list. */
function elementType(type: DataType, depth: number, what: Expr): DataType {
  let inner = type;
  for (let level = 0; level < depth; level += 1) {
    if (inner.kind !== 'List' && inner.kind !== 'LargeList' && inner.kind !== 'FixedSizeList') {
      if (inner.kind === 'Map') throw new NotYetSupportedError('unnest() of a map');
      if (inner.kind === 'Null') throw new NotYetSupportedError('unnest() of NULL');
      throw new PlanError(
        `unnest() can only be applied to array, struct and null: ${exprName(what)} is ${formatDataType(type)}`,
      );
    }
    inner = inner.field.type;
  }
  return inner;
}

/** What unnesting made: the plan, and the columns that stand for each call (several for a struct). */
export interface Unnested {
  readonly plan: LogicalPlan;
  readonly columns: ExprMap<readonly Expr[]>;
}

/**
 * Expands every call of unnest() among `exprs` in one node: lists go side by side, the shorter filled with NULL. All columns of
 * the input stay.
 */
export function expandUnnests(
  input: LogicalPlan,
  exprs: readonly Expr[],
  functions: FunctionCatalog,
): Unnested | undefined {
  const calls = collectExprs(exprs, (expr) => expr.kind === 'Unnest');
  if (calls.length === 0) return undefined;
  const inputSchema = schemaOf(input);
  const bases = new ExprMap<{ readonly index: number; readonly depths: Set<number>; readonly placeholder: string }>();
  const used = new Set<string>();
  for (const call of calls) {
    const { base, depth, placeholder } = targetOf(call);
    if (collectExprs([base], (part) => part.kind === 'Unnest').length > 0) {
      throw new NotYetSupportedError('unnest() inside the argument of another function that is unnested');
    }
    const known = bases.get(base);
    if (known !== undefined) known.depths.add(depth);
    else {
      let unique = placeholder;
      for (let n = 1; used.has(unique); n += 1) unique = `${placeholder}:${n}`;
      used.add(unique);
      bases.add(base, { index: inputSchema.fields.length + bases.size, depths: new Set([depth]), placeholder: unique });
    }
  }
  const prepared = projectPlan(
    input,
    [...columnsOfSchema(inputSchema), ...bases.exprs().map((base) => alias(base, bases.get(base)!.placeholder))],
    functions,
  );
  const fields: DFField[] = [...inputSchema.fields];
  const dependencyIndices = inputSchema.fields.map((_field, index) => index);
  const listColumns: ListUnnestColumn[] = [];
  const structColumns: number[] = [];
  const columns = new ExprMap<readonly Expr[]>();
  const typing = { schema: inputSchema, functions };
  for (const base of bases.exprs()) {
    const { index, depths, placeholder } = bases.get(base)!;
    const type = exprType(base, typing);
    if (type.kind === 'Struct') {
      if (depths.size > 1 || !depths.has(1))
        throw new NotYetSupportedError('unnest() of the fields of an unnested struct');
      structColumns.push(index);
      const parts = type.fields.map((one) => ({ ...one, name: `${placeholder}.${one.name}`, nullable: true }));
      for (const part of parts) {
        fields.push({ field: part });
        dependencyIndices.push(index);
      }
      // The columns are called after the struct: `t.s.field`.
      columns.add(
        { kind: 'Unnest', expr: base },
        parts.map((part, at) => alias(column(part.name), `${formatExpr(base)}.${type.fields[at]!.name}`)),
      );
      continue;
    }
    for (const depth of [...depths].sort((a, b) => a - b)) {
      const outputName = `${placeholder.slice(0, -1)},depth=${depth})`;
      listColumns.push({ inputIndex: index, outputName, depth });
      fields.push({ field: { name: outputName, type: elementType(type, depth, base), nullable: true } });
      dependencyIndices.push(index);
      let call: Expr = base;
      for (let level = 0; level < depth; level += 1) call = { kind: 'Unnest', expr: call };
      columns.add(call, [column(outputName)]);
    }
  }
  const plan: UnnestPlan = {
    kind: 'Unnest',
    input: prepared,
    listColumns,
    structColumns,
    dependencyIndices,
    preserveNulls: false,
    schema: { fields },
  };
  return { plan, columns };
}

/** The expression with its calls of unnest() replaced by their columns. A struct's columns can only be the whole expression. */
export function replaceUnnests(expr: Expr, columns: ExprMap<readonly Expr[]>): Expr {
  return replaceExpr(expr, (part) => {
    const found = columns.get(part);
    if (found === undefined) return undefined;
    if (found.length !== 1 || found[0]!.kind === 'Alias') {
      throw new PlanError(
        `unnest() of a struct makes ${found.length} columns and cannot be part of an expression: ${exprName(part)}`,
      );
    }
    return found[0];
  });
}

/** The plan of UNNEST in FROM: its columns under their names, after the input's columns when these are kept. */
export function unnestPlan(
  input: LogicalPlan,
  calls: readonly Expr[],
  options: {
    readonly functions: FunctionCatalog;
    readonly keepInput: boolean;
    readonly relation: TableReference | undefined;
    readonly names: readonly string[];
  },
): LogicalPlan {
  const { functions, keepInput, relation } = options;
  const expanded = expandUnnests(input, calls, functions)!;
  const made = calls.flatMap((call) => expanded.columns.get(call) ?? []);
  const structs = made.some((one) => one.kind === 'Alias');
  // Column aliases name what comes out; without them a struct's columns keep their own names.
  const names =
    structs && options.names.length === calls.length && made.length !== calls.length
      ? made.map(exprName)
      : options.names;
  if (names.length !== made.length) {
    throw new PlanError(
      `Source table contains ${made.length} columns but only ${names.length} names given as column alias`,
    );
  }
  const renamed = made.map((expr, index) =>
    alias(expr.kind === 'Alias' ? expr.expr : expr, uniqueAmong(names, index), relation),
  );
  return projectPlan(expanded.plan, [...(keepInput ? columnsOfSchema(schemaOf(input)) : []), ...renamed], functions);
}

const uniqueAmong = (names: readonly string[], index: number): string => {
  const earlier = names.slice(0, index).filter((one) => one === names[index]).length;
  return earlier === 0 ? names[index]! : `${names[index]}:${earlier}`;
};
