import { randomBytes } from 'node:crypto';
import { lstat, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { InvalidArgumentError, IoError, type ObjectStore } from '@ballista-ts/core';
import { createLocalObjectStore } from '@ballista-ts/datasource';

/** Unfinished output of a process: `.tpch-<pid>-<random>.tmp`. */
const UNFINISHED = /^\.tpch-(\d+)-[0-9a-f]+\.tmp$/;
const PART_FILE = /^part-\d+\.(parquet|tbl)$/;

/** A directory that tables are published to: written in a hidden place inside of it, then moved to their names. */
export class OutputDirectory {
  readonly #store: ObjectStore;

  private constructor(
    private readonly directory: string,
    private readonly hidden: string,
  ) {
    this.#store = createLocalObjectStore({ root: hidden });
  }

  /** Makes the directory if need be, and removes what killed processes left unfinished in it. */
  static async open(directory: string): Promise<OutputDirectory> {
    const absolute = resolve(directory);
    try {
      await mkdir(absolute, { recursive: true });
      for (const name of await readdir(absolute)) {
        const pid = Number(UNFINISHED.exec(name)?.[1] ?? Number.NaN);
        if (!Number.isNaN(pid) && pid !== process.pid && !isAlive(pid)) {
          await rm(join(absolute, name), { recursive: true, force: true });
        }
      }
      const hidden = join(absolute, `.tpch-${process.pid}-${randomBytes(6).toString('hex')}.tmp`);
      await mkdir(hidden);
      return new OutputDirectory(absolute, hidden);
    } catch (error) {
      throw new IoError(`cannot write into ${absolute}`, { cause: error });
    }
  }

  /** Writes a file, not yet visible. Returns its size in bytes. */
  async put(
    path: string,
    chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
    signal: AbortSignal | undefined,
  ): Promise<number> {
    return (await this.#store.put(path, chunks, signal === undefined ? {} : { signal })).size;
  }

  /**
   * Moves a file, or a directory (ending with `/`), to its place and returns its absolute path. What an earlier run published for
   * the same table gives way, also when it had another number of parts.
   * @throws InvalidArgumentError when a directory of that name holds other things than generated parts
   */
  async publish(location: string): Promise<string> {
    const name = location.replace(/\/$/, '');
    const table = name.replace(/\.(parquet|tbl)$/, '');
    const isDirectory = location.endsWith('/');
    const target = join(this.directory, name);
    await this.#removeParts(join(this.directory, table));
    if (isDirectory) {
      for (const extension of ['parquet', 'tbl'])
        await rm(join(this.directory, `${table}.${extension}`), { force: true });
    }
    await rename(join(this.hidden, name), target);
    return isDirectory ? `${target}/` : target;
  }

  /** Removes what was not published. */
  async close(): Promise<void> {
    await rm(this.hidden, { recursive: true, force: true });
  }

  async #removeParts(directory: string): Promise<void> {
    const found = await lstat(directory).catch(() => undefined);
    if (found === undefined) return;
    const others = found.isDirectory()
      ? (await readdir(directory)).filter((name) => !PART_FILE.test(name))
      : ['it is not a directory'];
    if (others.length > 0) {
      throw new InvalidArgumentError(
        `${directory} is in the way and was not generated (${others.slice(0, 3).join(', ')}); move it, or choose another directory`,
      );
    }
    await rm(directory, { recursive: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it is there, but somebody else's.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
