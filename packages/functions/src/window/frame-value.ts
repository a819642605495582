import type { Value } from '@ballista-ts/core';
import type { WindowPartition } from '../definition/window.js';

/**
 * For each row the value at a place of its frame: from 1, or from the end when negative; NULL when the frame is shorter. With
 * `ignoreNulls` only rows with a value are counted.
 */
export function frameValues(
  values: readonly Value[],
  { numRows, frameStart, frameEnd }: WindowPartition,
  placeOf: (row: number) => number | null,
  ignoreNulls: boolean,
): Value[] {
  const out: Value[] = [];
  for (let row = 0; row < numRows; row += 1) {
    const place = placeOf(row);
    out.push(place === null ? null : valueAt(values, frameStart[row]!, frameEnd[row]!, place, ignoreNulls));
  }
  return out;
}

function valueAt(values: readonly Value[], start: number, end: number, place: number, ignoreNulls: boolean): Value {
  if (place === 0) return null;
  if (!ignoreNulls) {
    const at = place > 0 ? start + place - 1 : end + place;
    return at >= start && at < end ? values[at]! : null;
  }
  const step = Math.sign(place);
  let left = Math.abs(place);
  for (let at = place > 0 ? start : end - 1; at >= start && at < end; at += step) {
    if (values[at] === null) continue;
    left -= 1;
    if (left === 0) return values[at]!;
  }
  return null;
}
