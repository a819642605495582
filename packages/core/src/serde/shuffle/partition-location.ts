import { type PartitionLocation as PartitionLocationMessage, PartitionLocationSchema } from '../../gen/ballista_pb.js';
import { type PartitionLocation, ShuffleLayout } from '../../shuffle/shuffle.js';
import { message, required, toSafeNumber, toUint64 } from '../wire/message.js';
import { executorMetadataFromProto, executorMetadataToProto } from './executor-metadata.js';
import { partitionIdFromProto, partitionIdToProto } from './partition-id.js';
import { partitionStatsFromProto, partitionStatsToProto } from './partition-stats.js';

export const partitionLocationToProto = (location: PartitionLocation): PartitionLocationMessage =>
  message(PartitionLocationSchema, {
    mapPartitionId: location.mapPartitionId,
    partitionId: partitionIdToProto(location.partitionId),
    executorMeta: executorMetadataToProto(location.executor),
    partitionStats: partitionStatsToProto(location.stats),
    fileId: location.fileId === undefined ? undefined : toUint64(location.fileId),
    isSortShuffle: location.layout === ShuffleLayout.Sort,
  });

/** @throws DecodeError for a missing part, InvalidArgumentError for an id that is none. */
export const partitionLocationFromProto = (proto: PartitionLocationMessage): PartitionLocation => ({
  mapPartitionId: proto.mapPartitionId,
  partitionId: partitionIdFromProto(required(proto.partitionId, proto, 'partition_id')),
  executor: executorMetadataFromProto(required(proto.executorMeta, proto, 'executor_meta')),
  stats: proto.partitionStats === undefined ? {} : partitionStatsFromProto(proto.partitionStats),
  ...(proto.fileId !== undefined && { fileId: toSafeNumber(proto.fileId, proto, 'file_id') }),
  layout: proto.isSortShuffle ? ShuffleLayout.Sort : ShuffleLayout.Passthrough,
});
