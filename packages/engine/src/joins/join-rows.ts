import {
  type JoinFilter,
  type JoinType,
  joinOutput,
  joinSchema,
  projectSchema,
  type Schema,
  type Value,
} from '@ballista-ts/core';
import type { ColumnBatch } from '@ballista-ts/functions';
import { evaluateColumn } from '../expressions/evaluate.js';
import { makeBatch } from '../expressions/take.js';
import type { TaskContext } from '../task/task-context.js';

/** Rows of left and right that may belong together: pair `i` is `left[i]` with `right[i]`. */
export interface RowPairs {
  readonly left: number[];
  readonly right: number[];
}

/** Finds the pairs of one batch of the right side, in pieces of bounded size. */
export type PairFinder = (right: ColumnBatch) => Iterable<RowPairs>;

export interface JoinRequest {
  readonly joinType: JoinType;
  readonly filter?: JoinFilter;
  readonly projection?: readonly number[];
  readonly leftSchema: Schema;
  readonly rightSchema: Schema;
}

const missing = -1;

/**
 * What all joins share once their pairs are known: the residual filter, which rows count as matched, and which rows each
 * join type lets out. The left side is held, the right side streams; unmatched left rows follow at the end.
 */
export async function* joinRows(
  request: JoinRequest,
  left: ColumnBatch,
  rightBatches: AsyncIterable<ColumnBatch>,
  pairsOf: PairFinder,
  context: TaskContext,
): AsyncGenerator<ColumnBatch> {
  const { joinType, filter } = request;
  const output = joinOutput(joinType);
  const schema = joinSchema(request.leftSchema, request.rightSchema, joinType);
  const emit = (
    rows: { left: readonly number[]; right: readonly number[]; mark?: readonly boolean[] },
    right: ColumnBatch | undefined,
  ): ColumnBatch => {
    const count = output.left ? rows.left.length : rows.right.length;
    const columns: Value[][] = [];
    if (output.left) for (const column of left.columns) columns.push(gather(column.values, rows.left));
    if (output.right) {
      for (let index = 0; index < request.rightSchema.fields.length; index += 1)
        columns.push(gather(right?.columns[index]?.values ?? [], rows.right));
    }
    if (output.mark) columns.push([...(rows.mark ?? [])]);
    if (request.projection === undefined) return makeBatch(schema, count, columns);
    return makeBatch(
      projectSchema(schema, request.projection),
      count,
      request.projection.map((index) => columns[index]!),
    );
  };
  const leftMatched = new Uint8Array(left.numRows);
  for await (const right of rightBatches) {
    const rightMatched = new Uint8Array(right.numRows);
    for (const candidates of pairsOf(right)) {
      const pairs = filter === undefined ? candidates : applyFilter(filter, candidates, left, right, context);
      for (const row of pairs.left) leftMatched[row] = 1;
      for (const row of pairs.right) rightMatched[row] = 1;
      if (
        (joinType === 'inner' || joinType === 'left' || joinType === 'right' || joinType === 'full') &&
        pairs.left.length > 0
      ) {
        yield* inPieces(pairs, context.batchSize, (piece) => emit(piece, right));
      }
      await context.pacer.pause();
    }
    const rows = rightRows(joinType, rightMatched);
    if (rows.length > 0) {
      yield emit(
        {
          left: rows.map(() => missing),
          right: rows,
          ...(joinType === 'rightMark' && { mark: rows.map((row) => rightMatched[row] === 1) }),
        },
        right,
      );
    }
  }
  const rest = leftRows(joinType, leftMatched);
  for (let start = 0; start < rest.length; start += context.batchSize) {
    const rows = rest.slice(start, start + context.batchSize);
    yield emit(
      {
        left: rows,
        right: rows.map(() => missing),
        ...(joinType === 'leftMark' && { mark: rows.map((row) => leftMatched[row] === 1) }),
      },
      undefined,
    );
    await context.pacer.pause();
  }
}

const gather = (values: readonly Value[], rows: readonly number[]): Value[] =>
  rows.map((row) => (row === missing ? null : (values[row] as Value)));

/** Right rows that come out once a batch was probed. */
function rightRows(type: JoinType, matched: Uint8Array): number[] {
  switch (type) {
    case 'right':
    case 'full':
    case 'rightAnti':
      return positions(matched, 0);
    case 'rightSemi':
      return positions(matched, 1);
    case 'rightMark':
      return Array.from(matched.keys());
    default:
      return [];
  }
}

/** Left rows that come out when everything was probed. */
function leftRows(type: JoinType, matched: Uint8Array): number[] {
  switch (type) {
    case 'left':
    case 'full':
    case 'leftAnti':
      return positions(matched, 0);
    case 'leftSemi':
      return positions(matched, 1);
    case 'leftMark':
      return Array.from(matched.keys());
    default:
      return [];
  }
}

function positions(flags: Uint8Array, wanted: 0 | 1): number[] {
  const rows: number[] = [];
  for (let row = 0; row < flags.length; row += 1) if (flags[row] === wanted) rows.push(row);
  return rows;
}

function* inPieces(pairs: RowPairs, size: number, emit: (piece: RowPairs) => ColumnBatch): Generator<ColumnBatch> {
  if (pairs.left.length <= size) {
    yield emit(pairs);
    return;
  }
  for (let start = 0; start < pairs.left.length; start += size) {
    yield emit({ left: pairs.left.slice(start, start + size), right: pairs.right.slice(start, start + size) });
  }
}

/** Keeps the pairs for which the residual condition is true. */
function applyFilter(
  filter: JoinFilter,
  pairs: RowPairs,
  left: ColumnBatch,
  right: ColumnBatch,
  context: TaskContext,
): RowPairs {
  if (pairs.left.length === 0) return pairs;
  const columns = filter.columns.map(({ side, index }) =>
    side === 'left'
      ? gather(left.columns[index]!.values, pairs.left)
      : gather(right.columns[index]!.values, pairs.right),
  );
  const keep = evaluateColumn(filter.expr, makeBatch(filter.schema, pairs.left.length, columns), context);
  const kept: RowPairs = { left: [], right: [] };
  for (let index = 0; index < keep.length; index += 1) {
    if (keep[index] !== true) continue;
    kept.left.push(pairs.left[index]!);
    kept.right.push(pairs.right[index]!);
  }
  return kept;
}
