import { list, type Value } from '@ballista-ts/core';
import { type Accumulator, defineAggregateFunction } from '../definition/aggregate.js';
import { anyParameter } from '../definition/parameter.js';

class ListAccumulator implements Accumulator {
  readonly #items: Value[] = [];
  readonly #ignoreNulls: boolean;
  constructor(ignoreNulls: boolean) {
    this.#ignoreNulls = ignoreNulls;
  }
  update([value]: readonly Value[]): void {
    if (value === null && this.#ignoreNulls) return;
    this.#items.push(value ?? null);
  }
  merge([items]: readonly Value[]): void {
    for (const item of (items ?? []) as readonly Value[]) this.#items.push(item);
  }
  state(): readonly Value[] {
    return [this.value()];
  }
  value(): Value {
    return this.#items.length === 0 ? null : [...this.#items];
  }
}

/** `array_agg(x ORDER BY ...)`: all values in a list, NULLs too unless they are ignored; NULL for no rows. */
export const arrayAgg = defineAggregateFunction({
  name: 'array_agg',
  parameters: [anyParameter('expression')],
  returns: ([arg]) => list(arg!.type),
  stateFields: (_args, type) => [{ name: 'array_agg', type, nullable: true }],
  orderSensitive: true,
  createAccumulator: ({ ignoreNulls }) => new ListAccumulator(ignoreNulls),
  doc: {
    section: 'General',
    summary: 'All values in a list, in the given order; NULL for no rows.',
    syntax: 'array_agg(expression [ORDER BY expression])',
    example: 'array_agg(name ORDER BY name)',
  },
});
