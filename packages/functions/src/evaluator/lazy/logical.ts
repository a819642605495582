import {
  Boolean_,
  formatDataType,
  type PhysicalBinaryExpr,
  type PhysicalExpr,
  PlanError,
  type Value,
} from '@ballista-ts/core';
import { selectRows } from '../column-batch.js';
import type { CompiledExpr, CompileScope } from '../compiled-expr.js';

/**
 * AND or OR over a whole chain, left to right, three-valued: false decides an AND, true an OR, and rows that are decided are not
 * looked at again. `b <> 0 AND a / b > 1` therefore never divides by zero.
 */
export function compileLogical(expr: PhysicalBinaryExpr, scope: CompileScope): CompiledExpr {
  const operands = chainOperands(expr).map(scope.compile);
  for (const { type } of operands) {
    if (type.kind !== 'Boolean' && type.kind !== 'Null') {
      throw new PlanError(`${expr.op.toUpperCase()} takes booleans, not ${formatDataType(type)}`);
    }
  }
  const decisive = expr.op === 'Or';
  return {
    type: Boolean_,
    evaluate: (batch) => {
      const out: Value[] = new Array<Value>(batch.numRows).fill(!decisive);
      let rows: number[] | undefined;
      let open = batch;
      for (const operand of operands) {
        if (open.numRows === 0) break;
        const values = operand.evaluate(open);
        const left: number[] = [];
        for (let index = 0; index < values.length; index += 1) {
          const row = rows === undefined ? index : rows[index]!;
          const value = values[index]!;
          if (value === decisive) {
            out[row] = decisive;
            continue;
          }
          if (value === null) out[row] = null;
          left.push(row);
        }
        if (left.length !== open.numRows) {
          rows = left;
          open = selectRows(batch, left);
        }
      }
      return out;
    },
  };
}

/** The operands of a chain of one operator, in order, whatever its nesting. */
function chainOperands(expr: PhysicalBinaryExpr): PhysicalExpr[] {
  const operands: PhysicalExpr[] = [];
  const pending: PhysicalExpr[] = [expr];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.kind === 'BinaryExpr' && next.op === expr.op) pending.push(next.right, next.left);
    else operands.push(next);
  }
  return operands;
}
