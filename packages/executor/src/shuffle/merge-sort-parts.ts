import { type FileHandle, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ShuffleWritePartition, TaskKey } from '@ballista-ts/core';
import { fileError } from './file-errors.js';
import { FileWriter } from './file-writer.js';
import { decodeIndex, encodeIndex } from './index-file.js';
import { indexPath, sortDirectory } from './paths.js';

interface Part {
  readonly path: string;
  readonly handle: FileHandle;
  readonly offsets: readonly number[];
}

/**
 * Makes one data file and index of the sort layout out of those that several workers wrote for one task, and removes theirs. A segment
 * may hold any number of streams, so merging is copying. Tasks of the passthrough layout have no parts, and nothing happens.
 */
export async function mergeSortParts(workDir: string, { jobId, stageId, taskId }: TaskKey): Promise<void> {
  const directory = sortDirectory(workDir, jobId, stageId, taskId);
  const names = (await readdir(directory).catch(() => [] as string[])).filter((name) => /^part-\d+$/.test(name));
  if (names.length === 0) return;
  const parts: Part[] = [];
  const target = join(directory, 'data.arrow');
  try {
    for (const name of names.sort(byNumber)) parts.push(await openPart(join(directory, name, 'data.arrow')));
    const [first] = parts;
    if (parts.length === 1) {
      await rename(indexPath(first!.path), indexPath(target));
      await rename(first!.path, target);
    } else {
      const data = await FileWriter.create(`${target}.tmp`);
      try {
        await data.copyRange(first!.handle, first!.path, 0, first!.offsets[0]!);
        const offsets = [data.length];
        for (let partition = 0; partition + 1 < first!.offsets.length; partition += 1) {
          for (const { handle, path, offsets: own } of parts) {
            await data.copyRange(handle, path, own[partition]!, own[partition + 1]!);
          }
          offsets.push(data.length);
        }
        await writeFile(indexPath(target), encodeIndex(offsets));
      } finally {
        await data.close();
      }
      await rename(data.path, target);
    }
  } catch (cause) {
    throw fileError(`cannot merge the parts of ${target}`, cause);
  } finally {
    for (const { handle } of parts) await handle.close();
  }
  for (const name of names) await rm(join(directory, name), { recursive: true, force: true });
}

async function openPart(path: string): Promise<Part> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    return { path, handle, offsets: decodeIndex(new Uint8Array(await readFile(indexPath(path))), size) };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

const byNumber = (a: string, b: string): number => Number(a.slice(5)) - Number(b.slice(5));

/** What all parts wrote, by output partition. */
export function sumWritten(parts: readonly (readonly ShuffleWritePartition[])[]): ShuffleWritePartition[] {
  const sums = new Map<number, ShuffleWritePartition>();
  for (const one of parts.flat()) {
    const sum = sums.get(one.partitionId);
    sums.set(
      one.partitionId,
      sum === undefined
        ? one
        : {
            ...one,
            numBatches: sum.numBatches + one.numBatches,
            numRows: sum.numRows + one.numRows,
            numBytes: sum.numBytes + one.numBytes,
            fileBytes: sum.fileBytes + one.fileBytes,
          },
    );
  }
  return [...sums.values()].sort((a, b) => a.partitionId - b.partitionId);
}
