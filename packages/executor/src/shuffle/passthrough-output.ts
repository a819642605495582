import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  CancelledError,
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
import { dataPath } from './paths.js';
import { checkColumns } from './same-columns.js';

interface PartitionFile {
  readonly path: string;
  readonly writer: FileWriter;
  readonly encoder: IpcStreamEncoder;
  numBatches: number;
  numRows: number;
  numBytes: number;
}

/**
 * The passthrough layout: one Arrow stream file for each output partition of the task, written batch by batch. A file gets its name when
 * all of them are complete; a partition without rows has none.
 */
export class PassthroughOutput implements ShuffleOutput {
  readonly #workDir: string;
  readonly #request: ShuffleWriteRequest;
  readonly #schema: Schema;
  readonly #signal: AbortSignal;
  readonly #files = new Map<number, Promise<PartitionFile>>();
  #ended = false;

  /** `ensureIpcCodecs()` must have resolved. */
  constructor(workDir: string, request: ShuffleWriteRequest, schema: Schema, signal: AbortSignal) {
    this.#workDir = workDir;
    this.#request = request;
    this.#schema = schema;
    this.#signal = signal;
  }

  async write(partition: number, batch: RecordBatch): Promise<void> {
    if (this.#ended || this.#signal.aborted) throw new CancelledError('Task cancelled', { cause: this.#signal.reason });
    if (batch.numRows === 0) return;
    checkColumns(batch, this.#schema);
    const file = await this.#file(partition);
    file.numBatches += 1;
    file.numRows += batch.numRows;
    file.numBytes += batchBytes(batch);
    await file.writer.write(file.encoder.write(batch));
  }

  async finish(): Promise<readonly ShuffleWritePartition[]> {
    const partitions: ShuffleWritePartition[] = [];
    for (const [partitionId, opening] of this.#files) {
      const { writer, encoder, path, numBatches, numRows, numBytes } = await opening;
      await writer.write(encoder.finish());
      await writer.close();
      await rename(writer.path, path).catch((cause: unknown) => {
        throw fileError(`cannot complete ${path}`, cause);
      });
      partitions.push({
        partitionId,
        numBatches,
        numRows,
        numBytes,
        fileBytes: writer.length,
        fileId: this.#request.taskId,
        layout: ShuffleLayout.Passthrough,
      });
    }
    this.#ended = true;
    return partitions.sort((a, b) => a.partitionId - b.partitionId);
  }

  async abort(): Promise<void> {
    this.#ended = true;
    for (const opening of this.#files.values()) {
      const file = await opening.catch(() => undefined);
      if (file === undefined) continue;
      await file.writer.close().catch(() => {});
      // A failure here must not hide the one that led here; the job's folder goes later, with whatever is in it.
      await rm(file.writer.path, { force: true }).catch(() => {});
      await rm(file.path, { force: true }).catch(() => {});
    }
  }

  #file(partition: number): Promise<PartitionFile> {
    let opening = this.#files.get(partition);
    if (opening === undefined) {
      opening = this.#create(partition);
      this.#files.set(partition, opening);
    }
    return opening;
  }

  async #create(partitionId: number): Promise<PartitionFile> {
    const { jobId, stageId, taskId, codec } = this.#request;
    const path = dataPath(this.#workDir, { jobId, stageId, partitionId }, taskId, ShuffleLayout.Passthrough);
    await mkdir(dirname(path), { recursive: true }).catch((cause: unknown) => {
      throw fileError(`cannot create ${dirname(path)}`, cause);
    });
    const writer = await FileWriter.create(`${path}.tmp`);
    const encoder = new IpcStreamEncoder(this.#schema, { compression: codec });
    await writer.write(encoder.start());
    return { path, writer, encoder, numBatches: 0, numRows: 0, numBytes: 0 };
  }
}
