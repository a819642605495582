import {
  emptyDFSchema,
  type LogicalPlan,
  NotYetSupportedError,
  schemaOf,
  type TableReference,
  tableReference,
  unreachable,
} from '@ballista-ts/core';
import { fullReference } from '../resolve/resolved-statement.js';
import type { ObjectName, Span } from '../sql/ast/common.js';
import type { TableAlias, TableFactor, TableWithJoins } from '../sql/ast/query.js';
import { bindJoin, crossJoin } from './join.js';
import { aliasPlan, renameColumns } from './plan-builder.js';
import { bindQuery } from './query.js';
import { type MergedColumn, newLevel, type QueryLevel, type Scope, siblingLevel } from './scope.js';
import { nearestName } from './suggest.js';
import { bindTableFunction } from './table-function.js';
import { bindUnnest } from './unnest-factor.js';

/** What a FROM clause, or a part of one, gives: rows, and the names that USING and NATURAL merged. */
export interface FromResult {
  readonly plan: LogicalPlan;
  readonly merged: readonly MergedColumn[];
}

/** Binds the list after FROM; without one there is a single row without columns. */
export function bindFrom(tables: readonly TableWithJoins[], level: QueryLevel): FromResult {
  let left: FromResult | undefined;
  for (const table of tables) left = bindTableWithJoins(table, level, left);
  return left ?? { plan: { kind: 'EmptyRelation', produceOneRow: true, schema: emptyDFSchema }, merged: [] };
}

/** One element of the list with its joins; `left` is what stood before the comma. */
function bindTableWithJoins({ relation, joins }: TableWithJoins, level: QueryLevel, left?: FromResult): FromResult {
  const first = bindFactor(relation, level, left);
  let result = first.result;
  // The joins of this element do not reach over the comma, so it is joined with what stood before it at the end.
  const before = first.includesLeft ? undefined : left;
  for (const join of joins) result = bindJoin(result, join, level, before);
  return before === undefined ? result : crossJoin(before, result, level, relation.span);
}

/** A factor, and whether it already contains the rows of what stood before it (an UNNEST of their columns does). */
export interface BoundFactor {
  readonly result: FromResult;
  readonly includesLeft: boolean;
}

/** Binds one table, subquery or function. `left` is what a LATERAL one may refer to. */
export function bindFactor(factor: TableFactor, level: QueryLevel, left: FromResult | undefined): BoundFactor {
  const { context } = level;
  switch (factor.kind) {
    case 'Table': {
      const plan = bindTable(factor.name, factor.span, level);
      return alone(applyAlias(plan, factor.alias, factor.span, level));
    }
    case 'Derived': {
      if (factor.lateral && left !== undefined) {
        const inner = newLevel(context, lateralScope(level, left), level.ctes);
        return alone(applyAlias(bindQuery(factor.query, inner), factor.alias, factor.span, level));
      }
      return alone(applyAlias(bindQuery(factor.query, siblingLevel(level)), factor.alias, factor.span, level));
    }
    case 'Unnest':
      return bindUnnest(factor, level, left);
    case 'TableFunction':
      if (factor.withOrdinality) throw new NotYetSupportedError('WITH ORDINALITY');
      return bindTableFunction(factor, level, left);
    case 'NestedJoin': {
      const nested = bindTableWithJoins(factor.table, level);
      if (factor.alias === undefined) return { result: nested, includesLeft: false };
      return alone(applyAlias(nested.plan, factor.alias, factor.span, level));
    }
    default:
      return unreachable(factor, 'table factor');
  }
}

export const alone = (plan: LogicalPlan): BoundFactor => ({ result: { plan, merged: [] }, includesLeft: false });

const lateralScope = (level: QueryLevel, left: FromResult): Scope => ({
  level,
  schema: schemaOf(left.plan),
  merged: left.merged,
});

/** A table by name: a common table expression, a view's plan, or a scan. */
function bindTable(name: ObjectName, span: Span, level: QueryLevel): LogicalPlan {
  const { context } = level;
  const reference = context.tableReference(name);
  const cte = name.length === 1 ? level.ctes.get(reference.table) : undefined;
  if (cte !== undefined) return cte.plan;
  const found = context.table(reference);
  if (found === undefined) throw context.error(unknownTable(reference, level), span);
  if (found.kind === 'view') return aliasPlan(found.plan, reference, context.functions);
  return { kind: 'TableScan', tableName: reference, source: found.source, filters: [] };
}

/** The message for a table that does not exist, with the nearest name there is. */
export function unknownTable(reference: TableReference, level: Pick<QueryLevel, 'context' | 'ctes'>): string {
  const { resolved } = level.context;
  const full = fullReference(reference, resolved);
  const nearest = nearestName(reference.table, [...level.ctes.keys(), ...resolved.knownTables]);
  return `table '${full.catalog}.${full.schema}.${full.table}' not found${nearest === undefined ? '' : `. Did you mean '${nearest}'?`}`;
}

export function applyAlias(
  plan: LogicalPlan,
  alias: TableAlias | undefined,
  span: Span,
  level: QueryLevel,
): LogicalPlan {
  if (alias === undefined) return plan;
  const { context } = level;
  const { functions } = context;
  if (alias.columns.some((one) => one.type !== undefined))
    throw new NotYetSupportedError('Types in the column list of a table alias');
  const renamed =
    alias.columns.length === 0
      ? plan
      : context.located(span, () =>
          renameColumns(
            plan,
            alias.columns.map((one) => context.name(one.name)),
            functions,
          ),
        );
  return aliasPlan(renamed, tableReference(context.name(alias.name)), functions);
}
