import { type ExecutorId, InternalError } from '@ballista-ts/core';
import type { TaskDistribution } from '../core/distribution.js';

/**
 * Writes down what a distribution decides, and decides the same again. A distribution may remember, guess or be exchanged for
 * another one: with its answers in the log, a replay depends on none of that. null: nowhere.
 */
export class RecordedPlacements implements TaskDistribution {
  readonly name: string;
  readonly #distribution: TaskDistribution;
  #taken: (ExecutorId | null)[] = [];
  #given: (ExecutorId | null)[] | undefined;

  constructor(distribution: TaskDistribution) {
    this.name = distribution.name;
    this.#distribution = distribution;
  }

  /** What was decided since the last call. */
  take(): readonly (ExecutorId | null)[] {
    return this.#taken.splice(0);
  }

  /** Runs `act` with these decisions. @throws InternalError when it asks for others */
  replaying<T>(given: readonly (ExecutorId | null)[], act: () => T): T {
    this.#given = [...given];
    try {
      const result = act();
      if (this.#given.length > 0)
        throw new InternalError(`${this.#given.length} placements of the log were not asked for`);
      return result;
    } finally {
      this.#given = undefined;
      this.#taken = [];
    }
  }

  place(slots: Parameters<TaskDistribution['place']>[0]): ReturnType<TaskDistribution['place']> {
    const given = this.#given;
    if (given !== undefined) {
      return {
        next() {
          const id = given.shift();
          if (id === null) return undefined;
          const slot = slots.find((one) => one.executor.id === id);
          if (slot === undefined)
            throw new InternalError(`the log has no placement here that is possible (${id ?? 'none'})`);
          return slot;
        },
      };
    }
    const placement = this.#distribution.place(slots);
    return {
      next: () => {
        const slot = placement.next();
        this.#taken.push(slot?.executor.id ?? null);
        return slot;
      },
    };
  }
}
