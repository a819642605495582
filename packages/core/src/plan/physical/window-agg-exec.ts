import { unknownColumn } from '../statistics.js';
import type { ExecutionPlan } from './execution-plan.js';
import { formatPhysicalExpr, formatSortExprs } from './format-physical-expr.js';
import type { PhysicalWindowExpr } from './physical-expr.js';
import { type PlanNodeDefinition, singleInput } from './plan-node-definition.js';

/** Adds one column per window expression; all of them share PARTITION BY and ORDER BY. */
export interface WindowAggExec {
  readonly kind: 'WindowAggExec';
  readonly windowExprs: readonly PhysicalWindowExpr[];
  readonly input: ExecutionPlan;
}

/** The input must be sorted by partition keys, then by the order keys, and hold a partition's rows together. */
export const windowAggExec: PlanNodeDefinition<WindowAggExec> = {
  kind: 'WindowAggExec',
  children: (plan) => [plan.input],
  withChildren: (plan, [input]) => ({ ...plan, input: input! }),
  properties: (plan, [input]) => ({
    ...input!,
    schema: { ...input!.schema, fields: [...input!.schema.fields, ...plan.windowExprs.map((one) => one.field)] },
  }),
  statistics: (plan, [input]) => ({
    ...input!,
    columns: [...input!.columns, ...plan.windowExprs.map(() => unknownColumn)],
  }),
  display: (plan) =>
    `WindowAggExec: wdw=[${plan.windowExprs
      .map((one) => {
        const parts = [
          ...(one.partitionBy.length > 0
            ? [`PARTITION BY [${one.partitionBy.map(formatPhysicalExpr).join(', ')}]`]
            : []),
          ...(one.orderBy.length > 0 ? [`ORDER BY [${formatSortExprs(one.orderBy)}]`] : []),
        ];
        return `${one.name}: ${one.function}(${one.args.map(formatPhysicalExpr).join(', ')}) ${parts.join(' ')}`.trimEnd();
      })
      .join(', ')}]`,
  requirements: (plan) => {
    const [first] = plan.windowExprs;
    if (first === undefined || first.partitionBy.length === 0) {
      return [{ ...singleInput, ordering: first?.orderBy ?? [] }];
    }
    const keys = first.partitionBy.map((expr) => ({ expr, asc: true, nullsFirst: false }));
    return [{ distribution: { kind: 'hash', exprs: first.partitionBy }, ordering: [...keys, ...first.orderBy] }];
  },
};
