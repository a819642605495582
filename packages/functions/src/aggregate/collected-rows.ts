import { type ArgumentInfo, type DataType, type Field, list, struct, type Value } from '@ballista-ts/core';
import type { Accumulator, AggregateCall } from '../definition/aggregate.js';
import { rowComparator } from '../values/compare.js';
import { groupKey } from '../values/group-key.js';

/** The state of an aggregate that keeps its rows: one list of structs, arguments first, then ORDER BY keys. */
export function collectedStateFields(args: readonly ArgumentInfo[], keyTypes: readonly DataType[]): readonly Field[] {
  const fields: Field[] = [
    ...args.map((one, index) => ({ name: `a${index}`, type: one.type, nullable: true })),
    ...keyTypes.map((type, index) => ({ name: `k${index}`, type, nullable: true })),
  ];
  return [{ name: 'rows', type: list(struct(fields)), nullable: true }];
}

/** DISTINCT: keeps the rows whose arguments differ (in GROUP BY's sense) and folds each once, in the end. */
export const distinctAccumulator = (call: AggregateCall, createInner: () => Accumulator): Accumulator =>
  new CollectedRows(call, createInner, true);

/** ORDER BY inside the call: keeps all rows and folds them in order, in the end. Rows with equal keys stay as they came. */
export const orderedAccumulator = (call: AggregateCall, createInner: () => Accumulator): Accumulator =>
  new CollectedRows(call, createInner, false);

class CollectedRows implements Accumulator {
  readonly #rows: (readonly Value[])[] = [];
  readonly #seen: Set<unknown> | undefined;
  readonly #call: AggregateCall;
  readonly #createInner: () => Accumulator;

  constructor(call: AggregateCall, createInner: () => Accumulator, distinct: boolean) {
    this.#call = call;
    this.#createInner = createInner;
    this.#seen = distinct ? new Set() : undefined;
  }

  update(row: readonly Value[]): void {
    if (this.#seen !== undefined) {
      const key = groupKey(row.slice(0, this.#call.args.length));
      if (this.#seen.has(key)) return;
      this.#seen.add(key);
    }
    this.#rows.push(row.slice(0, this.#call.args.length + this.#call.orderBy.length));
  }

  merge([rows]: readonly Value[]): void {
    for (const row of (rows ?? []) as readonly (readonly Value[])[]) this.update(row);
  }

  state(): readonly Value[] {
    return [[...this.#rows]];
  }

  value(): Value {
    const { args, orderBy } = this.#call;
    const compare = rowComparator(orderBy.map((key, index) => ({ ...key, index: args.length + index })));
    const rows = orderBy.length === 0 ? this.#rows : [...this.#rows].sort(compare);
    const inner = this.#createInner();
    for (const row of rows) inner.update(row.slice(0, args.length));
    return inner.value();
  }
}
