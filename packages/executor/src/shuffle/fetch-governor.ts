import { CancelledError, type ExecutorId } from '@ballista-ts/core';

/** How much may be under way, as the session of the asking task says. */
export interface FetchLimits {
  readonly maxRequests: number;
  readonly maxRequestsPerExecutor: number;
  readonly maxBytes: number;
}

export interface FetchDemand {
  readonly executorId: ExecutorId;
  /** Bytes the block will take until it has been read. */
  readonly bytes: number;
  /** Who asks. A reader that holds nothing is admitted at once, whatever the limits: see {@link LocalFetchGovernor}. */
  readonly reader: string;
  readonly limits: FetchLimits;
}

/** Admits fetches, so that what is under way and what waits to be read stays within limits. */
export interface FetchGovernor {
  /** Resolves when the fetch may begin, with the way to give its permits back. @throws CancelledError */
  acquire(demand: FetchDemand, signal: AbortSignal): Promise<() => void>;
}

interface Waiter {
  readonly demand: FetchDemand;
  readonly admit: () => void;
}

/**
 * One governor for all tasks of an executor: limits that hold for each reader alone multiply with the number of readers.
 *
 * A task may read from two shuffles in turns (a merge join), so that the block it waits for could wait for the permits of blocks that
 * it does not want yet. Therefore a reader that holds no block always gets one, and nobody waits for ever. A block larger than all byte
 * permits takes all of them.
 */
export class LocalFetchGovernor implements FetchGovernor {
  #requests = 0;
  #bytes = 0;
  readonly #perExecutor = new Counts<ExecutorId>();
  readonly #perReader = new Counts<string>();
  #waiting: Waiter[] = [];

  /** Bytes admitted now, for metrics and tests. */
  get bytesInFlight(): number {
    return this.#bytes;
  }

  get requestsInFlight(): number {
    return this.#requests;
  }

  acquire(demand: FetchDemand, signal: AbortSignal): Promise<() => void> {
    if (signal.aborted) return Promise.reject(new CancelledError('the fetch was cancelled', { cause: signal.reason }));
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        this.#waiting = this.#waiting.filter((one) => one !== waiter);
        reject(new CancelledError('the fetch was cancelled', { cause: signal.reason }));
        this.#admitWaiting(); // what stood behind it may fit
      };
      const waiter: Waiter = {
        demand,
        admit: () => {
          signal.removeEventListener('abort', onAbort);
          resolve(this.#admit(demand));
        },
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.push(waiter);
      this.#admitWaiting();
    });
  }

  #admit(demand: FetchDemand): () => void {
    const { executorId, reader } = demand;
    const bytes = permits(demand);
    this.#requests += 1;
    this.#bytes += bytes;
    this.#perExecutor.add(executorId, 1);
    this.#perReader.add(reader, 1);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#requests -= 1;
      this.#bytes -= bytes;
      this.#perExecutor.add(executorId, -1);
      this.#perReader.add(reader, -1);
      this.#admitWaiting();
    };
  }

  #fits(demand: FetchDemand): boolean {
    return (
      this.#requests < demand.limits.maxRequests &&
      this.#fitsExecutor(demand) &&
      this.#bytes + permits(demand) <= demand.limits.maxBytes
    );
  }

  #fitsExecutor({ executorId, limits }: FetchDemand): boolean {
    return this.#perExecutor.get(executorId) < limits.maxRequestsPerExecutor;
  }

  #holdsNothing({ reader }: FetchDemand): boolean {
    return this.#perReader.get(reader) === 0;
  }

  /** In order of arrival; only who waits for a busy executor may be overtaken, so that large blocks get their turn. */
  #admitWaiting(): void {
    const still: Waiter[] = [];
    let blocked = false;
    for (const waiter of this.#waiting) {
      if (this.#holdsNothing(waiter.demand) || (!blocked && this.#fits(waiter.demand))) {
        waiter.admit();
        continue;
      }
      if (this.#fitsExecutor(waiter.demand)) blocked = true;
      still.push(waiter);
    }
    this.#waiting = still;
  }
}

/** Numbers by key; what is zero is not there. */
class Counts<K> {
  readonly #counts = new Map<K, number>();

  get(key: K): number {
    return this.#counts.get(key) ?? 0;
  }

  add(key: K, by: number): void {
    const count = this.get(key) + by;
    if (count === 0) this.#counts.delete(key);
    else this.#counts.set(key, count);
  }
}

const permits = ({ bytes, limits }: FetchDemand): number => Math.min(Math.max(bytes, 1), limits.maxBytes);
