import {
  batchFromRows,
  exact,
  type MemoryScanExec,
  toSchema,
  unknownStatistics,
  type ValuesPlan,
} from '@ballista-ts/core';
import { RecordBatchStreamWriter } from 'apache-arrow';
import type { PlanningContext } from '../planning-context.js';
import { createPhysicalExpr } from './create-physical-expr.js';

/** VALUES as rows that travel inside the plan. */
export function planValues(plan: ValuesPlan, ctx: PlanningContext): MemoryScanExec {
  const schema = toSchema(plan.schema);
  const context = { schema: { fields: [] }, functions: ctx.functions };
  const rows = plan.rows.map((row) => row.map((expr) => ctx.evaluate(createPhysicalExpr(expr, context)).value));
  const batch = batchFromRows(schema, rows);
  return {
    kind: 'MemoryScanExec',
    partitions: [RecordBatchStreamWriter.writeAll([batch]).toUint8Array(true)],
    schema,
    statistics: { ...unknownStatistics(schema.fields.length), numRows: exact(rows.length) },
  };
}
