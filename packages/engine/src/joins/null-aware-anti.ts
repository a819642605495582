import { NotYetSupportedError, type PhysicalExpr } from '@ballista-ts/core';
import type { ColumnBatch } from '@ballista-ts/functions';
import { evaluateColumn } from '../expressions/evaluate.js';
import { takeRows } from '../expressions/take.js';
import type { TaskContext } from '../task/task-context.js';
import { buildTable, probeTable } from './hash-table.js';

/**
 * `x NOT IN (subquery)` as a left anti join, with x on the left. With no rows on the right every x qualifies, NULL too; with
 * a NULL on the right none does; else those that are neither NULL nor matched.
 */
export async function* nullAwareAntiJoin(
  request: {
    readonly on: readonly { readonly left: PhysicalExpr; readonly right: PhysicalExpr }[];
    readonly filter?: unknown;
  },
  left: ColumnBatch,
  rightBatches: AsyncIterable<ColumnBatch>,
  context: TaskContext,
): AsyncGenerator<ColumnBatch> {
  const [pair] = request.on;
  if (pair === undefined || request.on.length > 1 || request.filter !== undefined) {
    throw new NotYetSupportedError('null-aware anti join with several keys or a residual condition');
  }
  const table = buildTable([pair.left], left, 'nullEqualsNothing', context);
  const matched = new Uint8Array(left.numRows);
  const find = probeTable(table, [pair.right], 'nullEqualsNothing', context);
  let rightIsEmpty = true;
  for await (const right of rightBatches) {
    if (right.numRows === 0) continue;
    rightIsEmpty = false;
    if (evaluateColumn(pair.right, right, context).some((value) => value === null)) return;
    for (const pairs of find(right)) for (const row of pairs.left) matched[row] = 1;
    await context.pacer.pause();
  }
  const keys = evaluateColumn(pair.left, left, context);
  const rows: number[] = [];
  for (let row = 0; row < left.numRows; row += 1) {
    if (rightIsEmpty || (keys[row] !== null && matched[row] === 0)) rows.push(row);
  }
  for (let start = 0; start < rows.length; start += context.batchSize)
    yield takeRows(left, rows.slice(start, start + context.batchSize));
}
