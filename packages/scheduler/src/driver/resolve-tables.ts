import {
  type Expr,
  type ListingTableSource,
  type LogicalPlan,
  mapPlanExprs,
  subqueryPlans,
  transformExpr,
  transformLogicalUp,
  visitLogical,
} from '@ballista-ts/core';

type Resolve = (source: ListingTableSource) => Promise<ListingTableSource>;

/**
 * Replaces every listing in a plan, those of subqueries included, by a snapshot of its files. A table that is scanned several
 * times is listed once, so that all of a query sees the same files.
 */
export async function resolveTables(plan: LogicalPlan, resolve: Resolve): Promise<LogicalPlan> {
  const sources = new Map<string, ListingTableSource>();
  collect(plan, sources);
  if (sources.size === 0) return plan;
  const resolved = new Map(
    await Promise.all(
      [...sources].map(async ([key, source]): Promise<[string, ListingTableSource]> => [key, await resolve(source)]),
    ),
  );
  return replace(plan, resolved);
}

// Two scans of one table are two objects when they come over the wire.
const keyOf = (source: ListingTableSource): string =>
  JSON.stringify(source, (_key, value: unknown) =>
    typeof value === 'bigint' ? `${value}n` : value instanceof Map ? [...value] : value,
  );

function collect(plan: LogicalPlan, sources: Map<string, ListingTableSource>): void {
  visitLogical(plan, (node) => {
    if (node.kind === 'TableScan' && node.source.kind === 'listing' && node.source.resolved === undefined) {
      sources.set(keyOf(node.source), node.source);
    }
    for (const subquery of subqueryPlans(node)) collect(subquery, sources);
  });
}

function replace(plan: LogicalPlan, resolved: ReadonlyMap<string, ListingTableSource>): LogicalPlan {
  const inExpr = (expr: Expr): Expr =>
    transformExpr(expr, (part) =>
      'subquery' in part
        ? { ...part, subquery: { ...part.subquery, plan: replace(part.subquery.plan, resolved) } }
        : part,
    );
  return transformLogicalUp(plan, (node) => {
    const mapped = subqueryPlans(node).length === 0 ? node : mapPlanExprs(node, inExpr);
    if (mapped.kind !== 'TableScan' || mapped.source.kind !== 'listing') return mapped;
    const source = resolved.get(keyOf(mapped.source));
    return source === undefined ? mapped : { ...mapped, source };
  });
}
