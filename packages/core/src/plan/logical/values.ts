import type { DFSchema } from '../../expr/df-schema.js';
import type { Expr } from '../../expr/expr.js';
import { formatExpr } from '../../expr/format-expr.js';
import type { LogicalNodeDefinition } from './logical-node-definition.js';

/** Rows written out in the query. Each row has one expression per column. */
export interface ValuesPlan {
  readonly kind: 'Values';
  readonly rows: readonly (readonly Expr[])[];
  readonly schema: DFSchema;
}

export const valuesNode: LogicalNodeDefinition<ValuesPlan> = {
  kind: 'Values',
  children: () => [],
  withChildren: (plan) => plan,
  exprs: (plan) => plan.rows.flat(),
  withExprs: (plan, exprs) => {
    const width = plan.schema.fields.length;
    return { ...plan, rows: plan.rows.map((_row, index) => exprs.slice(index * width, (index + 1) * width)) };
  },
  schema: (plan) => plan.schema,
  display: (plan) =>
    `Values: ${plan.rows
      .slice(0, 5)
      .map((row) => `(${row.map(formatExpr).join(', ')})`)
      .join(', ')}${plan.rows.length > 5 ? '...' : ''}`,
};
