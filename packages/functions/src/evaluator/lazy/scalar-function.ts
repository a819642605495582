import { type PhysicalScalarFunction, PlanError, type Value } from '@ballista-ts/core';
import type { ScalarFunctionDefinition } from '../../definition/scalar.js';
import { type ColumnBatch, selectRows } from '../column-batch.js';
import { compileArguments } from '../compile-arguments.js';
import type { CompiledExpr, CompileScope } from '../compiled-expr.js';

/** A call: arguments cast to the coerced types, NULLs short-cut where the function says so. */
export function compileScalarFunction(expr: PhysicalScalarFunction, scope: CompileScope): CompiledExpr {
  const definition = scope.context.functions.scalarImplementation(expr.name);
  if (definition === undefined) {
    throw new PlanError(`Invalid function '${expr.name}': it is not registered where the plan runs`);
  }
  const { operands: args, infos } = compileArguments(expr.args, definition.coerce, scope);
  const apply = definition.prepare({ args: infos, returnType: expr.returnType, query: scope.context });
  const type = expr.returnType;
  const { settled } = definition;
  if (settled !== undefined) return { type, evaluate: (batch) => evaluateUntilSettled(batch, args, settled, apply) };
  const propagate = definition.nulls === 'propagate';
  return {
    type,
    evaluate: (batch) => {
      const columns = args.map((arg) => arg.evaluate(batch));
      const out: Value[] = new Array<Value>(batch.numRows);
      for (let row = 0; row < out.length; row += 1) {
        const values: Value[] = new Array<Value>(columns.length);
        let sawNull = false;
        for (let index = 0; index < columns.length; index += 1) {
          const value = columns[index]![row]!;
          values[index] = value;
          sawNull ||= value === null;
        }
        out[row] = sawNull && propagate ? null : apply(values);
      }
      return out;
    },
  };
}

/** Each argument is computed only for the rows that the ones before it left open. */
function evaluateUntilSettled(
  batch: ColumnBatch,
  args: readonly CompiledExpr[],
  settled: NonNullable<ScalarFunctionDefinition['settled']>,
  apply: (args: readonly Value[]) => Value,
): readonly Value[] {
  const known: Value[][] = Array.from({ length: batch.numRows }, () => []);
  let rows = known.map((_, row) => row);
  for (const arg of args) {
    if (rows.length === 0) break;
    const values = arg.evaluate(rows.length === batch.numRows ? batch : selectRows(batch, rows));
    const open: number[] = [];
    for (let index = 0; index < rows.length; index += 1) {
      const row = rows[index]!;
      known[row]!.push(values[index]!);
      if (!settled(known[row]!)) open.push(row);
    }
    rows = open;
  }
  return known.map((values) => apply([...values, ...new Array<Value>(args.length - values.length).fill(null)]));
}
