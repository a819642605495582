import {
  type ArgumentInfo,
  ExecutionError,
  type PhysicalScalarFunction,
  PlanError,
  physicalExprNullable,
  type Value,
} from '@ballista-ts/core';
import type { ScalarFunctionDefinition } from '../../definition/scalar.js';
import { type ColumnBatch, selectRows } from '../column-batch.js';
import type { CompiledExpr, CompileScope } from '../compiled-expr.js';
import { operandCast } from '../operand-cast.js';

/** A call: arguments cast to the coerced types, NULLs short-cut where the function says so. */
export function compileScalarFunction(expr: PhysicalScalarFunction, scope: CompileScope): CompiledExpr {
  const definition = scope.context.functions.scalarImplementation(expr.name);
  if (definition === undefined) {
    throw new PlanError(`Invalid function '${expr.name}': it is not registered where the plan runs`);
  }
  const operands = expr.args.map(scope.compile);
  const infos = expr.args.map(
    (arg, index): ArgumentInfo => ({
      type: operands[index]!.type,
      nullable: physicalExprNullable(arg, scope.schema),
      ...(arg.kind === 'Literal' ? { constant: arg.value.value } : {}),
    }),
  );
  const types = definition.coerce(infos);
  const args = operands.map((operand, index) => castOperand(operand, types[index]!));
  const apply = definition.prepare({
    args: infos.map((info, index) => withConstant(info, types[index]!)),
    returnType: expr.returnType,
    query: scope.context,
  });
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

/** The constant as the function will see it; one that does not cast counts as unknown, its rows may never be reached. */
function withConstant(info: ArgumentInfo, to: ArgumentInfo['type']): ArgumentInfo {
  const { constant, ...rest } = info;
  if (constant === undefined) return { ...rest, type: to };
  try {
    const cast = operandCast(info.type, to);
    return { ...rest, type: to, constant: cast === undefined ? constant : cast(constant) };
  } catch (error) {
    if (error instanceof ExecutionError) return { ...rest, type: to };
    throw error;
  }
}

function castOperand(operand: CompiledExpr, to: CompiledExpr['type']): CompiledExpr {
  const cast = operandCast(operand.type, to);
  return cast === undefined ? operand : { type: to, evaluate: (batch) => operand.evaluate(batch).map(cast) };
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
