import { type FileHandle, open, realpath, stat } from 'node:fs/promises';
import {
  type ByteRange,
  type FetchPartition,
  InvalidArgumentError,
  IoError,
  NotFoundError,
  ShuffleFileKind,
  ShuffleLayout,
} from '@ballista-ts/core';
import { maxBlockBytes, type ShuffleBytes, type ShuffleStore } from '@ballista-ts/flight';
import { fileError } from './file-errors.js';
import { decodeIndex, maxIndexBytes } from './index-file.js';
import { dataPath, indexPath, liesBelow } from './paths.js';

/**
 * The outputs of map tasks below a work directory. Serves fetches of peers and local reads alike.
 *
 * Paths are derived from checked ids, and a file is served only when it really lies below the work directory: a symbolic link that
 * leads out of it is as good as missing.
 */
export class FileShuffleStore implements ShuffleStore {
  readonly #root: string;

  private constructor(root: string) {
    this.#root = root;
  }

  /** @param workDir must exist */
  static async open(workDir: string): Promise<FileShuffleStore> {
    return new FileShuffleStore(await realpath(workDir));
  }

  /** Whether the data file of an output is here. */
  async has(request: Pick<FetchPartition, 'partition' | 'fileId' | 'layout'>): Promise<boolean> {
    try {
      const path = dataPath(this.#root, request.partition, request.fileId, request.layout);
      return (await stat(path)).isFile() && (await liesBelow(this.#root, path));
    } catch {
      return false;
    }
  }

  async open(request: FetchPartition, signal?: AbortSignal): Promise<ShuffleBytes> {
    const data = dataPath(this.#root, request.partition, request.fileId, request.layout);
    const handle = await this.#openFile(request.fileKind === ShuffleFileKind.Index ? indexPath(data) : data, request);
    try {
      signal?.throwIfAborted();
      const { size } = await handle.stat();
      return new FileBytes(handle, await this.#ranges(request, data, size));
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async #openFile(path: string, { partition }: FetchPartition): Promise<FileHandle> {
    const what = `no output of partition ${partition.partitionId}, stage ${partition.stageId}, job ${partition.jobId} here (it may have been removed)`;
    let handle: FileHandle;
    try {
      handle = await open(path, 'r');
    } catch (cause) {
      throw fileError(what, cause);
    }
    try {
      if ((await handle.stat()).isFile() && (await liesBelow(this.#root, path))) return handle;
    } catch (cause) {
      await handle.close();
      throw fileError(what, cause);
    }
    await handle.close();
    throw new NotFoundError(what);
  }

  /** What the request addresses, as ranges of the file it names. */
  async #ranges(request: FetchPartition, data: string, size: number): Promise<readonly ByteRange[]> {
    const { byteRanges, layout, fileKind, partition } = request;
    if (byteRanges.length > 0) {
      for (const { start, end } of byteRanges) {
        if (!(start >= 0 && start <= end && end <= size)) {
          throw new InvalidArgumentError(
            `byte range [${start}, ${end}) does not lie in the ${fileKind} file of ${size} bytes`,
          );
        }
      }
      return byteRanges;
    }
    if (layout === ShuffleLayout.Passthrough || fileKind === ShuffleFileKind.Index) return [{ start: 0, end: size }];
    const offsets = await this.#readIndex(data, request, size);
    const count = offsets.length - 1;
    const { partitionId } = partition;
    if (partitionId >= count) {
      throw new InvalidArgumentError(`partition ${partitionId} of a sort file that has ${count}`);
    }
    return [
      { start: 0, end: offsets[0]! },
      { start: offsets[partitionId]!, end: offsets[partitionId + 1]! },
    ];
  }

  async #readIndex(data: string, request: FetchPartition, dataLength: number): Promise<number[]> {
    const handle = await this.#openFile(indexPath(data), request);
    try {
      const { size } = await handle.stat();
      if (size > maxIndexBytes)
        throw new InvalidArgumentError(`an index of ${size} bytes is over the limit of ${maxIndexBytes}`);
      const bytes = new Uint8Array(size);
      await readFully(handle, bytes, 0, size, 0);
      return decodeIndex(bytes, dataLength);
    } finally {
      await handle.close();
    }
  }
}

class FileBytes implements ShuffleBytes {
  readonly size: number;
  readonly #handle: FileHandle;
  readonly #ranges: readonly ByteRange[];
  #closing: Promise<void> | undefined;

  constructor(handle: FileHandle, ranges: readonly ByteRange[]) {
    this.#handle = handle;
    this.#ranges = ranges;
    this.size = ranges.reduce((sum, { start, end }) => sum + end - start, 0);
  }

  /** Full blocks, whatever the ranges: many small ones travel together. The next one is read while a block is on its way. */
  async *blocks(): AsyncGenerator<Uint8Array, void, undefined> {
    const reads = this.#plan();
    let next = this.#read(reads.next());
    try {
      for (;;) {
        const block = await next;
        if (block === undefined) return;
        next = this.#read(reads.next());
        // Whoever stops here never awaits it.
        next.catch(() => {});
        yield block;
      }
    } finally {
      await next.catch(() => {});
    }
  }

  /** What each block is made of. */
  *#plan(): Generator<readonly ByteRange[], undefined, undefined> {
    let pieces: ByteRange[] = [];
    let room = maxBlockBytes;
    for (const { start, end } of this.#ranges) {
      for (let at = start; at < end; ) {
        const take = Math.min(end - at, room);
        pieces.push({ start: at, end: at + take });
        at += take;
        room -= take;
        if (room > 0) continue;
        yield pieces;
        pieces = [];
        room = maxBlockBytes;
      }
    }
    if (pieces.length > 0) yield pieces;
    return undefined;
  }

  async #read(planned: IteratorResult<readonly ByteRange[], undefined>): Promise<Uint8Array | undefined> {
    if (planned.value === undefined) return undefined;
    const block = allocate(planned.value.reduce((sum, { start, end }) => sum + end - start, 0));
    let filled = 0;
    for (const { start, end } of planned.value) {
      await readFully(this.#handle, block, filled, end - start, start);
      filled += end - start;
    }
    return block;
  }

  close(): Promise<void> {
    this.#closing ??= this.#handle.close();
    return this.#closing;
  }
}

/** Starts aligned, and every byte is read into before it is handed out. */
const allocate = (length: number): Uint8Array => {
  const buffer = Buffer.allocUnsafeSlow(length);
  return new Uint8Array(buffer.buffer, buffer.byteOffset, length);
};

async function readFully(
  handle: FileHandle,
  into: Uint8Array,
  offset: number,
  length: number,
  position: number,
): Promise<void> {
  for (let done = 0; done < length; ) {
    let bytesRead: number;
    try {
      ({ bytesRead } = await handle.read(into, offset + done, length - done, position + done));
    } catch (cause) {
      throw new IoError(`cannot read a shuffle file: ${(cause as Error).message}`, { cause });
    }
    if (bytesRead === 0) throw new IoError(`a shuffle file ended at byte ${position + done} while it was read`);
    done += bytesRead;
  }
}
