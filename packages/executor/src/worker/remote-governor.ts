import { CancelledError } from '@ballista-ts/core';
import type { FetchDemand, FetchGovernor } from '../shuffle/fetch-governor.js';
import type { FromWorker } from './messages.js';

/** The executor's governor as a worker sees it: permits are asked for by message. */
export class RemoteGovernor implements FetchGovernor {
  readonly #post: (message: FromWorker) => void;
  readonly #granted = new Map<number, () => void>();
  #next = 0;

  constructor(post: (message: FromWorker) => void) {
    this.#post = post;
  }

  acquire(demand: FetchDemand, signal: AbortSignal): Promise<() => void> {
    if (signal.aborted) return Promise.reject(new CancelledError('the fetch was cancelled', { cause: signal.reason }));
    const request = this.#next;
    this.#next += 1;
    let held = true;
    const release = (): void => {
      if (held) this.#post({ kind: 'release', request });
      held = false;
    };
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        this.#granted.delete(request);
        release();
        reject(new CancelledError('the fetch was cancelled', { cause: signal.reason }));
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#granted.set(request, () => {
        signal.removeEventListener('abort', onAbort);
        resolve(release);
      });
      this.#post({ kind: 'acquire', request, ...demand });
    });
  }

  /** The main thread says yes. */
  grant(request: number): void {
    const resolve = this.#granted.get(request);
    this.#granted.delete(request);
    resolve?.();
  }
}
