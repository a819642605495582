import { type DFSchema, qualifySchema } from '../../expr/df-schema.js';
import type { Expr } from '../../expr/expr.js';
import { formatExpr } from '../../expr/format-expr.js';
import { formatTableReference, type TableReference } from '../../expr/table-reference.js';
import { projectSchema } from '../../types/field.js';
import type { LogicalNodeDefinition } from './logical-node-definition.js';
import { type TableSource, tableSourceSchema } from './table-source.js';

/** Reads a table. `filters` are conditions the scan should apply as far as it can. */
export interface TableScanPlan {
  readonly kind: 'TableScan';
  readonly tableName: TableReference;
  readonly source: TableSource;
  /** Positions of the table's columns that come out, in order; absent: all. */
  readonly projection?: readonly number[];
  readonly filters: readonly Expr[];
  /** No more rows than that are needed. */
  readonly fetch?: number;
}

export const tableScan: LogicalNodeDefinition<TableScanPlan> = {
  kind: 'TableScan',
  children: () => [],
  withChildren: (plan) => plan,
  exprs: (plan) => plan.filters,
  withExprs: (plan, filters) => ({ ...plan, filters }),
  schema: (plan): DFSchema => {
    const full = tableSourceSchema(plan.source);
    return qualifySchema(plan.projection === undefined ? full : projectSchema(full, plan.projection), plan.tableName);
  },
  display: (plan) => {
    const names = tableSourceSchema(plan.source).fields.map((one) => one.name);
    const projection =
      plan.projection === undefined ? '' : ` projection=[${plan.projection.map((index) => names[index]).join(', ')}]`;
    const filters = plan.filters.length === 0 ? '' : `, filters=[${plan.filters.map(formatExpr).join(', ')}]`;
    const fetch = plan.fetch === undefined ? '' : `, fetch=${plan.fetch}`;
    return `TableScan: ${formatTableReference(plan.tableName)}${projection}${filters}${fetch}`;
  },
};
