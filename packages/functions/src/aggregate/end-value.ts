import { Boolean_, type Value } from '@ballista-ts/core';
import {
  type Accumulator,
  type AggregateCall,
  type AggregateFunctionDefinition,
  defineAggregateFunction,
} from '../definition/aggregate.js';
import { anyParameter } from '../definition/parameter.js';
import { sameAsFirst } from '../definition/return-types.js';
import { rowComparator } from '../values/compare.js';

/**
 * Keeps one row: the first or the last by the ORDER BY keys of the call, and among equals by arrival. Its state holds the keys, so
 * states merge into the right one whatever their order.
 */
class EndAccumulator implements Accumulator {
  #row: readonly Value[] | undefined;
  readonly #width: number;
  readonly #ignoreNulls: boolean;
  readonly #replaces: (next: readonly Value[], kept: readonly Value[]) => boolean;
  constructor(call: AggregateCall, last: boolean) {
    this.#width = 1 + call.orderBy.length;
    this.#ignoreNulls = call.ignoreNulls;
    const compare = rowComparator(call.orderBy.map((key, index) => ({ ...key, index: index + 1 })));
    this.#replaces = last ? (next, kept) => compare(next, kept) >= 0 : (next, kept) => compare(next, kept) < 0;
  }
  update(row: readonly Value[]): void {
    if (this.#ignoreNulls && row[0] === null) return;
    if (this.#row === undefined || this.#replaces(row, this.#row)) this.#row = [...row];
  }
  merge(state: readonly Value[]): void {
    if (state[this.#width] === true) this.update(state.slice(0, this.#width));
  }
  state(): readonly Value[] {
    return this.#row === undefined ? [...new Array<Value>(this.#width).fill(null), false] : [...this.#row, true];
  }
  value(): Value {
    return this.#row?.[0] ?? null;
  }
}

/** What `first_value` and `last_value` share. */
export const endAggregateOf = (name: 'first_value' | 'last_value', summary: string): AggregateFunctionDefinition =>
  defineAggregateFunction({
    name,
    parameters: [anyParameter('expression')],
    returns: sameAsFirst,
    stateFields: (_args, type) => [
      { name, type, nullable: true },
      { name: 'is_set', type: Boolean_, nullable: false },
    ],
    orderedStateFields: (_args, keyTypes, type) => [
      { name, type, nullable: true },
      ...keyTypes.map((keyType, index) => ({ name: `k${index}`, type: keyType, nullable: true })),
      { name: 'is_set', type: Boolean_, nullable: false },
    ],
    orderSensitive: true,
    ignoresDistinct: true,
    createAccumulator: (call) => new EndAccumulator(call, name === 'last_value'),
    doc: {
      section: 'General',
      summary,
      syntax: `${name}(expression [ORDER BY expression])`,
      example: `${name}(price ORDER BY sold_at)`,
    },
  });
