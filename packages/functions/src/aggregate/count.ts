import { Int64, type Value } from '@ballista-ts/core';
import { type Accumulator, defineAggregateFunction } from '../definition/aggregate.js';
import { anyParameter, optional, variadic } from '../definition/parameter.js';

class CountAccumulator implements Accumulator {
  #count = 0;
  update(row: readonly Value[]): void {
    if (!row.includes(null)) this.#count += 1;
  }
  retract(row: readonly Value[]): void {
    if (!row.includes(null)) this.#count -= 1;
  }
  merge([count]: readonly Value[]): void {
    this.#count += Number(count);
  }
  state(): readonly Value[] {
    return [this.value()];
  }
  value(): Value {
    return BigInt(this.#count);
  }
}

/** `count(*)`, `count(a, b)`: rows, or rows in which no argument is NULL. Zero, never NULL, for no rows. */
export const count = defineAggregateFunction({
  name: 'count',
  parameters: [optional(variadic(anyParameter('expression')))],
  returns: () => ({ type: Int64, nullable: false }),
  stateFields: () => [{ name: 'count', type: Int64, nullable: false }],
  createAccumulator: () => new CountAccumulator(),
  doc: {
    section: 'General',
    summary: 'Number of rows, or of rows in which no argument is NULL.',
    syntax: 'count(* | expression[, ..., expression])',
    example: 'count(DISTINCT customer_id)',
  },
});
