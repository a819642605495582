import type { DataType, Value } from '@ballista-ts/core';
import { hashRows, partitionOfHash } from '@ballista-ts/functions';

/** For each of `count` partitions the rows that belong to it, by the hash that all executors share. */
export function partitionOf(
  types: readonly DataType[],
  keys: readonly (readonly Value[])[],
  numRows: number,
  count: number,
): number[][] {
  const parts: number[][] = Array.from({ length: count }, () => []);
  const hashes = hashRows(types, keys, numRows);
  for (let row = 0; row < numRows; row += 1) parts[partitionOfHash(hashes[row]!, count)]!.push(row);
  return parts;
}
