import {
  type MultiTaskDefinition as MultiTaskDefinitionMessage,
  MultiTaskDefinitionSchema,
  type TaskDefinition as TaskDefinitionMessage,
  TaskDefinitionSchema,
  TaskIdSchema,
} from '../../gen/ballista_pb.js';
import { jobId, sessionId } from '../../ids.js';
import type { TaskDefinition } from '../../task/task.js';
import { message, toSafeNumber, toUint64 } from '../wire/message.js';
import { pairsFromProto, pairsToProto } from './key-value-pairs.js';

/** A task as the pull form and the single-task push form carry it. */
export const taskDefinitionToProto = (task: TaskDefinition): TaskDefinitionMessage =>
  message(TaskDefinitionSchema, {
    taskId: task.taskId,
    taskAttemptNum: task.taskAttemptNum,
    jobId: task.jobId,
    stageId: task.stageId,
    stageAttemptNum: task.stageAttemptNum,
    plan: task.plan,
    sessionId: task.sessionId,
    launchTime: toUint64(task.launchTime),
    props: pairsToProto(task.props),
    globalOutputPartitionIds: [...task.globalOutputPartitionIds],
    vcoresConsumed: task.vcoresConsumed,
  });

/** @throws InvalidArgumentError when an id is not one. */
export const taskDefinitionFromProto = (proto: TaskDefinitionMessage): TaskDefinition => ({
  taskId: proto.taskId,
  taskAttemptNum: proto.taskAttemptNum,
  jobId: jobId(proto.jobId),
  stageId: proto.stageId,
  stageAttemptNum: proto.stageAttemptNum,
  plan: proto.plan,
  sessionId: sessionId(proto.sessionId),
  launchTime: toSafeNumber(proto.launchTime, proto, 'launch_time'),
  props: pairsFromProto(proto.props),
  globalOutputPartitionIds: proto.globalOutputPartitionIds,
  vcoresConsumed: proto.vcoresConsumed,
});

/** A task as the push form carries it: several tasks could share one plan, but each slice has a plan of its own. */
export const multiTaskDefinitionToProto = (task: TaskDefinition): MultiTaskDefinitionMessage =>
  message(MultiTaskDefinitionSchema, {
    taskIds: [
      message(TaskIdSchema, {
        taskId: task.taskId,
        taskAttemptNum: task.taskAttemptNum,
        globalOutputPartitionIds: [...task.globalOutputPartitionIds],
        vcoresConsumed: task.vcoresConsumed,
      }),
    ],
    jobId: task.jobId,
    stageId: task.stageId,
    stageAttemptNum: task.stageAttemptNum,
    plan: task.plan,
    sessionId: task.sessionId,
    launchTime: toUint64(task.launchTime),
    props: pairsToProto(task.props),
  });

/** Every task of the message. @throws InvalidArgumentError when an id is not one. */
export function multiTaskDefinitionFromProto(proto: MultiTaskDefinitionMessage): TaskDefinition[] {
  const shared = {
    jobId: jobId(proto.jobId),
    stageId: proto.stageId,
    stageAttemptNum: proto.stageAttemptNum,
    plan: proto.plan,
    sessionId: sessionId(proto.sessionId),
    launchTime: toSafeNumber(proto.launchTime, proto, 'launch_time'),
    props: pairsFromProto(proto.props),
  };
  return proto.taskIds.map(({ taskId, taskAttemptNum, globalOutputPartitionIds, vcoresConsumed }) => ({
    ...shared,
    taskId,
    taskAttemptNum,
    globalOutputPartitionIds,
    vcoresConsumed,
  }));
}
