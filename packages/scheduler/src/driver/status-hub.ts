import type { JobId, JobStatus } from '@ballista-ts/core';

type Listener = (status: JobStatus | undefined) => void;

/** Who wants to hear how jobs stand. */
export class StatusHub {
  readonly #listeners = new Map<JobId, Set<Listener>>();

  /** The listener hears each change, and `undefined` when the job is forgotten. Answers how to stop. */
  subscribe(jobId: JobId, listener: Listener): () => void {
    const all = this.#listeners.get(jobId) ?? new Set<Listener>();
    this.#listeners.set(jobId, all.add(listener));
    return () => {
      all.delete(listener);
      if (all.size === 0 && this.#listeners.get(jobId) === all) this.#listeners.delete(jobId);
    };
  }

  count(jobId: JobId): number {
    return this.#listeners.get(jobId)?.size ?? 0;
  }

  publish(status: JobStatus): void {
    for (const listener of [...(this.#listeners.get(status.jobId) ?? [])]) listener(status);
  }

  drop(jobId: JobId): void {
    const all = this.#listeners.get(jobId);
    this.#listeners.delete(jobId);
    for (const listener of [...(all ?? [])]) listener(undefined);
  }
}
