import {
  type CustomTableSource,
  type Expr,
  formatExpr,
  qualifySchema,
  type TableScanPlan,
  tableSourceSchema,
} from '@ballista-ts/core';
import { createPhysicalExpr } from '../../physical/create-physical-expr.js';
import type { PlanningContext } from '../../planning-context.js';
import { holdsSubquery, isVolatile } from '../simplify/simplify-context.js';
import { columnPositions } from './replace-columns.js';

/**
 * Hands conditions to a scan. Files prune by them, so a filter stays above, except for what partition columns decide alone; a
 * table of an application's own says how much it takes over.
 */
export function pushIntoScan(
  scan: TableScanPlan,
  terms: readonly Expr[],
  ctx: PlanningContext,
): { readonly scan: TableScanPlan; readonly above: readonly Expr[] } {
  const known = new Set(scan.filters.map(formatExpr));
  const added: Expr[] = [];
  const above: Expr[] = [];
  for (const term of terms) {
    const support = scan.fetch === undefined ? supportOf(scan, term, ctx) : 'unsupported';
    if (support !== 'exact') above.push(term);
    if (support !== 'unsupported' && !known.has(formatExpr(term))) added.push(term);
  }
  if (added.length === 0 && above.length === terms.length) return { scan, above: terms };
  return { scan: added.length === 0 ? scan : { ...scan, filters: [...scan.filters, ...added] }, above };
}

function supportOf(scan: TableScanPlan, term: Expr, ctx: PlanningContext): 'exact' | 'inexact' | 'unsupported' {
  const { source } = scan;
  if (holdsSubquery(term) || isVolatile(term, ctx.functions)) return 'unsupported';
  if (source.kind === 'custom') return supportOfCustom(source, scan, term, ctx);
  if (source.kind !== 'listing') return 'unsupported';
  const positions = columnPositions(term, qualifySchema(tableSourceSchema(source), scan.tableName));
  if (positions === undefined || positions.length === 0) return 'unsupported';
  const first = source.fileSchema.fields.length;
  return positions.every((index) => index >= first) ? 'exact' : 'inexact';
}

function supportOfCustom(
  source: CustomTableSource,
  scan: TableScanPlan,
  term: Expr,
  ctx: PlanningContext,
): 'exact' | 'inexact' | 'unsupported' {
  if (source.supportsFilter === undefined) return 'unsupported';
  const schema = qualifySchema(source.schema, scan.tableName);
  return source.supportsFilter(createPhysicalExpr(term, { schema, functions: ctx.functions }));
}
