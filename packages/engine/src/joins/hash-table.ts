import type { NullEquality, PhysicalExpr, Value } from '@ballista-ts/core';
import { type ColumnBatch, type GroupKey, groupKey } from '@ballista-ts/functions';
import { evaluateColumn } from '../expressions/evaluate.js';
import type { TaskContext } from '../task/task-context.js';
import type { PairFinder, RowPairs } from './join-rows.js';

/** Rows of one side by key. NULL keys are in it only when NULL equals NULL. */
export interface JoinTable {
  readonly rows: ReadonlyMap<GroupKey, readonly number[]>;
  /** Whether some key part was NULL: decides NOT IN. */
  readonly sawNull: boolean;
}

/** Keys of all rows; undefined where a part is NULL and NULL equals nothing. */
function keysOf(
  exprs: readonly PhysicalExpr[],
  batch: ColumnBatch,
  nulls: NullEquality,
  context: TaskContext,
): (GroupKey | undefined)[] {
  const columns = exprs.map((expr) => evaluateColumn(expr, batch, context));
  const row: Value[] = new Array<Value>(columns.length);
  return Array.from({ length: batch.numRows }, (_v, index) => {
    let hasNull = false;
    for (let key = 0; key < columns.length; key += 1) {
      row[key] = columns[key]![index] as Value;
      if (row[key] === null) hasNull = true;
    }
    return hasNull && nulls === 'nullEqualsNothing' ? undefined : groupKey(row);
  });
}

export function buildTable(
  exprs: readonly PhysicalExpr[],
  batch: ColumnBatch,
  nulls: NullEquality,
  context: TaskContext,
): JoinTable {
  const rows = new Map<GroupKey, number[]>();
  let sawNull = false;
  keysOf(exprs, batch, nulls, context).forEach((key, row) => {
    if (key === undefined) {
      sawNull = true;
      return;
    }
    const bucket = rows.get(key);
    if (bucket === undefined) rows.set(key, [row]);
    else bucket.push(row);
  });
  return { rows, sawNull };
}

const pairLimit = 65_536;

/** Looks the rows of a batch up in a table, in pieces of bounded size. */
export const probeTable = (
  table: JoinTable,
  exprs: readonly PhysicalExpr[],
  nulls: NullEquality,
  context: TaskContext,
): PairFinder =>
  function* (batch) {
    const keys = keysOf(exprs, batch, nulls, context);
    let pairs: RowPairs = { left: [], right: [] };
    for (let row = 0; row < keys.length; row += 1) {
      const key = keys[row];
      const matches = key === undefined ? undefined : table.rows.get(key);
      if (matches === undefined) continue;
      for (const match of matches) {
        pairs.left.push(match);
        pairs.right.push(row);
        if (pairs.left.length >= pairLimit) {
          yield pairs;
          pairs = { left: [], right: [] };
        }
      }
    }
    yield pairs;
  };
