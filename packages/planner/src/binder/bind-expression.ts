import type { DFSchema, Expr } from '@ballista-ts/core';
import type { ResolvedStatement } from '../resolve/resolved-statement.js';
import type { SqlExpr } from '../sql/ast/expr.js';
import { BindContext, type BindOptions } from './bind-context.js';
import { bindExpr } from './expression/bind-expr.js';
import { newLevel } from './scope.js';

/** Nothing of a catalog: what an expression without subqueries needs. */
const nothing: ResolvedStatement = {
  statement: { kind: 'EndTransaction', conclusion: 'COMMIT', chain: false, span: { line: 1, column: 1, offset: 0 } },
  defaultCatalog: 'datafusion',
  defaultSchema: 'public',
  tables: new Map(),
  tableFunctions: [],
  knownTables: [],
};

/**
 * Resolves an SQL expression over the columns of a schema, as a DataFrame takes it: `df.filter('a > 1')`. Subqueries find no
 * tables here.
 *
 * @throws PlanError with the place in the text.
 */
export function bindExpression(expr: SqlExpr, schema: DFSchema, options: BindOptions): Expr {
  return bindExpr(expr, {
    level: newLevel(new BindContext(nothing, options), undefined, new Map()),
    schema,
    merged: [],
  });
}
