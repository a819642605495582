import { type Field, Float64, list, PlanError, type Value } from '@ballista-ts/core';
import type { Accumulator, AggregateCall } from '../definition/aggregate.js';
import { TDigest } from './t-digest.js';

/** Answers one quantile from a digest of the values. */
export class PercentileAccumulator implements Accumulator {
  readonly #digest: TDigest;
  readonly #fraction: number;
  readonly #weighted: boolean;
  readonly #finish: (value: number) => Value;
  constructor(options: {
    readonly centroids: number;
    readonly fraction: number;
    readonly weighted: boolean;
    readonly finish: (value: number) => Value;
  }) {
    this.#digest = new TDigest(options.centroids);
    this.#fraction = options.fraction;
    this.#weighted = options.weighted;
    this.#finish = options.finish;
  }
  update([value, weight]: readonly Value[]): void {
    if (value === null || (this.#weighted && weight === null)) return;
    this.#digest.add(value as number, this.#weighted ? (weight as number) : 1);
  }
  merge([numbers]: readonly Value[]): void {
    this.#digest.mergeNumbers((numbers ?? []) as readonly number[]);
  }
  state(): readonly Value[] {
    return [this.#digest.toNumbers()];
  }
  value(): Value {
    const value = this.#digest.quantile(this.#fraction);
    return value === undefined ? null : this.#finish(value);
  }
}

export const digestState: readonly Field[] = [{ name: 't_digest', type: list(Float64), nullable: true }];
export const defaultCentroids = 100;

/** @throws PlanError when the argument is no positive integer literal */
export function centroidsOf(call: AggregateCall, argument: number, name: string): number {
  if (call.args.length <= argument) return defaultCentroids;
  const count = Number(call.args[argument]?.constant ?? 0n);
  if (!(count >= 1 && count <= 100_000)) {
    throw new PlanError(`the number of centroids of ${name} must be a positive integer literal`);
  }
  return count;
}

/** Float32 results keep their width. */
export const finishFloat =
  (call: AggregateCall) =>
  (value: number): number =>
    call.returnType.kind === 'Float32' ? Math.fround(value) : value;
