import { type ArgumentInfo, type DataType, PlanError, type Value } from '@ballista-ts/core';
import type { Accumulator } from '../definition/aggregate.js';
import { argumentMismatch, plainType } from '../definition/parameter.js';
import { comparator } from '../values/compare.js';

/** Keeps the value that comes first in one direction of its type's order. */
export class ExtremeAccumulator implements Accumulator {
  #best: Value = null;
  readonly #better: (a: Value, b: Value) => boolean;
  constructor(type: DataType, largest: boolean) {
    const compare = comparator(type);
    this.#better = largest ? (a, b) => compare(a, b) > 0 : (a, b) => compare(a, b) < 0;
  }
  update([value]: readonly Value[]): void {
    if (value === null || value === undefined) return;
    if (this.#best === null || this.#better(value, this.#best)) this.#best = value;
  }
  merge(state: readonly Value[]): void {
    this.update(state);
  }
  state(): readonly Value[] {
    return [this.#best];
  }
  value(): Value {
    return this.#best;
  }
}

/** One argument with an order; dictionaries compare as their values. */
export function coerceComparable(name: string, args: readonly ArgumentInfo[]): readonly DataType[] {
  if (args.length !== 1) throw argumentMismatch(name, args, `${name}(expression)`);
  const type = plainType(args[0]!.type);
  if (type.kind === 'Union') throw new PlanError(`${name} does not take a union: its variants have no common order`);
  return [type];
}
