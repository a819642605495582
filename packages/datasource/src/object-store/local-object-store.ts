import { randomBytes } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, realpath, rename, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import {
  InvalidArgumentError,
  IoError,
  NotFoundError,
  type ObjectMeta,
  type ObjectStore,
  type ReadOptions,
} from '@ballista-ts/core';
import { throwIfAborted } from './cancel.js';
import { checkObjectPath, checkObjectPrefix } from './object-path.js';

export interface LocalObjectStoreOptions {
  /**
   * Directory that paths are relative to; nothing outside of it can be reached, not through symbolic links either.
   * @default the root of the file system, as `file:///` means it
   */
  readonly root?: string;
}

/** Files of this machine. */
export function createLocalObjectStore(options: LocalObjectStoreOptions = {}): ObjectStore {
  return new LocalObjectStore(options.root);
}

class LocalObjectStore implements ObjectStore {
  readonly #root: string | undefined;

  constructor(root: string | undefined) {
    this.#root = root === undefined ? undefined : resolve(root);
  }

  async head(path: string, options?: ReadOptions): Promise<ObjectMeta> {
    throwIfAborted(options?.signal);
    const file = await this.#existing(path);
    const found = await stat(file).catch((error: unknown) => failure('look up', file, error));
    if (!found.isFile()) throw new NotFoundError(`${file} is a directory, not a file`);
    return meta(path, found);
  }

  async getRange(path: string, start: number, end: number, options?: ReadOptions): Promise<Uint8Array> {
    throwIfAborted(options?.signal);
    if (!(Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && end >= start)) {
      throw new InvalidArgumentError(
        `byte range ${start}..${end} of ${path}: start and end are whole numbers, start first`,
      );
    }
    const file = await this.#existing(path);
    const handle = await open(file, 'r').catch((error: unknown) => failure('open', file, error));
    try {
      return await readExactly(handle, file, start, end);
    } finally {
      await handle.close();
    }
  }

  async *list(prefix: string, options?: ReadOptions): AsyncIterable<ObjectMeta> {
    checkObjectPrefix(prefix);
    const directory = prefix.slice(0, prefix.lastIndexOf('/') + 1);
    yield* this.#walk(directory, prefix, options?.signal, []);
  }

