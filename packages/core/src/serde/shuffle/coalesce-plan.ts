import { DecodeError } from '../../errors/errors.js';
import {
  type CoalescePlan as CoalescePlanMessage,
  CoalescePlanSchema,
  PartitionGroupSchema,
} from '../../gen/ballista_pb.js';
import type { CoalescePlan } from '../../shuffle/shuffle.js';
import { message } from '../wire/message.js';

export const coalescePlanToProto = (plan: CoalescePlan): CoalescePlanMessage =>
  message(CoalescePlanSchema, {
    upstreamPartitionCount: plan.upstreamPartitionCount,
    groups: plan.groups.map((group) => message(PartitionGroupSchema, { upstreamIndices: [...group] })),
  });

/** @throws DecodeError when a group names a partition that does not exist. */
export function coalescePlanFromProto(proto: CoalescePlanMessage): CoalescePlan {
  for (const group of proto.groups) {
    const outside = group.upstreamIndices.find((index) => index >= proto.upstreamPartitionCount);
    if (outside !== undefined) {
      throw new DecodeError(`${proto.$typeName} groups partition ${outside} of ${proto.upstreamPartitionCount}`);
    }
  }
  return {
    upstreamPartitionCount: proto.upstreamPartitionCount,
    groups: proto.groups.map((group) => group.upstreamIndices),
  };
}
