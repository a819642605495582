import {
  Boolean_,
  type DataType,
  InternalError,
  type PhysicalExpr,
  type Schema,
  Utf8,
  unreachable,
  type Value,
} from '@ballista-ts/core';
import { castKernel, tryCastKernel } from '../cast/cast.js';
import type { ColumnBatch } from './column-batch.js';
import type { CompiledExpr, CompileScope } from './compiled-expr.js';
import type { EvaluationContext } from './evaluation-context.js';
import { compileCase } from './lazy/case.js';
import { compileInList } from './lazy/in-list.js';
import { compileLogical } from './lazy/logical.js';
import { compileScalarFunction } from './lazy/scalar-function.js';
import { operandCast } from './operand-cast.js';
import { binaryOperation } from './operators/binary.js';
import { likeKernel } from './operators/match.js';
import { negation } from './operators/negation.js';

type Values = readonly Value[];
/** Takes its operands from the stack and leaves one result there. */
type Step = (stack: Values[], batch: ColumnBatch) => void;

/**
 * Makes an expression ready to run on batches of a schema. The result is a list of steps over a stack, so a chain of ten thousand
 * operators costs no call stack, neither here nor when it runs.
 *
 * Operands that need not be computed are not: branches of CASE for rows that do not take them, the right side of AND and OR where
 * the left decides, later arguments of coalesce. `1 / 0` there fails nothing.
 *
 * @throws PlanError when types do not fit or a function is unknown.
 */
export function compileExpr(expr: PhysicalExpr, schema: Schema, context: EvaluationContext): CompiledExpr {
  const scope: CompileScope = { schema, context, compile: (part) => compileExpr(part, schema, context) };
  const steps: Step[] = [];
  const types: DataType[] = [];
  const pending: (PhysicalExpr | (() => void))[] = [expr];
  const push = (type: DataType, step: Step): void => {
    types.push(type);
    steps.push(step);
  };
  const pushCompiled = (part: CompiledExpr): void => {
    push(part.type, (stack, batch) => stack.push(part.evaluate(batch)));
  };
  const unary = (
    operand: PhysicalExpr,
    make: (type: DataType) => readonly [DataType, (value: Value) => Value],
  ): void => {
    pending.push(() => {
      const [type, apply] = make(types.pop()!);
      push(type, (stack) => stack.push(stack.pop()!.map(apply)));
    }, operand);
  };

  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === 'function') {
      next();
      continue;
    }
    const part = next;
    switch (part.kind) {
      case 'Column': {
        const { index, name } = part;
        const field = schema.fields[index];
        if (field === undefined) {
          throw new InternalError(`column ${name}@${index} of an input that has ${schema.fields.length} columns`);
        }
        push(field.type, (stack, batch) => stack.push(batch.columns[index]!.values));
        break;
      }
      case 'Literal':
        push(part.value.type, constantStep(part.value.value));
        break;
      case 'Not':
        unary(part.expr, () => [Boolean_, (value) => (value === null ? null : value !== true)]);
        break;
      case 'Negative':
        unary(part.expr, (type) => {
          const negate = negation(type);
          return [type, (value) => (value === null ? null : negate(value))];
        });
        break;
      case 'IsNull':
        unary(part.expr, () => [Boolean_, (value) => value === null]);
        break;
      case 'IsNotNull':
        unary(part.expr, () => [Boolean_, (value) => value !== null]);
        break;
      case 'Cast':
      case 'TryCast':
        unary(part.expr, (type) => {
          const kernel = part.kind === 'Cast' ? castKernel(type, part.type) : tryCastKernel(type, part.type);
          return [part.type, (value) => (value === null ? null : kernel(value))];
        });
        break;
      case 'BinaryExpr':
        if (part.op === 'And' || part.op === 'Or') pushCompiled(compileLogical(part, scope));
        else {
          const { op } = part;
          pending.push(
            () => {
              const right = types.pop()!;
              const left = types.pop()!;
              const operation = binaryOperation(left, op, right);
              push(
                operation.result,
                binaryStep(operandCast(left, operation.left), operandCast(right, operation.right), operation.apply),
              );
            },
            part.right,
            part.left,
          );
        }
        break;
      case 'Like': {
        const { caseInsensitive, negated, escapeChar } = part;
        pending.push(
          () => {
            const pattern = types.pop()!;
            const text = types.pop()!;
            const kernel = likeKernel(caseInsensitive, negated, escapeChar);
            push(
              Boolean_,
              binaryStep(operandCast(text, Utf8), operandCast(pattern, Utf8), (a, b) =>
                a === null || b === null ? null : kernel(a, b),
              ),
            );
          },
          part.pattern,
          part.expr,
        );
        break;
      }
      case 'Case':
        pushCompiled(compileCase(part, scope));
        break;
      case 'InList':
        pushCompiled(compileInList(part, scope));
        break;
      case 'ScalarFunction':
        pushCompiled(compileScalarFunction(part, scope));
        break;
      default:
        unreachable(part, 'physical expression');
    }
  }

  const type = types[0]!;
  const [only] = steps;
  if (steps.length === 1 && only !== undefined) {
    return {
      type,
      evaluate: (batch) => {
        const stack: Values[] = [];
        only(stack, batch);
        return stack[0]!;
      },
    };
  }
  return {
    type,
    evaluate: (batch) => {
      const stack: Values[] = [];
      for (const step of steps) step(stack, batch);
      return stack[0]!;
    },
  };
}

function binaryStep(
  castLeft: ((value: Value) => Value) | undefined,
  castRight: ((value: Value) => Value) | undefined,
  apply: (a: Value, b: Value) => Value,
): Step {
  return (stack) => {
    let right = stack.pop()!;
    let left = stack.pop()!;
    if (castLeft !== undefined) left = left.map(castLeft);
    if (castRight !== undefined) right = right.map(castRight);
    const out: Value[] = new Array<Value>(left.length);
    for (let row = 0; row < out.length; row += 1) out[row] = apply(left[row]!, right[row]!);
    stack.push(out);
  };
}

/** The same array serves all batches of one length. */
function constantStep(value: Value): Step {
  let last: Values = [];
  return (stack, batch) => {
    if (last.length !== batch.numRows) last = new Array<Value>(batch.numRows).fill(value);
    stack.push(last);
  };
}
