import type { DataType, Value } from '@ballista-ts/core';
import type { Accumulator } from '../definition/aggregate.js';

/** Folds the values that are not NULL with an operation whose order does not matter. */
export class FoldingAccumulator implements Accumulator {
  #value: Value = null;
  readonly #combine: (a: Value, b: Value) => Value;
  constructor(combine: (a: Value, b: Value) => Value) {
    this.#combine = combine;
  }
  update([value]: readonly Value[]): void {
    if (value === null || value === undefined) return;
    this.#value = this.#value === null ? value : this.#combine(this.#value, value);
  }
  merge(state: readonly Value[]): void {
    this.update(state);
  }
  state(): readonly Value[] {
    return [this.#value];
  }
  value(): Value {
    return this.#value;
  }
}

/** The one state column of such a fold. */
export const foldedState = (name: string) => (_args: unknown, type: DataType) => [{ name, type, nullable: true }];
