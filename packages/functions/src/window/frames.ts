import {
  binarySignature,
  type DataType,
  ExecutionError,
  isDecimal,
  isFloat,
  isInteger,
  PlanError,
  type ScalarValue,
  type Value,
  type WindowFrame,
  type WindowFrameBound,
} from '@ballista-ts/core';
import { castValue } from '../cast/cast.js';
import type { WindowPartition } from '../definition/window.js';
import { binaryOperation } from '../evaluator/operators/binary.js';
import { comparator, sortComparator } from '../values/compare.js';

/** One ORDER BY key of a partition. */
export interface WindowOrderKey {
  readonly type: DataType;
  readonly asc: boolean;
  readonly nullsFirst: boolean;
  /** The key's value for each row; the rows are sorted by it. */
  readonly values: readonly Value[];
}

/**
 * Peer groups and frames of a sorted partition. Frames are clipped to the partition, and end before their start never: an empty
 * one has both alike.
 *
 * @throws PlanError for a RANGE offset that does not go with the key
 */
export function windowPartition(numRows: number, keys: readonly WindowOrderKey[], frame: WindowFrame): WindowPartition {
  const peerStart = new Uint32Array(numRows);
  const peerEnd = new Uint32Array(numRows);
  const groupStarts = peerGroups(numRows, keys);
  for (const [group, start] of groupStarts.entries()) {
    const end = groupStarts[group + 1] ?? numRows;
    peerStart.fill(start, start, end);
    peerEnd.fill(end, start, end);
  }
  const peers: Peers = { numRows, peerStart, peerEnd, groupStarts };
  const startOf = boundFor(frame, frame.start, true, peers, keys);
  const endOf = boundFor(frame, frame.end, false, peers, keys);
  const frameStart = new Uint32Array(numRows);
  const frameEnd = new Uint32Array(numRows);
  for (let row = 0; row < numRows; row += 1) {
    const start = clamp(startOf(row), numRows);
    frameStart[row] = start;
    frameEnd[row] = Math.max(start, clamp(endOf(row), numRows));
  }
  return { numRows, peerStart, peerEnd, frameStart, frameEnd };
}

interface Peers {
  readonly numRows: number;
  readonly peerStart: Uint32Array;
  readonly peerEnd: Uint32Array;
  readonly groupStarts: readonly number[];
}
/** Where a frame starts, or ends (exclusive), for a row; may lie outside the partition. */
type Bound = (row: number) => number;

const clamp = (position: number, numRows: number): number => Math.min(Math.max(position, 0), numRows);

function peerGroups(numRows: number, keys: readonly WindowOrderKey[]): number[] {
  const compares = keys.map((key) => ({ values: key.values, compare: sortComparator(key.type, key) }));
  const starts: number[] = [];
  for (let row = 0; row < numRows; row += 1) {
    if (row === 0 || compares.some(({ values, compare }) => compare(values[row - 1]!, values[row]!) !== 0)) {
      starts.push(row);
    }
  }
  return starts;
}

function boundFor(
  frame: WindowFrame,
  bound: WindowFrameBound,
  isStart: boolean,
  peers: Peers,
  keys: readonly WindowOrderKey[],
): Bound {
  if (bound.kind !== 'currentRow' && bound.offset === undefined) {
    return bound.kind === 'preceding' ? () => 0 : () => peers.numRows;
  }
  if (frame.units === 'rows') {
    const distance = bound.kind === 'currentRow' ? 0 : countOf(bound.offset!) * (bound.kind === 'preceding' ? -1 : 1);
    return isStart ? (row) => row + distance : (row) => row + distance + 1;
  }
  if (bound.kind === 'currentRow') return isStart ? (row) => peers.peerStart[row]! : (row) => peers.peerEnd[row]!;
  if (frame.units === 'groups') return groupsBound(bound, isStart, peers);
  const [key] = keys;
  if (key === undefined || keys.length !== 1) {
    throw new PlanError('a RANGE frame with an offset needs exactly one ORDER BY column');
  }
  return rangeBound(bound.kind, bound.offset!, isStart, peers, key);
}

