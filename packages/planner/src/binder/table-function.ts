import {
  type Expr,
  emptyDFSchema,
  type LogicalPlan,
  NotYetSupportedError,
  type ScalarValue,
  tableReference,
  valueEquals,
} from '@ballista-ts/core';
import type { TableFactor } from '../sql/ast/query.js';
import { bindExpr } from './expression/bind-expr.js';
import { callOf } from './expression/bind-nested.js';
import type { QueryLevel, Scope } from './scope.js';
import { nearestName } from './suggest.js';
import { unnestPlan } from './unnest.js';

/** Table functions that are a list function expanded into rows. */
const listFunctions: ReadonlySet<string> = new Set(['generate_series', 'range']);

/** A call in FROM: what the resolve phase made of it, or a built-in series. */
export function bindTableFunction(
  factor: Extract<TableFactor, { kind: 'TableFunction' }>,
  level: QueryLevel,
): LogicalPlan {
  const { context } = level;
  const name = factor.name.map((part) => context.name(part)).join('.');
  const scope: Scope = { level: { ...level, enclosing: undefined }, schema: emptyDFSchema, merged: [] };
  const args = factor.args.map((arg): Expr => {
    if (arg.kind !== 'Positional')
      throw context.error(`Unsupported argument of the table function ${name}`, factor.span);
    return bindExpr(arg.expr, scope);
  });
  const values = args.map((arg) => (arg.kind === 'Literal' ? arg.value : undefined));
  if (values.every((one) => one !== undefined)) {
    const resolved = context.resolved.tableFunctions.find(
      (one) => one.name === name && sameArguments(one.args, values),
    );
    if (resolved !== undefined) {
      return { kind: 'TableScan', tableName: tableReference(name), source: resolved.source, filters: [] };
    }
  }
  if (listFunctions.has(name)) {
    if (args.length === 0 || args.length > 3) throw context.error(`${name} takes 1 to 3 arguments`, factor.span);
    const list = callOf(name, args, scope, factor.span);
    const input: LogicalPlan = { kind: 'EmptyRelation', produceOneRow: true, schema: emptyDFSchema };
    return context.located(factor.span, () =>
      unnestPlan(input, [{ kind: 'Unnest', expr: list }], {
        functions: context.functions,
        keepInput: false,
        relation: tableReference(name),
        names: ['value'],
      }),
    );
  }
  if (context.functions.table(name) !== undefined) {
    throw new NotYetSupportedError(`The table function ${name} with arguments that are not constant`);
  }
  const nearest = nearestName(name, [...listFunctions, ...context.functions.names()]);
  throw context.error(
    `table function '${name}' not found${nearest === undefined ? '' : `. Did you mean '${nearest}'?`}`,
    factor.span,
  );
}

const sameArguments = (a: readonly ScalarValue[], b: readonly ScalarValue[]): boolean =>
  a.length === b.length &&
  a.every((one, index) => one.type.kind === b[index]!.type.kind && valueEquals(one.value, b[index]!.value));
