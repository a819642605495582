import { type DataType, type Field, list, type Value } from '@ballista-ts/core';
import type { Accumulator } from '../definition/aggregate.js';

/** Keeps every value that is not NULL; for functions that need all of them. */
export class ValuesAccumulator implements Accumulator {
  readonly #values: Value[] = [];
  readonly #finish: (values: Value[]) => Value;
  constructor(finish: (values: Value[]) => Value) {
    this.#finish = finish;
  }
  update([value]: readonly Value[]): void {
    if (value !== null && value !== undefined) this.#values.push(value);
  }
  merge([values]: readonly Value[]): void {
    for (const value of (values ?? []) as readonly Value[]) this.#values.push(value);
  }
  state(): readonly Value[] {
    return [[...this.#values]];
  }
  value(): Value {
    return this.#values.length === 0 ? null : this.#finish([...this.#values]);
  }
}

export const collectedValuesState = (name: string, type: DataType): readonly Field[] => [
  { name, type: list(type), nullable: true },
];