function countOf(offset: ScalarValue): number {
  const count = Number(offset.value ?? Number.NaN);
  if (!Number.isInteger(count) || count < 0) {
    throw new PlanError('a ROWS or GROUPS frame needs a non-negative whole number as offset');
  }
  return count;
}

function groupsBound(bound: Exclude<WindowFrameBound, { kind: 'currentRow' }>, isStart: boolean, peers: Peers): Bound {
  const distance = countOf(bound.offset!) * (bound.kind === 'preceding' ? -1 : 1);
  const groupOf = new Uint32Array(peers.numRows);
  for (const [group, start] of peers.groupStarts.entries()) {
    groupOf.fill(group, start, peers.groupStarts[group + 1] ?? peers.numRows);
  }
  const startOfGroup = (group: number): number => (group < 0 ? 0 : (peers.groupStarts[group] ?? peers.numRows));
  return (row) => startOfGroup(groupOf[row]! + distance + (isStart ? 0 : 1));
}

/** Rows whose key lies within a distance of the row's own. NULL is near to NULL only. */
function rangeBound(
  side: 'preceding' | 'following',
  offset: ScalarValue,
  isStart: boolean,
  peers: Peers,
  key: WindowOrderKey,
): Bound {
  const { values, asc } = key;
  const move = mover(key.type, offset, (side === 'preceding') === asc);
  let first = 0;
  let last = peers.numRows;
  while (first < last && values[first] === null) first += 1;
  while (last > first && values[last - 1] === null) last -= 1;
  return (row) => {
    const value = values[row]!;
    if (value === null) return isStart ? peers.peerStart[row]! : peers.peerEnd[row]!;
    const limit = move(value);
    // Past the end of the type: nothing lies beyond.
    if (limit === undefined) return side === 'preceding' ? first : last;
    // The first row at or past the limit, or past it when the bound is an end.
    let low = first;
    let high = last;
    while (low < high) {
      const middle = (low + high) >> 1;
      const order = limit(values[middle]!) * (asc ? 1 : -1);
      if (isStart ? order < 0 : order <= 0) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

/** How a key compares with another one moved by the offset; undefined when that leaves the type's range. */
type Mover = (value: Value) => ((other: Value) => number) | undefined;

function mover(type: DataType, offset: ScalarValue, down: boolean): Mover {
  if (offset.value === null) throw new PlanError('a RANGE frame offset may not be NULL');
  if (isInteger(type)) {
    // Exact, since the sum may not fit the key's own type.
    const distance = castValue(offset.value, offset.type, { kind: 'Decimal256', precision: 76, scale: 10 }) as bigint;
    checkSign(distance < 0n);
    const scale = 10n ** 10n;
    return (value) => {
      const limit = BigInt(value as number | bigint) * scale + (down ? -distance : distance);
      return (other) => {
        const exact = BigInt(other as number | bigint) * scale;
        return exact < limit ? -1 : exact > limit ? 1 : 0;
      };
    };
  }
  if (isDecimal(type)) {
    const distance = castValue(offset.value, offset.type, { ...type, kind: 'Decimal256', precision: 76 }) as bigint;
    checkSign(distance < 0n);
    return (value) => {
      const limit = (value as bigint) + (down ? -distance : distance);
      return (other) => ((other as bigint) < limit ? -1 : (other as bigint) > limit ? 1 : 0);
    };
  }
  const compare = comparator(type);
  if (isFloat(type)) {
    const distance = castValue(offset.value, offset.type, { kind: 'Float64' }) as number;
    checkSign(distance < 0 || Number.isNaN(distance));
    return (value) => {
      const limit = (value as number) + (down ? -distance : distance);
      return (other) => compare(other, limit);
    };
  }
  const op = down ? 'Minus' : 'Plus';
  const signature = binarySignature(type, op, offset.type);
  const operation = binaryOperation(type, op, offset.type);
  const span = castValue(offset.value, offset.type, signature.right);
  return (value) => {
    try {
      const limit = operation.apply(value, span);
      return (other) => compare(other, limit);
    } catch (error) {
      if (error instanceof ExecutionError) return undefined;
      throw error;
    }
  };
}

function checkSign(negative: boolean): void {
  if (negative) throw new PlanError('a RANGE frame offset may not be negative');
}
