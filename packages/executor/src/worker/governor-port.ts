import { describeError, type Logger } from '@ballista-ts/core';
import type { FetchGovernor } from '../shuffle/fetch-governor.js';
import type { FromWorker, ToWorker } from './messages.js';

/** The main thread's end of {@link RemoteGovernor}: whatever a worker holds comes back when it dies. */
export class GovernorPort {
  readonly #governor: FetchGovernor;
  readonly #post: (message: ToWorker) => void;
  readonly #logger: Logger;
  readonly #open = new Map<number, { readonly abort: AbortController; release?: () => void }>();

  constructor(governor: FetchGovernor, post: (message: ToWorker) => void, logger: Logger) {
    this.#governor = governor;
    this.#post = post;
    this.#logger = logger;
  }

  acquire(message: FromWorker & { readonly kind: 'acquire' }): void {
    const { request } = message;
    const entry: { readonly abort: AbortController; release?: () => void } = { abort: new AbortController() };
    this.#open.set(request, entry);
    this.#governor.acquire(message, entry.abort.signal).then(
      (release) => {
        // Taken back in the meantime: nobody waits for it any more.
        if (this.#open.get(request) !== entry) release();
        else {
          entry.release = release;
          this.#post({ kind: 'granted', request });
        }
      },
      (error: unknown) => {
        if (!entry.abort.signal.aborted) this.#logger.error('fetch permits failed', { error: describeError(error) });
      },
    );
  }

  release(request: number): void {
    const entry = this.#open.get(request);
    this.#open.delete(request);
    if (entry?.release === undefined) entry?.abort.abort();
    else entry.release();
  }

  close(): void {
    for (const request of [...this.#open.keys()]) this.release(request);
  }
}
