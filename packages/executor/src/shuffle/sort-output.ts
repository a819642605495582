import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  CancelledError,
  InternalError,
  ShuffleLayout,
  type ShuffleOutput,
  type ShuffleWritePartition,
  type ShuffleWriteRequest,
} from '@ballista-ts/core';
import { IpcStreamEncoder } from '@ballista-ts/flight';
import type { RecordBatch, Schema } from 'apache-arrow';
import { batchBytes } from './batch-size.js';
import { fileError } from './file-errors.js';
import { FileWriter } from './file-writer.js';
import { encodeIndex } from './index-file.js';
import { indexPath, partDirectory, sortDirectory } from './paths.js';
import { checkColumns } from './same-columns.js';

/** One complete IPC stream of a partition in a spill file. */
interface SpilledStream {
  readonly file: FileWriter;
  readonly start: number;
  readonly end: number;
}

interface Partition {
  /** The stream that is being encoded, in memory; undefined while there is none. */
  encoder: IpcStreamEncoder | undefined;
  chunks: Uint8Array[];
  readonly spilled: SpilledStream[];
  numBatches: number;
  numRows: number;
  numBytes: number;
}

export interface SortOutputOptions {
  readonly partitionCount: number;
  /** Bytes of encoded rows that are held before all of them go to a spill file; 0: no limit of its own. */
  readonly memoryLimitBytes: number;
  /** When several workers share a task, each has a folder of its own below the task's, until they are merged. */
  readonly part?: number | undefined;
  /** Told of each spill, for metrics. */
  readonly onSpill?: (bytes: number) => void;
}

/**
 * The sort layout: one data file ordered by output partition, and its index.
 *
 * Rows are encoded as they come and held by partition. Over the limit everything held goes to a spill file, partition after partition,
 * each as a stream of its own. At the end the data file gets a header (a stream of the schema alone), then for each partition its spilled
 * streams, copied as they are, and the one in memory. A partition without rows has length zero. The data file gets its name last.
 */
export class SortOutput implements ShuffleOutput {
  readonly #directory: string;
  readonly #request: ShuffleWriteRequest;
  readonly #schema: Schema;
  readonly #signal: AbortSignal;
  readonly #options: SortOutputOptions;
  readonly #partitions: Partition[];
  readonly #open = new Set<FileWriter>();
  #held = 0;
  #spills = 0;
  #created: Promise<unknown> | undefined;
  #ended = false;

  /** `ensureIpcCodecs()` must have resolved. */
  constructor(
    workDir: string,
    request: ShuffleWriteRequest,
    schema: Schema,
    options: SortOutputOptions,
    signal: AbortSignal,
  ) {
    const own = sortDirectory(workDir, request.jobId, request.stageId, request.taskId);
    this.#directory = options.part === undefined ? own : partDirectory(own, options.part);
    this.#request = request;
    this.#schema = schema;
    this.#options = options;
    this.#signal = signal;
    this.#partitions = Array.from({ length: options.partitionCount }, () => ({
      encoder: undefined,
      chunks: [],
      spilled: [],
      numBatches: 0,
      numRows: 0,
      numBytes: 0,
    }));
  }

  async write(partition: number, batch: RecordBatch): Promise<void> {
    this.#checkRunning();
    const target = this.#partitions[partition];
    if (target === undefined) {
      throw new InternalError(`partition ${partition} of a shuffle output that has ${this.#partitions.length}`);
    }
    if (batch.numRows === 0) return;
    checkColumns(batch, this.#schema);
    target.numBatches += 1;
    target.numRows += batch.numRows;
    target.numBytes += batchBytes(batch);
    if (target.encoder === undefined) {
      target.encoder = new IpcStreamEncoder(this.#schema, { compression: this.#request.codec });
      this.#hold(target, target.encoder.start());
    }
    this.#hold(target, target.encoder.write(batch));
    const { memoryLimitBytes } = this.#options;
    if (memoryLimitBytes > 0 && this.#held >= memoryLimitBytes) await this.#spill();
  }

  async finish(): Promise<readonly ShuffleWritePartition[]> {
    this.#checkRunning();
    const path = join(this.#directory, 'data.arrow');
    const data = await this.#createFile('data.arrow.tmp');
    const header = new IpcStreamEncoder(this.#schema);
    await data.write([...header.start(), ...header.finish()]);
    const offsets = [data.length];
    for (const partition of this.#partitions) {
      this.#checkRunning();
      for (const { file, start, end } of partition.spilled) await data.copyFrom(file, start, end);
      await data.write(endStream(partition));
      offsets.push(data.length);
    }
    await this.#close(data);
    await this.#removeSpills();
    try {
      await writeFile(indexPath(path), encodeIndex(offsets));
      await rename(data.path, path);
    } catch (cause) {
      throw fileError(`cannot complete ${path}`, cause);
    }
    this.#ended = true;
    return this.#partitions.flatMap(({ numBatches, numRows, numBytes }, partitionId) =>
      numRows === 0
        ? []
        : {
            partitionId,
            numBatches,
            numRows,
            numBytes,
            fileBytes: offsets[partitionId + 1]! - offsets[partitionId]!,
            fileId: this.#request.taskId,
            layout: ShuffleLayout.Sort,
          },
    );
  }

  async abort(): Promise<void> {
    this.#ended = true;
    await this.#created?.catch(() => {});
    for (const file of this.#open) await file.close().catch(() => {});
    for (const partition of this.#partitions) partition.chunks = [];
    // A failure here must not hide the one that led here; the job's folder goes later, with whatever is in it.
    await rm(this.#directory, { recursive: true, force: true }).catch(() => {});
  }

  #checkRunning(): void {
    if (this.#ended || this.#signal.aborted) throw new CancelledError('Task cancelled', { cause: this.#signal.reason });
  }

  /** The encoder's chunks may be views of memory that the writer of the batch uses again; these are not. */
  #hold(partition: Partition, chunks: readonly Uint8Array[]): void {
    const bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.byteLength, 0));
    let at = 0;
    for (const chunk of chunks) {
      bytes.set(chunk, at);
      at += chunk.byteLength;
    }
    partition.chunks.push(bytes);
    this.#held += bytes.byteLength;
  }

  async #spill(): Promise<void> {
    const file = await this.#createFile(`spill-${this.#spills}.arrow`);
    this.#spills += 1;
    for (const partition of this.#partitions) {
      if (partition.encoder === undefined) continue;
      const start = file.length;
      await file.write(endStream(partition));
      partition.spilled.push({ file, start, end: file.length });
      partition.encoder = undefined;
      partition.chunks = [];
    }
    this.#held = 0;
    this.#options.onSpill?.(file.length);
  }

  async #createFile(name: string): Promise<FileWriter> {
    this.#created ??= mkdir(this.#directory, { recursive: true });
    await this.#created.catch((cause: unknown) => {
      throw fileError(`cannot create ${this.#directory}`, cause);
    });
    const file = await FileWriter.create(join(this.#directory, name));
    this.#open.add(file);
    return file;
  }

  async #close(file: FileWriter): Promise<void> {
    await file.close();
    this.#open.delete(file);
  }

  async #removeSpills(): Promise<void> {
    for (const file of this.#open) {
      await this.#close(file);
      await rm(file.path, { force: true });
    }
  }
}

/** The chunks of the stream in memory with its end mark; none when there is no stream. */
const endStream = ({ encoder, chunks }: Partition): Uint8Array[] =>
  encoder === undefined ? [] : [...chunks, ...encoder.finish()];
