import { LargeUtf8, PlanError, type Value } from '@ballista-ts/core';
import { type Accumulator, defineAggregateFunction } from '../definition/aggregate.js';
import { textLikeParameter, textParameter } from '../definition/parameter.js';

class TextAccumulator implements Accumulator {
  readonly #parts: string[] = [];
  readonly #delimiter: string;
  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }
  update([value]: readonly Value[]): void {
    if (value !== null && value !== undefined) this.#parts.push(value as string);
  }
  merge(state: readonly Value[]): void {
    this.update(state);
  }
  state(): readonly Value[] {
    return [this.value()];
  }
  value(): Value {
    return this.#parts.length === 0 ? null : this.#parts.join(this.#delimiter);
  }
}

/** `string_agg(x, delimiter ORDER BY ...)`: the texts that are not NULL, joined. */
export const stringAgg = defineAggregateFunction({
  name: 'string_agg',
  parameters: [textLikeParameter('expression'), textParameter('delimiter')],
  returns: LargeUtf8,
  stateFields: () => [{ name: 'string_agg', type: LargeUtf8, nullable: true }],
  orderSensitive: true,
  createAccumulator: ({ args }) => {
    const delimiter = args[1]?.constant;
    if (delimiter === undefined) throw new PlanError('the delimiter of string_agg must be a text literal');
    return new TextAccumulator((delimiter ?? '') as string);
  },
  doc: {
    section: 'General',
    summary: 'Joins the texts that are not NULL with a delimiter, in the given order.',
    syntax: 'string_agg(expression, delimiter [ORDER BY expression])',
    example: "string_agg(name, ', ' ORDER BY name)",
  },
});
