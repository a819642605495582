import { type PhysicalWindowExpr, PlanError, type Schema, type Value } from '@ballista-ts/core';
import { compileAggregate } from '../aggregate/compile-aggregate.js';
import type { WindowPartition } from '../definition/window.js';
import type { ColumnBatch } from '../evaluator/column-batch.js';
import { compileExpr } from '../evaluator/compile.js';
import { compileArguments } from '../evaluator/compile-arguments.js';
import type { EvaluationContext } from '../evaluator/evaluation-context.js';
import { windowPartition } from './frames.js';

/** A window expression made ready for partitions. */
export interface CompiledWindow {
  /** One value a row, for one whole partition whose rows are sorted by the expression's ORDER BY. */
  evaluatePartition(partition: ColumnBatch): readonly Value[];
}

/** @throws PlanError when the function is unknown, or does not take the arguments or the frame */
export function compileWindow(expr: PhysicalWindowExpr, schema: Schema, context: EvaluationContext): CompiledWindow {
  const keys = expr.orderBy.map((key) => ({ ...key, compiled: compileExpr(key.expr, schema, context) }));
  const partitionOf = (batch: ColumnBatch): WindowPartition =>
    windowPartition(
      batch.numRows,
      keys.map(({ asc, nullsFirst, compiled }) => ({
        type: compiled.type,
        asc,
        nullsFirst,
        values: compiled.evaluate(batch),
      })),
      expr.frame,
    );
  if (expr.functionKind === 'aggregate') {
    const aggregate = compileAggregate({ ...expr, orderBy: [] }, schema, context);
    return {
      evaluatePartition: (batch) => {
        const inputs = aggregate.inputs(batch);
        return foldFrames(partitionOf(batch), aggregate.create, inputs);
      },
    };
  }
  const definition = context.functions.windowImplementation(expr.function);
  if (definition === undefined) {
    throw new PlanError(`Invalid window function '${expr.function}': it is not registered where the plan runs`);
  }
  const compile = (part: (typeof expr.args)[number]) => compileExpr(part, schema, context);
  const args = compileArguments(expr.args, definition.coerce, { schema, context, compile });
  const call = { args: args.infos, returnType: expr.field.type, ignoreNulls: expr.ignoreNulls, query: context };
  return {
    evaluatePartition: (batch) =>
      definition.evaluatePartition(
        args.operands.map((one) => one.evaluate(batch)),
        partitionOf(batch),
        call,
      ),
  };
}

/**
 * An aggregate over every frame of a partition. Frames only ever move forward, so rows are added as they come in, and taken back
 * as they leave where the accumulator can; where it cannot, a frame that lost rows is computed anew.
 */
function foldFrames(
  partition: WindowPartition,
  create: ReturnType<typeof compileAggregate>['create'],
  inputs: (row: number) => readonly Value[] | undefined,
): Value[] {
  const out: Value[] = new Array<Value>(partition.numRows);
  let accumulator = create();
  let start = 0;
  let end = 0;
  for (let row = 0; row < partition.numRows; row += 1) {
    const from = partition.frameStart[row]!;
    const to = partition.frameEnd[row]!;
    if (row > 0 && from === start && to === end) {
      out[row] = out[row - 1]!;
      continue;
    }
    if (from !== start) {
      if (accumulator.retract === undefined || from >= end) {
        accumulator = create();
        end = from;
      } else {
        for (let leaving = start; leaving < from; leaving += 1) {
          const values = inputs(leaving);
          if (values !== undefined) accumulator.retract(values);
        }
      }
      start = from;
    }
    for (; end < to; end += 1) {
      const values = inputs(end);
      if (values !== undefined) accumulator.update(values);
    }
    out[row] = accumulator.value();
  }
  return out;
}
