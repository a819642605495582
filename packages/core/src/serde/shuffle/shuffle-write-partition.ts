import {
  type ShuffleWritePartition as ShuffleWritePartitionMessage,
  ShuffleWritePartitionSchema,
} from '../../gen/ballista_pb.js';
import { ShuffleLayout, type ShuffleWritePartition } from '../../shuffle/shuffle.js';
import { message, toSafeNumber, toUint64 } from '../wire/message.js';

export const shuffleWritePartitionToProto = (partition: ShuffleWritePartition): ShuffleWritePartitionMessage =>
  message(ShuffleWritePartitionSchema, {
    partitionId: toUint64(partition.partitionId),
    numBatches: toUint64(partition.numBatches),
    numRows: toUint64(partition.numRows),
    numBytes: toUint64(partition.numBytes),
    fileId: partition.fileId === undefined ? undefined : toUint64(partition.fileId),
    isSortShuffle: partition.layout === ShuffleLayout.Sort,
    numFileBytes: toUint64(partition.fileBytes),
  });

/** A writer that tells only one size means both by it. */
export function shuffleWritePartitionFromProto(proto: ShuffleWritePartitionMessage): ShuffleWritePartition {
  const numBytes = toSafeNumber(proto.numBytes, proto, 'num_bytes');
  return {
    partitionId: toSafeNumber(proto.partitionId, proto, 'partition_id'),
    numBatches: toSafeNumber(proto.numBatches, proto, 'num_batches'),
    numRows: toSafeNumber(proto.numRows, proto, 'num_rows'),
    numBytes,
    fileBytes: proto.numFileBytes === undefined ? numBytes : toSafeNumber(proto.numFileBytes, proto, 'num_file_bytes'),
    ...(proto.fileId !== undefined && { fileId: toSafeNumber(proto.fileId, proto, 'file_id') }),
    layout: proto.isSortShuffle ? ShuffleLayout.Sort : ShuffleLayout.Passthrough,
  };
}
