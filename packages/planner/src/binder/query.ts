import type { LogicalPlan } from '@ballista-ts/core';
import { NotYetSupportedError } from '@ballista-ts/core';
import type { Query } from '../sql/ast/query.js';
import { bindCtes } from './cte.js';
import { bindLimit } from './limit.js';
import { orderPlan } from './order-by.js';
import { type QueryLevel, siblingLevel } from './scope.js';
import { bindSelect } from './select.js';
import { bindSetExpr } from './set-operation.js';

/** Binds a query at a level: its CTEs, its body, its order and its limits. */
export function bindQuery(query: Query, level: QueryLevel): LogicalPlan {
  const inner = query.with === undefined ? level : siblingLevel(level, bindCtes(query.with, level));
  const limit = rowLimits(query);
  // The order of a SELECT may use columns it does not show; the order of anything else only what comes out.
  const ordered =
    query.body.kind === 'Select'
      ? bindSelect(query.body, query.orderBy, inner)
      : orderPlan(bindSetExpr(query.body, inner), query.orderBy, inner);
  return bindLimit(ordered, limit, inner);
}

function rowLimits(query: Query): Pick<Query, 'limit' | 'offset'> {
  const { fetch, limit, offset } = query;
  if (fetch === undefined) return query;
  if (fetch.percent) throw new NotYetSupportedError('FETCH ... PERCENT');
  if (fetch.withTies) throw new NotYetSupportedError('FETCH ... WITH TIES');
  if (limit !== undefined) throw new NotYetSupportedError('LIMIT together with FETCH');
  const one = { kind: 'Number', text: '1', span: query.span } as const;
  return { limit: fetch.quantity ?? one, ...(offset !== undefined && { offset }) };
}
