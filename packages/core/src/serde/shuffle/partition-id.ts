import { type PartitionId as PartitionIdMessage, PartitionIdSchema } from '../../gen/ballista_pb.js';
import { jobId, type PartitionId } from '../../ids.js';
import { message } from '../wire/message.js';

export const partitionIdToProto = (id: PartitionId): PartitionIdMessage =>
  message(PartitionIdSchema, { jobId: id.jobId, stageId: id.stageId, partitionId: id.partitionId });

/** @throws InvalidArgumentError when the job id is not one. */
export const partitionIdFromProto = (proto: PartitionIdMessage): PartitionId => ({
  jobId: jobId(proto.jobId),
  stageId: proto.stageId,
  partitionId: proto.partitionId,
});
