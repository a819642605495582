import {
  type ExecutorId,
  type ExecutorMetadata,
  type ExecutorMetric,
  type ExecutorRegistration,
  type ExecutorState,
  InternalError,
  type OperatingSystem,
} from '@ballista-ts/core';

/** An executor as the scheduler sees it. */
export interface ExecutorRecord {
  readonly metadata: ExecutorMetadata;
  readonly os?: OperatingSystem;
  /** Vcores of tasks that were handed to it and have not ended. Like `state`, changed by the pool only. */
  usedVcores: number;
  state: ExecutorState;
  /** Milliseconds since the epoch. */
  lastSeen: number;
  /** When it said it was going away. */
  terminatingSince?: number;
  metrics: readonly ExecutorMetric[];
}

/** Vcores without a task; none when it registered again with fewer than its tasks use. */
export const freeVcores = (record: ExecutorRecord): number => Math.max(record.metadata.vcores - record.usedVcores, 0);

/** The executors of a cluster and how many of their vcores are free. */
export class ExecutorPool {
  readonly #executors = new Map<ExecutorId, ExecutorRecord>();
  /** Those that may get tasks. Kept up to date, since tasks are handed out far more often than executors come and go. */
  readonly #available = new Set<ExecutorRecord>();

  get size(): number {
    return this.#executors.size;
  }
  all(): ExecutorRecord[] {
    return [...this.#executors.values()];
  }
  get(id: ExecutorId): ExecutorRecord | undefined {
    return this.#executors.get(id);
  }

  /** Adds an executor, or refreshes one that registers again; its running tasks keep their vcores. */
  register(registration: ExecutorRegistration & { readonly host: string }, now: number): ExecutorRecord {
    const { id, host, port, grpcPort, vcores, os } = registration;
    const before = this.remove(id);
    const record: ExecutorRecord = {
      metadata: { id, host, port, grpcPort, vcores },
      ...(os !== undefined && { os }),
      usedVcores: before?.usedVcores ?? 0,
      state: 'active',
      lastSeen: now,
      metrics: before?.metrics ?? [],
    };
    this.#executors.set(id, record);
    this.#refresh(record);
    return record;
  }

  /** Adds an executor just as it was. */
  restore(record: ExecutorRecord): void {
    this.#executors.set(record.metadata.id, record);
    this.#refresh(record);
  }

  remove(id: ExecutorId): ExecutorRecord | undefined {
    const record = this.#executors.get(id);
    if (record === undefined) return undefined;
    this.#executors.delete(id);
    this.#available.delete(record);
    return record;
  }

  /** From now on it gets no new tasks. */
  terminate(record: ExecutorRecord, now: number): void {
    record.state = 'terminating';
    record.terminatingSince = now;
    this.#refresh(record);
  }

  take(id: ExecutorId, vcores: number): void {
    const record = this.#executors.get(id);
    if (record === undefined || freeVcores(record) < vcores) {
      const why = record === undefined ? 'it is unknown' : `${freeVcores(record)} are free`;
      throw new InternalError(`cannot take ${vcores} vcores of executor ${id}: ${why}`);
    }
    record.usedVcores += vcores;
    this.#refresh(record);
  }

  /** Gives vcores back; an executor that is gone has nothing to give them to. */
  free(id: ExecutorId, vcores: number): void {
    const record = this.#executors.get(id);
    if (record === undefined) return;
    if (record.usedVcores < vcores) {
      throw new InternalError(`cannot give ${vcores} vcores back to executor ${id}: ${record.usedVcores} are in use`);
    }
    record.usedVcores -= vcores;
    this.#refresh(record);
  }

  /** Executors that may get tasks. */
  available(): ExecutorRecord[] {
    return [...this.#available];
  }

  alive(): number {
    return this.all().filter((one) => one.state === 'active').length;
  }

  totalVcores(): number {
    return this.all().reduce((sum, one) => sum + (one.state === 'active' ? one.metadata.vcores : 0), 0);
  }

  #refresh(record: ExecutorRecord): void {
    if (record.state === 'active' && freeVcores(record) > 0) this.#available.add(record);
    else this.#available.delete(record);
  }
}
