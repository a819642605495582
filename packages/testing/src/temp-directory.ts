import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';

/** A directory of a test's own, gone when it is disposed, or when the process exits without disposing it. */
export interface TempDirectory extends AsyncDisposable {
  /** Absolute, with symbolic links resolved. */
  readonly path: string;
  /** An absolute path inside; nothing is created. @throws RangeError when the parts lead outside. */
  join(...parts: string[]): string;
  /** Writes a file, and the directories above it; answers its absolute path. */
  write(name: string, content: string | Uint8Array): Promise<string>;
  /** Removes the directory. Calling it again does nothing. */
  close(): Promise<void>;
}

const open = new Set<string>();
let exitHookInstalled = false;

/**
 * Makes a fresh directory below the system's.
 * @param prefix what the directory's name starts with, so that a leftover tells whose it is
 */
export async function tempDirectory(prefix = 'ballista-test'): Promise<TempDirectory> {
  const path = await realpath(await mkdtemp(join(tmpdir(), `${prefix}-`)));
  open.add(path);
  if (!exitHookInstalled) {
    exitHookInstalled = true;
    process.on('exit', () => {
      for (const left of open) rmSync(left, { recursive: true, force: true });
    });
  }
  const inside = (...parts: string[]): string => {
    const full = resolve(path, ...parts);
    if (full !== path && !full.startsWith(path + sep)) throw new RangeError(`${join(...parts)} leads out of ${path}`);
    return full;
  };
  const close = async (): Promise<void> => {
    // A process that a test has just killed may still be creating files.
    await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    open.delete(path);
  };
  return {
    path,
    join: inside,
    async write(name, content) {
      const file = inside(name);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
      return file;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