  /** Entries sorted as if directories ended with `/`, which makes whole paths come out in order: `a-b` before `a/c`. */
  async *#walk(
    directory: string,
    prefix: string,
    signal: AbortSignal | undefined,
    ancestors: readonly string[],
  ): AsyncIterable<ObjectMeta> {
    throwIfAborted(signal);
    const real = await this.#real(this.#absolute(directory));
    // A link to a directory above would never end.
    if (real === undefined || ancestors.includes(real)) return;
    const entries: { readonly path: string; readonly found: ObjectMeta | undefined }[] = [];
    for (const entry of await entriesOf(real)) {
      const path = directory + entry.name;
      if (!path.startsWith(prefix) && !prefix.startsWith(`${path}/`)) continue;
      const absolute = this.#absolute(path);
      if (entry.isSymbolicLink() && (await this.#real(absolute)) === undefined) continue;
      const found = await stat(absolute).catch((error: unknown) => ifGone(error));
      if (found?.isFile()) entries.push({ path, found: meta(path, found) });
      // What is neither is gone since, a dangling link, a pipe or a device.
      else if (found?.isDirectory()) entries.push({ path: `${path}/`, found: undefined });
    }
    entries.sort((a, b) => (a.path < b.path ? -1 : 1));
    for (const { path, found } of entries) {
      if (found !== undefined) yield found;
      else yield* this.#walk(path, prefix, signal, [...ancestors, real]);
    }
  }

  async put(
    path: string,
    chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    options?: ReadOptions,
  ): Promise<ObjectMeta> {
    checkObjectPath(path);
    const file = this.#absolute(path);
    const directory = dirname(file);
    await this.#checkContained(directory);
    await mkdir(directory, { recursive: true }).catch((error: unknown) =>
      failure('create the directory of', file, error),
    );
    const temporary = join(directory, `.${randomBytes(9).toString('hex')}.tmp`);
    const handle = await open(temporary, 'wx').catch((error: unknown) => failure('create', file, error));
    try {
      try {
        for await (const chunk of chunks) {
          throwIfAborted(options?.signal);
          await writeAll(handle, file, chunk);
        }
      } finally {
        await handle.close();
      }
      throwIfAborted(options?.signal);
      await rename(temporary, file).catch((error: unknown) => failure('finish', file, error));
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    return await this.head(path);
  }

  async delete(path: string): Promise<void> {
    checkObjectPath(path);
    const file = this.#absolute(path);
    await this.#checkContained(dirname(file));
    await unlink(file).catch((error: unknown) => {
      if (ifGone(error) === undefined) return;
      throw error;
    });
  }

  #absolute(path: string): string {
    if (this.#root !== undefined) return join(this.#root, path);
    // On Windows the first segment is the drive.
    return process.platform === 'win32' ? resolve(path === '' ? '/' : path) : `/${path}`;
  }

  async #existing(path: string): Promise<string> {
    checkObjectPath(path);
    const file = this.#absolute(path);
    if (this.#root !== undefined && (await this.#real(file)) === undefined) {
      throw new NotFoundError(`file ${file} does not exist in ${this.#root}`);
    }
    return file;
  }

  /** A directory that need not exist yet leads out of the root when what exists of it does. */
  async #checkContained(directory: string): Promise<void> {
    if (this.#root === undefined) return;
    for (let existing = directory; existing !== this.#root; existing = dirname(existing)) {
      if ((await realpath(existing).catch((error: unknown) => ifGone(error))) === undefined) continue;
      if ((await this.#real(existing)) !== undefined) return;
      throw new InvalidArgumentError(`${directory} leads out of ${this.#root}`);
    }
  }

  /** The path without links; undefined when it does not exist or lies outside of the root. */
  async #real(path: string): Promise<string | undefined> {
    const real = await realpath(path).catch((error: unknown) => ifGone(error));
    if (real === undefined || this.#root === undefined) return real;
    const root = await realpath(this.#root).catch((error: unknown) => ifGone(error));
    return root !== undefined && (real === root || real.startsWith(root.endsWith(sep) ? root : root + sep))
      ? real
      : undefined;
  }
}

async function readExactly(handle: FileHandle, file: string, start: number, end: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(end - start);
  for (let done = 0; done < bytes.length; ) {
    const { bytesRead } = await handle
      .read(bytes, done, bytes.length - done, start + done)
      .catch((error: unknown) => failure('read', file, error));
    if (bytesRead === 0) {
      const { size } = await handle.stat();
      throw new IoError(`cannot read bytes ${start}..${end} of ${file}: the file has ${size} bytes`);
    }
    done += bytesRead;
  }
  return bytes;
}

async function writeAll(handle: FileHandle, file: string, chunk: Uint8Array): Promise<void> {
  for (let done = 0; done < chunk.length; ) {
    const { bytesWritten } = await handle
      .write(chunk, done, chunk.length - done)
      .catch((error: unknown) => failure('write', file, error));
    done += bytesWritten;
  }
}

async function entriesOf(directory: string): Promise<readonly Dirent[]> {
  return (
    (await readdir(directory, { withFileTypes: true }).catch(
      (error: unknown) => ifGone(error) ?? failure('list', directory, error),
    )) ?? []
  );
}

const meta = (path: string, found: { size: number; mtimeMs: number }): ObjectMeta => ({
  path,
  size: found.size,
  lastModifiedMs: found.mtimeMs,
});

/** Undefined when there is nothing at a path; anything else is thrown. */
function ifGone(error: unknown): undefined {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP') return undefined;
  throw new IoError(`cannot look at ${(error as NodeJS.ErrnoException).path ?? 'a file'}`, { cause: error });
}

function failure(what: string, file: string, error: unknown): never {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOENT' || code === 'ENOTDIR') throw new NotFoundError(`file ${file} does not exist`, { cause: error });
  throw new IoError(`cannot ${what} ${file}`, { cause: error });
}
