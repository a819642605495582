import { list, PlanError, type Value } from '@ballista-ts/core';
import { type Accumulator, defineAggregateFunction } from '../definition/aggregate.js';
import { anyParameter, integerParameter } from '../definition/parameter.js';
import { sameAsFirst } from '../definition/return-types.js';

class NthAccumulator implements Accumulator {
  readonly #values: Value[] = [];
  readonly #place: number;
  readonly #ignoreNulls: boolean;
  constructor(place: number, ignoreNulls: boolean) {
    this.#place = place;
    this.#ignoreNulls = ignoreNulls;
  }
  update([value]: readonly Value[]): void {
    if (value !== null || !this.#ignoreNulls) this.#values.push(value ?? null);
  }
  merge([values]: readonly Value[]): void {
    for (const value of (values ?? []) as readonly Value[]) this.#values.push(value);
  }
  state(): readonly Value[] {
    return [[...this.#values]];
  }
  value(): Value {
    return this.#values[this.#place > 0 ? this.#place - 1 : this.#values.length + this.#place] ?? null;
  }
}

/** `nth_value(x, n ORDER BY ...)`: value of the n-th row, from the end for a negative n; NULL when there are fewer. */
export const nthValueAgg = defineAggregateFunction({
  name: 'nth_value',
  parameters: [anyParameter('expression'), integerParameter('n')],
  returns: sameAsFirst,
  stateFields: ([arg]) => [{ name: 'nth_value', type: list(arg!.type), nullable: true }],
  orderSensitive: true,
  createAccumulator: ({ args, ignoreNulls }) => {
    const place = Number(args[1]?.constant ?? 0n);
    if (place === 0) throw new PlanError('the place of nth_value must be an integer literal other than 0');
    return new NthAccumulator(place, ignoreNulls);
  },
  doc: {
    section: 'Statistical',
    summary: 'Value of the n-th row in the given order, from 1; negative from the end.',
    syntax: 'nth_value(expression, n [ORDER BY expression])',
    example: 'nth_value(price, 2 ORDER BY sold_at)',
  },
});
