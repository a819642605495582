import {
  type ArgumentInfo,
  type PhysicalWindowExpr,
  PlanError,
  physicalExprNullable,
  physicalExprType,
  type Value,
} from '@ballista-ts/core';
import type { ColumnBatch } from '@ballista-ts/functions';
import { keyComparator } from '../expressions/compare.js';
import { evaluateColumn } from '../expressions/evaluate.js';
import type { TaskContext } from '../task/task-context.js';
import { frameFinder } from './frame.js';
import { slideAggregate } from './slide-aggregate.js';

/** One value for each row of a window partition, whose rows are in the order of the window. */
export function evaluateWindow(
  expr: PhysicalWindowExpr,
  partition: ColumnBatch,
  context: TaskContext,
): readonly Value[] {
  const { schema, numRows } = partition;
  const keys = expr.orderBy.map((key) => evaluateColumn(key.expr, partition, context));
  const frameOf = frameFinder(expr, partition, keys, context);
  const args = expr.args.map((arg) => evaluateColumn(arg, partition, context));
  const infos = expr.args.map(
    (arg): ArgumentInfo => ({
      type: physicalExprType(arg, schema),
      nullable: physicalExprNullable(arg, schema),
      ...(arg.kind === 'Literal' && { constant: arg.value.value }),
    }),
  );
  if (expr.functionKind === 'aggregate') {
    const definition = context.evaluation.functions.aggregateImplementation(expr.function);
    if (definition === undefined) throw new PlanError(`Invalid aggregate function '${expr.function}'`);
    const call = {
      args: infos,
      returnType: expr.field.type,
      distinct: expr.distinct,
      ignoreNulls: expr.ignoreNulls,
      orderBy: [],
      query: context.evaluation,
    };
    const filter = expr.filter === undefined ? undefined : evaluateColumn(expr.filter, partition, context);
    return slideAggregate(() => definition.createAccumulator(call), args, filter, frameOf, numRows, context);
  }
  const definition = context.evaluation.functions.windowImplementation(expr.function);
  if (definition === undefined) throw new PlanError(`Invalid window function '${expr.function}'`);
  const frameStart = new Int32Array(numRows);
  const frameEnd = new Int32Array(numRows);
  for (let row = 0; row < numRows; row += 1) {
    const frame = frameOf(row);
    frameStart[row] = frame.start;
    frameEnd[row] = Math.max(frame.end, frame.start);
  }
  const compare = keyComparator(expr.orderBy, schema);
  const peerStart = new Int32Array(numRows);
  const peerEnd = new Int32Array(numRows);
  for (let row = 1; row < numRows; row += 1) {
    peerStart[row] = compare(keys, row - 1, keys, row) === 0 ? peerStart[row - 1]! : row;
  }
  for (let row = numRows - 1; row >= 0; row -= 1) {
    peerEnd[row] = row + 1 < numRows && peerStart[row + 1] === peerStart[row] ? peerEnd[row + 1]! : row + 1;
  }
  return definition.evaluatePartition(
    args,
    { numRows, peerStart, peerEnd, frameStart, frameEnd },
    { args: infos, returnType: expr.field.type, ignoreNulls: expr.ignoreNulls, query: context.evaluation },
  );
}
