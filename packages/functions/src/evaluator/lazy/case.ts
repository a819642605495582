import { commonType, formatDataType, type PhysicalCase, PlanError, type Value } from '@ballista-ts/core';
import { type ColumnBatch, selectRows } from '../column-batch.js';
import type { CompiledExpr, CompileScope } from '../compiled-expr.js';
import { operandCast } from '../operand-cast.js';
import { binaryOperation } from '../operators/binary.js';

/** CASE: each condition is computed for the rows no earlier one took, each result for the rows that take it. */
export function compileCase(expr: PhysicalCase, scope: CompileScope): CompiledExpr {
  const subject = expr.expr === undefined ? undefined : scope.compile(expr.expr);
  const arms = expr.whenThen.map(({ when, then }) => {
    const condition = scope.compile(when);
    return { condition, matches: matcher(subject, condition), result: scope.compile(then) };
  });
  const otherwise = expr.elseExpr === undefined ? undefined : scope.compile(expr.elseExpr);
  const results = [...arms.map((arm) => arm.result), ...(otherwise === undefined ? [] : [otherwise])];
  const type = commonType(results.map((one) => one.type));
  if (type === undefined) {
    throw new PlanError(
      `the branches of CASE have types without a common one: ${results.map((one) => formatDataType(one.type)).join(', ')}`,
    );
  }
  const fill = (out: Value[], rows: readonly number[], batch: ColumnBatch, result: CompiledExpr): void => {
    if (rows.length === 0) return;
    const values = result.evaluate(rows.length === batch.numRows ? batch : selectRows(batch, rows));
    const cast = operandCast(result.type, type);
    for (let index = 0; index < rows.length; index += 1) {
      out[rows[index]!] = cast === undefined ? values[index]! : cast(values[index]!);
    }
  };
  return {
    type,
    evaluate: (batch) => {
      const out: Value[] = new Array<Value>(batch.numRows).fill(null);
      const subjects = subject?.evaluate(batch);
      let rows = Array.from({ length: batch.numRows }, (_, row) => row);
      for (const { condition, matches, result } of arms) {
        if (rows.length === 0) break;
        const values = condition.evaluate(rows.length === batch.numRows ? batch : selectRows(batch, rows));
        const taken: number[] = [];
        const rest: number[] = [];
        for (let index = 0; index < rows.length; index += 1) {
          const row = rows[index]!;
          (matches(subjects === undefined ? null : subjects[row]!, values[index]!) ? taken : rest).push(row);
        }
        fill(out, taken, batch, result);
        rows = rest;
      }
      if (otherwise !== undefined) fill(out, rows, batch, otherwise);
      return out;
    },
  };
}

/** With a subject a branch is taken when it equals the condition (NULL equals nothing), without one when the condition is true. */
function matcher(
  subject: CompiledExpr | undefined,
  condition: CompiledExpr,
): (subject: Value, condition: Value) => boolean {
  if (subject === undefined) return (_subject, value) => value === true;
  const equals = binaryOperation(subject.type, 'Eq', condition.type);
  const castSubject = operandCast(subject.type, equals.left);
  const castCondition = operandCast(condition.type, equals.right);
  return (a, b) =>
    equals.apply(castSubject === undefined ? a : castSubject(a), castCondition === undefined ? b : castCondition(b)) ===
    true;
}
