import * as ballista from '../../gen/ballista_pb.js';
import { jobId, schedulerId } from '../../ids.js';
import type { JobStatus } from '../../task/job-status.js';
import { partitionLocationFromProto, partitionLocationToProto } from '../shuffle/partition-location.js';
import { message, toSafeNumber, toUint64, unsetOneof } from '../wire/message.js';

type Arm = Exclude<ballista.JobStatus['status'], { case: undefined }>;

export const jobStatusToProto = (job: JobStatus): ballista.JobStatus =>
  message(ballista.JobStatusSchema, { jobId: job.jobId, jobName: job.jobName, status: armToProto(job.status) });

function armToProto(status: JobStatus['status']): Arm {
  switch (status.kind) {
    case 'queued':
      return { case: 'queued', value: message(ballista.QueuedJobSchema, { queuedAt: toUint64(status.queuedAt) }) };
    case 'running':
      return {
        case: 'running',
        value: message(ballista.RunningJobSchema, {
          queuedAt: toUint64(status.queuedAt),
          startedAt: toUint64(status.startedAt),
          scheduler: status.scheduler,
        }),
      };
    case 'failed':
      return {
        case: 'failed',
        value: message(ballista.FailedJobSchema, { error: status.error, ...timesToProto(status) }),
      };
    case 'successful':
      return {
        case: 'successful',
        value: message(ballista.SuccessfulJobSchema, {
          partitionLocation: status.locations.map(partitionLocationToProto),
          ...timesToProto(status),
        }),
      };
  }
}

const timesToProto = (of: { readonly queuedAt: number; readonly startedAt: number; readonly endedAt: number }) => ({
  queuedAt: toUint64(of.queuedAt),
  startedAt: toUint64(of.startedAt),
  endedAt: toUint64(of.endedAt),
});

/** @throws DecodeError for a job without status, InvalidArgumentError for an id that is none. */
export const jobStatusFromProto = (proto: ballista.JobStatus): JobStatus => ({
  jobId: jobId(proto.jobId),
  jobName: proto.jobName,
  status: armFromProto(proto),
});

function armFromProto(proto: ballista.JobStatus): JobStatus['status'] {
  const arm = proto.status;
  switch (arm.case) {
    case undefined:
      throw unsetOneof(proto, 'status');
    case 'queued':
      return { kind: 'queued', queuedAt: toSafeNumber(arm.value.queuedAt, arm.value, 'queued_at') };
    case 'running':
      return {
        kind: 'running',
        queuedAt: toSafeNumber(arm.value.queuedAt, arm.value, 'queued_at'),
        startedAt: toSafeNumber(arm.value.startedAt, arm.value, 'started_at'),
        scheduler: schedulerId(arm.value.scheduler),
      };
    case 'failed':
      return { kind: 'failed', error: arm.value.error, ...timesFromProto(arm.value) };
    case 'successful':
      return {
        kind: 'successful',
        locations: arm.value.partitionLocation.map(partitionLocationFromProto),
        ...timesFromProto(arm.value),
      };
  }
}

const timesFromProto = (proto: ballista.FailedJob | ballista.SuccessfulJob) => ({
  queuedAt: toSafeNumber(proto.queuedAt, proto, 'queued_at'),
  startedAt: toSafeNumber(proto.startedAt, proto, 'started_at'),
  endedAt: toSafeNumber(proto.endedAt, proto, 'ended_at'),
});
