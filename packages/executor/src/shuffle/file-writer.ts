import { type FileHandle, open } from 'node:fs/promises';
import { fileError } from './file-errors.js';

/** Most chunks that one system call takes (IOV_MAX is 1024 where it is smallest). */
const maxChunks = 512;

/** Appends chunks to a file that it creates. */
export class FileWriter {
  readonly path: string;
  readonly #handle: FileHandle;
  #length = 0;
  #closed: Promise<void> | undefined;

  private constructor(path: string, handle: FileHandle) {
    this.path = path;
    this.#handle = handle;
  }

  /** @throws IoError */
  static async create(path: string): Promise<FileWriter> {
    try {
      return new FileWriter(path, await open(path, 'w+'));
    } catch (cause) {
      throw fileError(`cannot create ${path}`, cause);
    }
  }

  /** Bytes written so far. */
  get length(): number {
    return this.#length;
  }

  /** @throws IoError, for instance when the disk is full */
  async write(chunks: readonly Uint8Array[]): Promise<void> {
    for (let at = 0; at < chunks.length; at += maxChunks) {
      let group = chunks.slice(at, at + maxChunks);
      while (group.length > 0) {
        const bytesWritten = await this.#writev(group);
        this.#length += bytesWritten;
        group = rest(group, bytesWritten);
      }
    }
  }

  /** Copies a part of another file to the end of this one. */
  copyFrom(source: FileWriter, start: number, end: number): Promise<void> {
    return this.copyRange(source.#handle, source.path, start, end);
  }

  /** The same, from a file that is open for reading. */
  async copyRange(source: FileHandle, path: string, start: number, end: number): Promise<void> {
    const buffer = new Uint8Array(Math.min(end - start, 1024 * 1024));
    for (let at = start; at < end; ) {
      const { bytesRead } = await source
        .read(buffer, 0, Math.min(buffer.byteLength, end - at), at)
        .catch((cause: unknown) => {
          throw fileError(`cannot read back ${path}`, cause);
        });
      if (bytesRead === 0) throw fileError(`cannot read back ${path}`, new Error(`it ends at byte ${at}`));
      await this.write([buffer.subarray(0, bytesRead)]);
      at += bytesRead;
    }
  }

  close(): Promise<void> {
    this.#closed ??= this.#handle.close();
    return this.#closed;
  }

  async #writev(group: Uint8Array[]): Promise<number> {
    try {
      return (await this.#handle.writev(group)).bytesWritten;
    } catch (cause) {
      throw fileError(`cannot write ${this.path}`, cause);
    }
  }
}

/** What is left of the chunks after that many bytes. */
function rest(chunks: Uint8Array[], bytes: number): Uint8Array[] {
  let done = bytes;
  let index = 0;
  while (index < chunks.length && done >= chunks[index]!.byteLength) {
    done -= chunks[index]!.byteLength;
    index += 1;
  }
  const left = chunks.slice(index);
  if (done > 0) left[0] = left[0]!.subarray(done);
  return left;
}
