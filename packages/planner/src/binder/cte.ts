import { type LogicalPlan, schemaOf, tableReference, toSchema } from '@ballista-ts/core';
import type { CommonTableExpr, SetOperation, WithClause } from '../sql/ast/query.js';
import type { BoundCte } from './bind-context.js';
import { aliasPlan, renameColumns } from './plan-builder.js';
import { bindQuery } from './query.js';
import { type QueryLevel, siblingLevel } from './scope.js';
import { bindSetExpr, castTo } from './set-operation.js';

/** The common table expressions in scope after a WITH: each sees the ones before it. */
export function bindCtes(clause: WithClause, level: QueryLevel): ReadonlyMap<string, BoundCte> {
  const { context } = level;
  const ctes = new Map(level.ctes);
  const own = new Set<string>();
  for (const cte of clause.ctes) {
    const name = context.name(cte.name);
    if (own.has(name)) throw context.error(`WITH query name "${name}" specified more than once`, cte.span);
    own.add(name);
    const inner = siblingLevel(level, new Map(ctes));
    const plan =
      clause.recursive && isRecursive(cte, name, level) ? bindRecursive(cte, name, inner) : bindPlain(cte, name, inner);
    ctes.set(name, { plan });
  }
  return ctes;
}

function bindPlain(cte: CommonTableExpr, name: string, level: QueryLevel): LogicalPlan {
  return named(bindQuery(cte.query, level), cte, name, level);
}

/** Under the name of the CTE, with its column names. */
function named(plan: LogicalPlan, cte: CommonTableExpr, name: string, level: QueryLevel): LogicalPlan {
  const { context } = level;
  const renamed =
    cte.columns.length === 0
      ? plan
      : context.located(cte.span, () =>
          renameColumns(
            plan,
            cte.columns.map((one) => context.name(one)),
            context.functions,
          ),
        );
  return aliasPlan(renamed, tableReference(name), context.functions);
}

/** Whether the body is a UNION whose right side mentions the name: anything else is an ordinary CTE, also after RECURSIVE. */
function isRecursive(cte: CommonTableExpr, name: string, level: QueryLevel): boolean {
  const { body } = cte.query;
  if (body.kind !== 'SetOperation' || body.op !== 'UNION') return false;
  return mentions(body.right, name, level);
}

function mentions(node: unknown, name: string, level: QueryLevel): boolean {
  const pending: unknown[] = [node];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    if ('kind' in next && next.kind === 'Table' && 'name' in next) {
      const [first, ...more] = next.name as CommonTableExpr['name'][];
      if (more.length === 0 && first !== undefined && level.context.name(first) === name) return true;
    }
    for (const value of Object.values(next)) if (typeof value === 'object' && value !== null) pending.push(value);
  }
  return false;
}

/** `static term UNION [ALL] recursive term`, where the recursive term reads the rows of the round before. */
function bindRecursive(cte: CommonTableExpr, name: string, level: QueryLevel): LogicalPlan {
  const { context } = level;
  if (!context.config.get('datafusion.execution.enable_recursive_ctes')) {
    throw context.error(
      'Recursive CTEs are not enabled: set datafusion.execution.enable_recursive_ctes = true',
      cte.span,
    );
  }
  const { query } = cte;
  if (
    query.orderBy !== undefined ||
    query.limit !== undefined ||
    query.offset !== undefined ||
    query.fetch !== undefined
  ) {
    throw context.error('ORDER BY, LIMIT and OFFSET cannot stand in a recursive query', cte.span);
  }
  const body = query.body as SetOperation;
  const inner = query.with === undefined ? level : siblingLevel(level, bindCtes(query.with, level));
  const bare = bindSetExpr(body.left, inner);
  const columns = cte.columns.map((one) => context.name(one));
  const staticTerm =
    columns.length === 0 ? bare : context.located(cte.span, () => renameColumns(bare, columns, context.functions));
  // A later round may bring NULL where the first had none.
  const fields = toSchema(schemaOf(staticTerm)).fields.map((field) => ({ ...field, nullable: true }));
  const workTable: LogicalPlan = {
    kind: 'TableScan',
    tableName: tableReference(name),
    source: { kind: 'cteWorkTable', name, schema: { fields } },
    filters: [],
  };
  const recursiveLevel = siblingLevel(inner, new Map([...inner.ctes, [name, { plan: workTable }]]));
  const recursive = bindSetExpr(body.right, recursiveLevel);
  const width = schemaOf(recursive).fields.length;
  if (width !== fields.length) {
    throw context.error(
      `The two terms of the recursive query ${name} have different numbers of columns: ${fields.length} and ${width}`,
      body.span,
    );
  }
  const recursiveTerm = castTo(
    recursive,
    fields.map((field) => field.type),
    context.functions,
  );
  const plan: LogicalPlan = { kind: 'RecursiveQuery', name, staticTerm, recursiveTerm, isDistinct: !body.all };
  return aliasPlan(plan, tableReference(name), context.functions);
}
