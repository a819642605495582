import type { PhysicalExpr, Schema, Value } from '@ballista-ts/core';
import { type ColumnBatch, type CompiledExpr, compileExpr } from '@ballista-ts/functions';
import type { TaskContext } from '../task/task-context.js';

// An expression is compiled once a task; the entry lives as long as the task's context.
const compiled = new WeakMap<
  TaskContext,
  WeakMap<PhysicalExpr, { readonly schema: Schema; readonly run: CompiledExpr }>
>();

/** The values of an expression for every row of a batch. */
export function evaluateColumn(expr: PhysicalExpr, batch: ColumnBatch, context: TaskContext): readonly Value[] {
  if (expr.kind === 'Column') return batch.columns[expr.index]!.values;
  let perTask = compiled.get(context);
  if (perTask === undefined) {
    perTask = new WeakMap();
    compiled.set(context, perTask);
  }
  let entry = perTask.get(expr);
  if (entry === undefined || entry.schema !== batch.schema) {
    entry = { schema: batch.schema, run: compileExpr(expr, batch.schema, context.evaluation) };
    perTask.set(expr, entry);
  }
  return entry.run.evaluate(batch);
}
