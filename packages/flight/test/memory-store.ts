import { type FetchPartition, NotFoundError } from '@ballista-ts/core';
import type { ShuffleBytes, ShuffleStore } from '../src/shuffle-store.js';

/** A store for tests: bytes by partition number, and a record of what is open. */
export class MemoryStore implements ShuffleStore {
  readonly requests: FetchPartition[] = [];
  open_ = 0;
  /** Bytes handed out so far, over all reads. */
  given = 0;
  readonly #blocks = new Map<number, () => Iterable<Uint8Array> | AsyncIterable<Uint8Array>>();

  set(partition: number, blocks: () => Iterable<Uint8Array> | AsyncIterable<Uint8Array>): this {
    this.#blocks.set(partition, blocks);
    return this;
  }

  async open(request: FetchPartition): Promise<ShuffleBytes> {
    this.requests.push(request);
    const blocks = this.#blocks.get(request.partition.partitionId);
    if (blocks === undefined) throw new NotFoundError(`no output of partition ${request.partition.partitionId}`);
    this.open_ += 1;
    let closed = false;
    const given = (bytes: number): void => {
      this.given += bytes;
    };
    return {
      size: -1,
      async *blocks() {
        for await (const block of blocks()) {
          given(block.byteLength);
          yield block;
        }
      },
      close: async () => {
        if (!closed) this.open_ -= 1;
        closed = true;
      },
    };
  }
}
