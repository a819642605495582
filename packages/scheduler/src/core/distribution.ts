import type { ExecutorMetadata } from '@ballista-ts/core';

/** An executor with room for tasks. `freeVcores` goes down while tasks are handed out. */
export interface ExecutorSlot {
  readonly executor: ExecutorMetadata;
  readonly freeVcores: number;
}

/** One round of handing out tasks. */
export interface TaskPlacement {
  /** Where the next task goes; undefined: nowhere in this round. An executor without free vcores is no answer. */
  next(): ExecutorSlot | undefined;
}

/** Decides which executor gets the next task. */
export interface TaskDistribution {
  readonly name: string;
  /** Begins a round over the executors that have free vcores now. */
  place(slots: readonly ExecutorSlot[]): TaskPlacement;
}

/** Fills the executor with the most free vcores before it turns to the next. Ties go to the lower id, so that runs repeat. */
export const biasDistribution = (): TaskDistribution => ({
  name: 'bias',
  place(slots) {
    const ordered = [...slots].sort((a, b) => b.freeVcores - a.freeVcores || byId(a, b));
    let index = 0;
    return {
      next() {
        while (index < ordered.length && ordered[index]!.freeVcores === 0) index += 1;
        return ordered[index];
      },
    };
  },
});

/** One task to each executor in turn, and so on in the next round where the last one stopped. */
export function roundRobinDistribution(): TaskDistribution {
  let last = '';
  return {
    name: 'round-robin',
    place(slots) {
      const ordered = [...slots].sort(byId);
      let index = ordered.findIndex((slot) => slot.executor.id > last);
      if (index < 0) index = 0;
      return {
        next() {
          for (let tried = 0; tried < ordered.length; tried += 1) {
            const slot = ordered[index % ordered.length]!;
            index += 1;
            if (slot.freeVcores === 0) continue;
            last = slot.executor.id;
            return slot;
          }
          return undefined;
        },
      };
    },
  };
}

const byId = (a: ExecutorSlot, b: ExecutorSlot): number =>
  a.executor.id < b.executor.id ? -1 : a.executor.id > b.executor.id ? 1 : 0;
