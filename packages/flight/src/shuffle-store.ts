import type { FetchPartition } from '@ballista-ts/core';

/** Most bytes of one block of the block transport. */
export const maxBlockBytes = 8 * 1024 * 1024;

/** What a fetch addresses, opened. */
export interface ShuffleBytes {
  /** Bytes that {@link blocks} gives in all. */
  readonly size: number;
  /** The bytes in order, in blocks of at most {@link maxBlockBytes}. A block is the reader's to keep. May be called once. */
  blocks(): AsyncIterable<Uint8Array>;
  /** Releases the file. Safe at any time and any number of times; a read under way then fails. */
  close(): Promise<void>;
}

/** Where the outputs of map tasks are. The executor keeps them in files and memory. */
export interface ShuffleStore {
  /**
   * Finds the bytes that a request addresses: a whole file, a partition's segment of a sort file with the file's header in front, or
   * exactly the ranges it lists.
   *
   * @throws NotFoundError when there is no such output, InvalidArgumentError for ranges outside the file.
   */
  open(request: FetchPartition, signal: AbortSignal): Promise<ShuffleBytes>;
}
