import { type Field, Float64, UInt64, type Value } from '@ballista-ts/core';
import {
  type Accumulator,
  type AggregateFunctionDefinition,
  defineAggregateFunction,
} from '../definition/aggregate.js';
import { doubleParameter } from '../definition/parameter.js';

/** Count, mean and sum of squared distances from it, kept so that nothing cancels (Welford; merged as Chan et al. do). */
export class MomentsAccumulator implements Accumulator {
  #count = 0;
  #mean = 0;
  #squares = 0;
  readonly #finish: (squares: number, count: number) => number | null;
  constructor(finish: (squares: number, count: number) => number | null) {
    this.#finish = finish;
  }
  update([value]: readonly Value[]): void {
    if (value === null) return;
    this.#count += 1;
    const distance = (value as number) - this.#mean;
    this.#mean += distance / this.#count;
    this.#squares += distance * ((value as number) - this.#mean);
  }
  merge([count, mean, squares]: readonly Value[]): void {
    const other = Number(count);
    if (other === 0) return;
    const total = this.#count + other;
    const distance = (mean as number) - this.#mean;
    this.#squares += (squares as number) + (distance * distance * this.#count * other) / total;
    this.#mean += (distance * other) / total;
    this.#count = total;
  }
  state(): readonly Value[] {
    return [BigInt(this.#count), this.#mean, this.#squares];
  }
  value(): Value {
    return this.#finish(this.#squares, this.#count);
  }
}

const stateFields: readonly Field[] = [
  { name: 'count', type: UInt64, nullable: false },
  { name: 'mean', type: Float64, nullable: false },
  { name: 'm2', type: Float64, nullable: false },
];

/** What variances and standard deviations share. */
export const momentsAggregateOf = (options: {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly summary: string;
  readonly finish: (squares: number, count: number) => number | null;
}): AggregateFunctionDefinition =>
  defineAggregateFunction({
    name: options.name,
    aliases: options.aliases ?? [],
    parameters: [doubleParameter('expression')],
    returns: Float64,
    stateFields: () => stateFields,
    createAccumulator: () => new MomentsAccumulator(options.finish),
    doc: {
      section: 'Statistical',
      summary: options.summary,
      syntax: `${options.name}(expression)`,
      example: `${options.name}(price)`,
    },
  });
