import {
  type ArgumentInfo,
  ExecutionError,
  type FunctionSignature,
  type PhysicalExpr,
  physicalExprNullable,
} from '@ballista-ts/core';
import type { CompiledExpr, CompileScope } from './compiled-expr.js';
import { operandCast } from './operand-cast.js';

/** Arguments of a call, ready to run and in the types the function works on. */
export interface CompiledArguments {
  readonly operands: readonly CompiledExpr[];
  readonly infos: readonly ArgumentInfo[];
}

/** @throws PlanError when the function does not take the arguments */
export function compileArguments(
  exprs: readonly PhysicalExpr[],
  coerce: FunctionSignature['coerce'],
  scope: CompileScope,
): CompiledArguments {
  const given = exprs.map(scope.compile);
  const infos = exprs.map(
    (expr, index): ArgumentInfo => ({
      type: given[index]!.type,
      nullable: physicalExprNullable(expr, scope.schema),
      ...(expr.kind === 'Literal' ? { constant: expr.value.value } : {}),
    }),
  );
  const types = coerce(infos);
  return {
    operands: given.map((operand, index) => castOperand(operand, types[index]!)),
    infos: infos.map((info, index) => withConstant(info, types[index]!)),
  };
}

function castOperand(operand: CompiledExpr, to: CompiledExpr['type']): CompiledExpr {
  const cast = operandCast(operand.type, to);
  return cast === undefined ? operand : { type: to, evaluate: (batch) => operand.evaluate(batch).map(cast) };
}

/** The constant as the function will see it; one that does not cast counts as unknown, its rows may never be reached. */
function withConstant(info: ArgumentInfo, to: ArgumentInfo['type']): ArgumentInfo {
  const { constant, ...rest } = info;
  if (constant === undefined) return { ...rest, type: to };
  try {
    const cast = operandCast(info.type, to);
    return { ...rest, type: to, constant: cast === undefined || constant === null ? constant : cast(constant) };
  } catch (error) {
    if (error instanceof ExecutionError) return { ...rest, type: to };
    throw error;
  }
}
