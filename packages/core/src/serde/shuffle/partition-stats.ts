import { type PartitionStats as PartitionStatsMessage, PartitionStatsSchema } from '../../gen/ballista_pb.js';
import type { PartitionStats } from '../../shuffle/shuffle.js';
import { message, toSafeNumber, toUint64 } from '../wire/message.js';

/** What is not known travels as -1, and the bytes on disk as an absent field. */
export const partitionStatsToProto = (stats: PartitionStats): PartitionStatsMessage =>
  message(PartitionStatsSchema, {
    numRows: stats.numRows === undefined ? -1n : toUint64(stats.numRows),
    numBatches: stats.numBatches === undefined ? -1n : toUint64(stats.numBatches),
    numBytes: stats.numBytes === undefined ? -1n : toUint64(stats.numBytes),
    columnStats: [],
    fileBytes: stats.fileBytes === undefined ? undefined : toUint64(stats.fileBytes),
  });

export function partitionStatsFromProto(proto: PartitionStatsMessage): PartitionStats {
  const { numRows, numBatches, numBytes, fileBytes } = proto;
  return {
    ...(numRows >= 0n && { numRows: toSafeNumber(numRows, proto, 'num_rows') }),
    ...(numBatches >= 0n && { numBatches: toSafeNumber(numBatches, proto, 'num_batches') }),
    ...(numBytes >= 0n && { numBytes: toSafeNumber(numBytes, proto, 'num_bytes') }),
    ...(fileBytes !== undefined && { fileBytes: toSafeNumber(fileBytes, proto, 'file_bytes') }),
  };
}
