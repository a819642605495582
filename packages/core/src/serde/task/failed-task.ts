import * as ballista from '../../gen/ballista_pb.js';
import { executorId } from '../../ids.js';
import type { FailedReason, FailedTask } from '../../task/task.js';
import { message } from '../wire/message.js';

type Arm = ballista.FailedTask['failedReason'];

export const failedTaskToProto = (failed: FailedTask): ballista.FailedTask =>
  message(ballista.FailedTaskSchema, {
    error: failed.error,
    retryable: failed.retryable,
    countToFailures: failed.countToFailures,
    failedReason: reasonToProto(failed.reason),
  });

function reasonToProto(reason: FailedReason | undefined): Arm {
  switch (reason?.kind) {
    case undefined:
      return { case: undefined };
    case 'executionError':
      return { case: reason.kind, value: message(ballista.ExecutionErrorSchema, {}) };
    case 'fetchPartitionError':
      return {
        case: reason.kind,
        value: message(ballista.FetchPartitionErrorSchema, {
          executorId: reason.executorId,
          mapStageId: reason.mapStageId,
          mapPartitionId: reason.mapPartitionId,
        }),
      };
    case 'ioError':
      return { case: reason.kind, value: message(ballista.IOErrorSchema, {}) };
    case 'executorLost':
      return { case: reason.kind, value: message(ballista.ExecutorLostSchema, {}) };
    case 'resultLost':
      return { case: reason.kind, value: message(ballista.ResultLostSchema, {}) };
    case 'taskKilled':
      return { case: reason.kind, value: message(ballista.TaskKilledSchema, {}) };
  }
}

/** @throws InvalidArgumentError when the executor's id is not one. */
export function failedTaskFromProto(proto: ballista.FailedTask): FailedTask {
  const reason = reasonFromProto(proto.failedReason);
  return {
    error: proto.error,
    retryable: proto.retryable,
    countToFailures: proto.countToFailures,
    ...(reason !== undefined && { reason }),
  };
}

function reasonFromProto(arm: Arm): FailedReason | undefined {
  if (arm.case === undefined) return undefined;
  if (arm.case !== 'fetchPartitionError') return { kind: arm.case };
  return {
    kind: arm.case,
    executorId: executorId(arm.value.executorId),
    mapStageId: arm.value.mapStageId,
    mapPartitionId: arm.value.mapPartitionId,
  };
}
