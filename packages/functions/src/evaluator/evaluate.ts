import { emptySchema, type PhysicalExpr, type ScalarValue, type Value, visitPhysicalExpr } from '@ballista-ts/core';
import type { ColumnBatch } from './column-batch.js';
import { compileExpr } from './compile.js';
import type { EvaluationContext } from './evaluation-context.js';

/** One value a row. To run an expression on many batches, compile it once with `compileExpr`. */
export const evaluate = (expr: PhysicalExpr, batch: ColumnBatch, context: EvaluationContext): readonly Value[] =>
  compileExpr(expr, batch.schema, context).evaluate(batch);

const oneRow: ColumnBatch = { schema: emptySchema, numRows: 1, columns: [] };

/**
 * The value of an expression without columns.
 *
 * @throws ExecutionError when computing it fails (`1 / 0`): leave such an expression as it is, its row may never be reached.
 */
export function evaluateConstant(expr: PhysicalExpr, context: EvaluationContext): ScalarValue {
  const compiled = compileExpr(expr, emptySchema, context);
  return { type: compiled.type, value: compiled.evaluate(oneRow)[0]! };
}

/**
 * Whether an expression gives the same value for every row of a query, so that it can be computed ahead: no columns, and no
 * function that is volatile (`stable` ones such as now() are fixed within a query).
 */
export function isConstant(expr: PhysicalExpr, context: EvaluationContext): boolean {
  let constant = true;
  visitPhysicalExpr(expr, (part) => {
    if (part.kind === 'Column') constant = false;
    if (part.kind === 'ScalarFunction' && context.functions.scalar(part.name)?.volatility === 'volatile')
      constant = false;
    return constant;
  });
  return constant;
}
