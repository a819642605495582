import * as ballista from '../../gen/ballista_pb.js';
import { executorId, jobId } from '../../ids.js';
import type { RuntimeStatsReport, SuccessfulTask, TaskStatus } from '../../task/task.js';
import { runMapping } from '../context.js';
import { readPhysicalSortExprs, writePhysicalSortExprs } from '../expr/physical-expr.js';
import { scalarValueFromProto, scalarValueToProto } from '../scalar/scalar-value.js';
import { shuffleWritePartitionFromProto, shuffleWritePartitionToProto } from '../shuffle/shuffle-write-partition.js';
import { message, toSafeNumber, toUint64, unsetOneof } from '../wire/message.js';
import { failedTaskFromProto, failedTaskToProto } from './failed-task.js';
import { operatorMetricsSetFromProto, operatorMetricsSetToProto } from './operator-metrics.js';

export const taskStatusToProto = (task: TaskStatus): ballista.TaskStatus =>
  message(ballista.TaskStatusSchema, {
    taskId: task.taskId,
    jobId: task.jobId,
    stageId: task.stageId,
    stageAttemptNum: task.stageAttemptNum,
    launchTime: toUint64(task.launchTime),
    startExecTime: toUint64(task.startExecTime),
    endExecTime: toUint64(task.endExecTime),
    metrics: task.metrics.map(operatorMetricsSetToProto),
    status: statusToProto(task.status),
  });

function statusToProto(status: TaskStatus['status']): ballista.TaskStatus['status'] {
  switch (status.kind) {
    case 'running':
      return { case: 'running', value: message(ballista.RunningTaskSchema, { executorId: status.executorId }) };
    case 'failed':
      return { case: 'failed', value: failedTaskToProto(status.failed) };
    case 'successful':
      return { case: 'successful', value: successfulTaskToProto(status.successful) };
  }
}

/** @throws DecodeError for a task without status, InvalidArgumentError for an id that is none. */
export const taskStatusFromProto = (proto: ballista.TaskStatus): TaskStatus => ({
  taskId: proto.taskId,
  jobId: jobId(proto.jobId),
  stageId: proto.stageId,
  stageAttemptNum: proto.stageAttemptNum,
  launchTime: toSafeNumber(proto.launchTime, proto, 'launch_time'),
  startExecTime: toSafeNumber(proto.startExecTime, proto, 'start_exec_time'),
  endExecTime: toSafeNumber(proto.endExecTime, proto, 'end_exec_time'),
  metrics: proto.metrics.map(operatorMetricsSetFromProto),
  status: statusFromProto(proto),
});

function statusFromProto(proto: ballista.TaskStatus): TaskStatus['status'] {
  switch (proto.status.case) {
    case undefined:
      throw unsetOneof(proto, 'status');
    case 'running':
      return { kind: 'running', executorId: executorId(proto.status.value.executorId) };
    case 'failed':
      return { kind: 'failed', failed: failedTaskFromProto(proto.status.value) };
    case 'successful':
      return { kind: 'successful', successful: successfulTaskFromProto(proto.status.value) };
  }
}

const successfulTaskToProto = (task: SuccessfulTask): ballista.SuccessfulTask =>
  message(ballista.SuccessfulTaskSchema, {
    executorId: task.executorId,
    partitions: task.partitions.map(shuffleWritePartitionToProto),
    runtimeStats: task.runtimeStats.map(runtimeStatsReportToProto),
  });

const successfulTaskFromProto = (proto: ballista.SuccessfulTask): SuccessfulTask => ({
  executorId: executorId(proto.executorId),
  partitions: proto.partitions.map(shuffleWritePartitionFromProto),
  runtimeStats: proto.runtimeStats.map(runtimeStatsReportFromProto),
});

/** Sketches of the key distribution are not made yet, so none travels. */
export const runtimeStatsReportToProto = (report: RuntimeStatsReport): ballista.RuntimeStatsReport =>
  message(ballista.RuntimeStatsReportSchema, {
    orderBy: runMapping(writePhysicalSortExprs(report.orderBy), undefined),
    partitions: report.partitions.map((one) =>
      message(ballista.RuntimeStatsPartitionEntrySchema, {
        partitionId: one.partitionId,
        rowCount: toUint64(one.rowCount),
        keyMin: one.keyMin.map(scalarValueToProto),
        keyMax: one.keyMax.map(scalarValueToProto),
        nullCount: toUint64(one.nullCount),
      }),
    ),
    sketch: undefined,
  });

export const runtimeStatsReportFromProto = (proto: ballista.RuntimeStatsReport): RuntimeStatsReport => ({
  orderBy: runMapping(readPhysicalSortExprs(proto.orderBy), undefined),
  partitions: proto.partitions.map((one) => ({
    partitionId: one.partitionId,
    rowCount: toSafeNumber(one.rowCount, one, 'row_count'),
    keyMin: one.keyMin.map((value) => scalarValueFromProto(value)),
    keyMax: one.keyMax.map((value) => scalarValueFromProto(value)),
    nullCount: toSafeNumber(one.nullCount, one, 'null_count'),
  })),
});
