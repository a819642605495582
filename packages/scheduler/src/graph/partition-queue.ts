/**
 * Partitions that wait for an executor. They leave in order; what has to be done again goes to the front. Kept in reverse,
 * since nothing is ever added at the back: taking and putting back cost no more for a long queue than for a short one.
 */
export class PartitionQueue {
  readonly #reversed: number[];

  constructor(partitions: readonly number[]) {
    this.#reversed = partitions.toReversed();
  }

  static all(count: number): PartitionQueue {
    return new PartitionQueue(Array.from({ length: count }, (_value, index) => index));
  }

  get length(): number {
    return this.#reversed.length;
  }

  take(count: number): number[] {
    return this.#reversed.splice(Math.max(this.#reversed.length - count, 0)).reverse();
  }

  putFirst(partitions: readonly number[]): void {
    for (let index = partitions.length - 1; index >= 0; index -= 1) this.#reversed.push(partitions[index]!);
  }

  /** In the order in which they will leave. */
  toArray(): number[] {
    return this.#reversed.toReversed();
  }
}
