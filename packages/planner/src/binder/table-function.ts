import { type Expr, NotYetSupportedError, type ScalarValue, tableReference, valueEquals } from '@ballista-ts/core';
import type { TableFactor } from '../sql/ast/query.js';
import { bindExpr } from './expression/bind-expr.js';
import { callOf } from './expression/bind-nested.js';
import { alone, applyAlias, type BoundFactor, type FromResult } from './from.js';
import type { QueryLevel } from './scope.js';
import { nearestName } from './suggest.js';
import { expandInFrom, visibleScope } from './unnest-factor.js';

/** Table functions that are a list function expanded into rows. Their arguments may use columns that stand before them. */
const listFunctions: ReadonlySet<string> = new Set(['generate_series', 'range']);

/** A call in FROM: what the resolve phase made of it, or a built-in series. */
export function bindTableFunction(
  factor: Extract<TableFactor, { kind: 'TableFunction' }>,
  level: QueryLevel,
  left: FromResult | undefined,
): BoundFactor {
  const { context } = level;
  const name = factor.name.map((part) => context.name(part)).join('.');
  const isSeries = listFunctions.has(name);
  const scope = visibleScope(level, isSeries || factor.lateral ? left : undefined);
  const args = factor.args.map((arg): Expr => {
    if (arg.kind !== 'Positional') {
      throw context.error(`Unsupported argument of the table function ${name}`, factor.span);
    }
    return bindExpr(arg.expr, scope);
  });
  const values = args.map((arg) => (arg.kind === 'Literal' ? arg.value : undefined));
  if (values.every((one) => one !== undefined)) {
    const resolved = context.resolved.tableFunctions.find((one) => one.name === name && sameValues(one.args, values));
    if (resolved !== undefined) {
      const scan = {
        kind: 'TableScan',
        tableName: tableReference(name),
        source: resolved.source,
        filters: [],
      } as const;
      return alone(applyAlias(scan, factor.alias, factor.span, level));
    }
  }
  if (isSeries) {
    if (args.length === 0 || args.length > 3) throw context.error(`${name} takes 1 to 3 arguments`, factor.span);
    const list = callOf(name, args, scope, factor.span);
    return expandInFrom([list], factor, { table: name, columns: ['value'] }, level, left);
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

const sameValues = (a: readonly ScalarValue[], b: readonly ScalarValue[]): boolean =>
  a.length === b.length &&
  a.every((one, index) => one.type.kind === b[index]!.type.kind && valueEquals(one.value, b[index]!.value));
