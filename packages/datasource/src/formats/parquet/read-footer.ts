import {
  DecodeError,
  describeError,
  ExecutionError,
  NotYetSupportedError,
  type ObjectMeta,
  type ObjectStore,
  type ReadOptions,
} from '@ballista-ts/core';
import { decodeFooter } from './footer-decode.js';
import type { ParquetFooter } from './footer-types.js';

/** Magic bytes at both ends. */
const MAGIC_LENGTH = 4;
/** Length of the footer and magic bytes at the end. */
const TAIL_LENGTH = 8;
const SMALLEST_FILE = MAGIC_LENGTH + TAIL_LENGTH;

export interface ReadFooterOptions extends ReadOptions {
  /** Bytes at the end of the file that are fetched first; a larger footer takes a second read. @default 524288 */
  readonly sizeHint?: number;
  /** What errors call the file. @default its path */
  readonly displayName?: string;
}

/**
 * Reads and checks the footer of a Parquet file with one or two range reads.
 * @throws ExecutionError naming the file and what is wrong with it: truncated, corrupt, not Parquet
 * @throws NotYetSupportedError for encrypted files
 */
export async function readParquetFooter(
  store: ObjectStore,
  { path, size }: Pick<ObjectMeta, 'path' | 'size'>,
  options: ReadFooterOptions = {},
): Promise<ParquetFooter> {
  const { sizeHint = 524_288, displayName: name = path } = options;
  if (size < SMALLEST_FILE) {
    throw broken(name, size === 0 ? 'the file is empty' : `the file has only ${size} bytes`);
  }
  const hinted = Math.min(size, Math.max(sizeHint, TAIL_LENGTH));
  const tail = await store.getRange(path, size - hinted, size, options);
  const magic = String.fromCharCode(...tail.subarray(tail.length - MAGIC_LENGTH));
  if (magic === 'PARE') throw new NotYetSupportedError('encrypted Parquet files', name);
  if (magic !== 'PAR1') {
    throw broken(name, 'it does not end with the bytes PAR1, so it is truncated or not a Parquet file');
  }
  const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength);
  const length = view.getUint32(tail.length - TAIL_LENGTH, true);
  const dataEnd = size - TAIL_LENGTH - length;
  if (dataEnd < MAGIC_LENGTH) {
    throw broken(name, `its footer is said to have ${length} bytes, more than the file of ${size} bytes holds`);
  }
  const footer =
    length + TAIL_LENGTH <= tail.length
      ? tail.subarray(tail.length - TAIL_LENGTH - length, tail.length - TAIL_LENGTH)
      : await store.getRange(path, dataEnd, size - TAIL_LENGTH, options);
  try {
    return decodeFooter(footer, { dataEnd, name });
  } catch (error) {
    if (error instanceof DecodeError) throw broken(name, `its footer is corrupt: ${describeError(error)}`, error);
    throw error;
  }
}

/** The one error for files that are not what they should be. */
export const broken = (path: string, why: string, cause?: unknown): ExecutionError =>
  new ExecutionError(`cannot read Parquet file ${path}: ${why}`, cause === undefined ? undefined : { cause });
