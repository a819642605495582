import type { Value } from '@ballista-ts/core';
import type { Accumulator } from '@ballista-ts/functions';
import type { TaskContext } from '../task/task-context.js';
import type { FrameFinder } from './frame.js';

/**
 * An aggregate over the frame of each row. While frames only grow at the end one accumulator follows them; one that moves
 * its start takes rows back where the function can, and is computed anew where it cannot.
 */
export function slideAggregate(
  create: () => Accumulator,
  args: readonly (readonly Value[])[],
  filter: readonly Value[] | undefined,
  frameOf: FrameFinder,
  numRows: number,
  context: TaskContext,
): Value[] {
  const rowOf = (row: number): Value[] => args.map((column) => column[row] as Value);
  const counts = (row: number): boolean => filter === undefined || filter[row] === true;
  let accumulator = create();
  let from = 0;
  let to = 0;
  const results: Value[] = [];
  for (let row = 0; row < numRows; row += 1) {
    const { start, end } = frameOf(row);
    const retract = accumulator.retract?.bind(accumulator);
    const canSlide = start === from || (retract !== undefined && start >= from && start <= to);
    if (!canSlide || end < to) {
      accumulator = create();
      from = start;
      to = start;
    } else {
      for (; from < start; from += 1) if (counts(from)) retract!(rowOf(from));
    }
    for (; to < end; to += 1) if (counts(to)) accumulator.update(rowOf(to));
    results.push(accumulator.value());
    if ((row & 1023) === 0) context.pacer.check();
  }
  return results;
}
