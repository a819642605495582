import { ExecutionError } from '@ballista-ts/core';
import type { Items } from './items.js';

/** @throws ExecutionError when two vectors have different lengths */
export function checkSameLength(a: Items, b: Items, name: string): void {
  if (a.length !== b.length) {
    throw new ExecutionError(`${name} requires lists of the same length, got ${a.length} and ${b.length}`);
  }
}

/** The numbers of a vector, or undefined when an element is NULL. */
export const numbersOf = (items: Items): readonly number[] | undefined =>
  items.includes(null) ? undefined : (items as readonly number[]);

export const dotProduct = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, x, index) => sum + x * b[index]!, 0);
