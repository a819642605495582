import {
  InternalError,
  NotYetSupportedError,
  type PhysicalWindowExpr,
  type Value,
  type WindowFrameBound,
} from '@ballista-ts/core';
import type { ColumnBatch } from '@ballista-ts/functions';
import { keyComparator } from '../expressions/compare.js';
import { evaluateColumn } from '../expressions/evaluate.js';
import type { TaskContext } from '../task/task-context.js';

/** Rows `[start, end)` of the partition that a row's frame holds. */
export interface Frame {
  readonly start: number;
  readonly end: number;
}

/** Finds the frame of each row of one partition whose rows are in the order of the window. */
export type FrameFinder = (row: number) => Frame;

/** `keys` are the columns of the ORDER BY expressions over the partition. */
export function frameFinder(
  expr: PhysicalWindowExpr,
  partition: ColumnBatch,
  keys: readonly (readonly Value[])[],
  context: TaskContext,
): FrameFinder {
  const { schema, numRows: rows } = partition;
  const { units, start, end } = expr.frame;
  const clamp = (at: number): number => Math.min(Math.max(at, 0), rows);
  if (units === 'rows') {
    return (row) => ({ start: clamp(boundOf(start, row, 0)), end: clamp(boundOf(end, row, 1)) });
  }
  const compare = keyComparator(expr.orderBy, schema);
  const peers = peerGroups(rows, (a, b) => compare(keys, a, keys, b) === 0);
  if (units === 'groups') {
    const groupCount = peers.starts.length;
    const startOf = (group: number): number => (group >= groupCount ? rows : group < 0 ? 0 : peers.starts[group]!);
    return (row) => {
      const group = peers.groupOf[row]!;
      return { start: startOf(boundOf(start, group, 0)), end: startOf(boundOf(end, group, 1)) };
    };
  }
  const offsets =
    start.kind !== 'currentRow' && start.offset !== undefined
      ? true
      : end.kind !== 'currentRow' && end.offset !== undefined;
  if (!offsets) {
    const startOf = (group: number): number => peers.starts[group] ?? rows;
    return (row) => {
      const group = peers.groupOf[row]!;
      return {
        start: start.kind === 'preceding' ? 0 : start.kind === 'currentRow' ? startOf(group) : rows,
        end: end.kind === 'following' ? rows : end.kind === 'currentRow' ? startOf(group + 1) : 0,
      };
    };
  }
  return rangeFinder(expr, partition, keys, peers, compare, context);
}

/** Position of a bound counted in rows or groups; `past` is 1 for an end, which is exclusive. */
function boundOf(bound: WindowFrameBound, at: number, past: 0 | 1): number {
  switch (bound.kind) {
    case 'currentRow':
      return at + past;
    case 'preceding':
      return bound.offset === undefined ? 0 : at - count(bound.offset.value) + past;
    case 'following':
      return bound.offset === undefined ? Number.MAX_SAFE_INTEGER : at + count(bound.offset.value) + past;
  }
}

const count = (value: Value): number => {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  throw new InternalError(`a frame is counted in whole rows, not ${String(value)}`);
};

interface Peers {
  readonly groupOf: readonly number[];
  readonly starts: readonly number[];
}
function peerGroups(rows: number, same: (a: number, b: number) => boolean): Peers {
  const groupOf: number[] = [];
  const starts: number[] = [];
  for (let row = 0; row < rows; row += 1) {
    if (row === 0 || !same(row - 1, row)) starts.push(row);
    groupOf.push(starts.length - 1);
  }
  return { groupOf, starts };
}

/** RANGE with an offset: rows whose key lies within it. A NULL key's frame holds its peers, as the standard says. */
function rangeFinder(
  expr: PhysicalWindowExpr,
  partition: ColumnBatch,
  keys: readonly (readonly Value[])[],
  peers: Peers,
  compare: ReturnType<typeof keyComparator>,
  context: TaskContext,
): FrameFinder {
  const [key] = expr.orderBy;
  if (key === undefined || expr.orderBy.length > 1) {
    throw new NotYetSupportedError('RANGE frame with an offset and not exactly one ORDER BY column');
  }
  const rows = partition.numRows;
  const values = keys[0]!;
  /** The keys moved by a bound's offset; undefined for bounds without one. */
  const moved = (bound: WindowFrameBound): readonly Value[] | undefined => {
    if (bound.kind === 'currentRow' || bound.offset === undefined) return undefined;
    const op = (bound.kind === 'preceding') === key.asc ? 'Minus' : 'Plus';
    const { offset } = bound;
    const plain = values.map((value) => moveNumber(value, offset.value, op));
    // Numbers move without wrapping at the end of their type; everything else by the type's own arithmetic.
    if (plain.every((value) => value !== undefined)) return plain;
    return evaluateColumn(
      { kind: 'BinaryExpr', left: key.expr, op, right: { kind: 'Literal', value: offset } },
      partition,
      context,
    );
  };
  const from = moved(expr.frame.start);
  const to = moved(expr.frame.end);
  const startOf = (group: number): number => peers.starts[group] ?? rows;
  return (row) => {
    const group = peers.groupOf[row]!;
    const { start, end } = expr.frame;
    if (values[row] === null) {
      return {
        start: start.kind === 'preceding' && start.offset === undefined ? 0 : startOf(group),
        end: end.kind === 'following' && end.offset === undefined ? rows : startOf(group + 1),
      };
    }
    return {
      start:
        from !== undefined
          ? search(rows, (at) => compare(keys, at, [from], row) >= 0)
          : start.kind === 'preceding'
            ? 0
            : startOf(group),
      end:
        to !== undefined
          ? search(rows, (at) => compare(keys, at, [to], row) > 0)
          : end.kind === 'following'
            ? rows
            : startOf(group + 1),
    };
  };
}

function moveNumber(value: Value, offset: Value, op: 'Plus' | 'Minus'): Value | undefined {
  if (value === null) return null;
  if (typeof value === 'number' && typeof offset === 'number') return op === 'Plus' ? value + offset : value - offset;
  if (typeof value === 'bigint' && typeof offset === 'bigint') return op === 'Plus' ? value + offset : value - offset;
  return undefined;
}

/** First position for which a test that is false, then true, is true. */
function search(rows: number, test: (at: number) => boolean): number {
  let low = 0;
  let high = rows;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (test(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
