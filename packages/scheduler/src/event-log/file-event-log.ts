import {
  closeSync,
  fdatasync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import {
  type Clock,
  DecodeError,
  describeError,
  FailedPreconditionError,
  IoError,
  type Logger,
  systemClock,
} from '@ballista-ts/core';
import { isCode, lockDataDir } from './data-dir-lock.js';
import type { EventLog } from './event-log.js';
import { frame, readFrames } from './frames.js';

export interface FileEventLogOptions {
  /** Made when it is not there. Holds queries and settings, and so is readable by its owner only. */
  readonly directory: string;
  readonly logger: Logger;
  /** A record is on the disk at most that much later, and whatever time the disk takes; 0: before `append` returns. @default 50 */
  readonly syncMs?: number;
  /** Told when records could not be brought to the disk: they may be lost with the machine. */
  readonly onSyncFailed?: (error: Error) => void;
  readonly clock?: Clock;
}

/** First bytes of a segment: what it is, and the version of the format. */
const magic = Buffer.from('BTSLOG\u0000\u0001');
const segmentPattern = /^events-(\d{8})\.log$/;
const segmentName = (number: number): string => `events-${String(number).padStart(8, '0')}.log`;

/**
 * An event log in files `events-<number>.log`. There is one at a time: a rewrite makes the next one, whole and on the disk
 * before it gets its name, and only then removes the one before. A record is handed to the operating system before `append`
 * returns, so that the end of the process loses nothing; it is on the disk within `syncMs`, which is what the end of the
 * machine may lose. A last record that was cut off is left out with a warning.
 */
export function createFileEventLog(options: FileEventLogOptions): EventLog {
  const { directory, logger, syncMs = 50, clock = systemClock } = options;
  const size = { rewritten: 0, appended: 0 };
  let unlock: (() => void) | undefined;
  let current: { readonly number: number; readonly fd: number; readonly file: string } | undefined;
  let newest = 0;
  let timer: { cancel(): void } | undefined;
  let syncing: Promise<void> | undefined;
  let dirty = false;

  const attempt = <T>(what: string, act: () => T): T => {
    try {
      return act();
    } catch (cause) {
      if (cause instanceof DecodeError) throw cause;
      throw new IoError(`cannot ${what}: ${describeError(cause)}`, { cause });
    }
  };
  const segments = (): number[] =>
    readdirSync(directory)
      .flatMap((name) => segmentPattern.exec(name)?.[1] ?? [])
      .map(Number)
      .sort((a, b) => a - b);

  const sync = (): Promise<void> => {
    timer?.cancel();
    timer = undefined;
    if (current === undefined || !dirty) return syncing ?? Promise.resolve();
    const { fd, file } = current;
    dirty = false;
    const done = new Promise<void>((resolve) =>
      fdatasync(fd, (error) => {
        // A segment that was replaced meanwhile need not be on the disk any more.
        if (error !== null && current?.fd === fd) {
          options.onSyncFailed?.(new IoError(`cannot bring ${file} to the disk: ${error.message}`, { cause: error }));
        }
        if (syncing === done) syncing = undefined;
        resolve();
      }),
    );
    syncing = done;
    return done;
  };

  const log: EventLog = {
    *replay() {
      if (unlock === undefined) {
        attempt(`make the data directory ${directory}`, () => mkdirSync(directory, { recursive: true, mode: 0o700 }));
        unlock = lockDataDir(directory);
      }
      const found = attempt(`read the data directory ${directory}`, segments);
      newest = found.at(-1) ?? 0;
      if (newest === 0) return;
      const file = join(directory, segmentName(newest));
      const data = attempt(`read the event log ${file}`, () => readFileSync(file));
      checkMagic(data, file);
      const { records, tornBytes } = readFrames(data, magic.length, file);
      if (tornBytes > 0) {
        logger.warn('the last record of the event log was cut off and is left out', {
          file,
          offset: data.length - tornBytes,
          bytes: tornBytes,
        });
      }
      yield* records;
    },

    rewrite(records) {
      if (unlock === undefined) throw new FailedPreconditionError(`the event log in ${directory} has not been opened`);
      const number = newest + 1;
      const file = join(directory, segmentName(number));
      const draft = `${file}.tmp`;
      const fd = attempt(`write the event log ${draft}`, () => {
        const opened = openSync(draft, 'w', 0o600);
        try {
          let written = writeAll(opened, magic);
          for (const record of records) written += writeAll(opened, frame(record));
          fsyncSync(opened);
          renameSync(draft, file);
          syncDirectory(directory);
          size.rewritten = written;
          size.appended = 0;
          return opened;
        } catch (error) {
          closeSync(opened);
          rmSync(draft, { force: true });
          throw error;
        }
      });
      const before = current;
      current = { number, fd, file };
      newest = number;
      dirty = false;
      // A sync of the old segment may still be under way.
      if (before !== undefined) void (syncing ?? Promise.resolve()).then(() => closeSync(before.fd));
      for (const old of attempt(`read the data directory ${directory}`, segments)) {
        if (old < number) rmSync(join(directory, segmentName(old)), { force: true });
      }
    },

    append(records) {
      if (current === undefined) throw new FailedPreconditionError(`the event log in ${directory} is not open`);
      const { fd, file } = current;
      attempt(`write the event log ${file}`, () => {
        for (const record of records) size.appended += writeAll(fd, frame(record));
        if (syncMs === 0) fsyncSync(fd);
      });
      if (syncMs === 0) return;
      dirty = true;
      timer ??= clock.setTimeout(() => void sync(), syncMs);
    },

    size,

    async close() {
      await sync();
      await syncing;
      if (current !== undefined) closeSync(current.fd);
      current = undefined;
      unlock?.();
      unlock = undefined;
    },
  };
  return log;
}

function checkMagic(data: Buffer, file: string): void {
  const kind = magic.subarray(0, magic.length - 1);
  if (data.length < magic.length || !data.subarray(0, kind.length).equals(kind)) {
    throw new DecodeError(`${file} is no event log: it does not begin like one (offset 0)`);
  }
  const version = data[kind.length]!;
  if (version !== magic[kind.length]) {
    throw new DecodeError(
      `the event log ${file} has format ${version}, this scheduler reads format ${magic[kind.length]}: start it with the version that wrote it`,
    );
  }
}

/** A write may take less than it was given. */
function writeAll(fd: number, bytes: Uint8Array): number {
  for (let written = 0; written < bytes.byteLength; ) written += writeSync(fd, bytes, written);
  return bytes.byteLength;
}

/** A new name is on the disk when its directory is. Not every system lets a directory be synced. */
function syncDirectory(directory: string): void {
  const fd = openSync(directory, 'r');
  try {
    fsyncSync(fd);
  } catch (error) {
    if (!isCode(error, 'EPERM') && !isCode(error, 'EINVAL') && !isCode(error, 'EISDIR')) throw error;
  } finally {
    closeSync(fd);
  }
}
