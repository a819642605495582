/**
 * Keeps records in order, across the end of a process. A record is in the log when `append` returns: the end of the process
 * does not lose it. What the end of the machine may lose is up to the log. Synchronous, so that nothing that an event leads to
 * happens before the event is written down.
 */
export interface EventLog {
  /** What earlier processes left, oldest first; called once, before anything else. @throws when it is held by another scheduler, or damaged */
  replay(): Iterable<Uint8Array>;
  /** These records instead of all before them. Should it fail or be cut short, the old ones are still there. */
  rewrite(records: Iterable<Uint8Array>): void;
  /** @throws when the record cannot be kept: then nothing that follows from it may happen */
  append(records: readonly Uint8Array[]): void;
  /** Bytes that the last rewrite wrote, and those appended since. */
  readonly size: { readonly rewritten: number; readonly appended: number };
  /** Others may have it from now on. */
  close(): Promise<void>;
}

/** Keeps records for as long as the process lives: a scheduler that is made with the same one goes on where the last one stopped. */
export function createMemoryEventLog(): EventLog {
  let kept: Uint8Array[] = [];
  const size = { rewritten: 0, appended: 0 };
  return {
    replay: () => [...kept],
    rewrite(records) {
      kept = [...records];
      size.rewritten = sum(kept);
      size.appended = 0;
    },
    append(records) {
      kept.push(...records);
      size.appended += sum(records);
    },
    size,
    close: () => Promise.resolve(),
  };
}

const sum = (records: readonly Uint8Array[]): number => records.reduce((total, one) => total + one.byteLength, 0);
