import { create, fromBinary, type Message, toBinary } from '@bufbuild/protobuf';
import type { GenMessage } from '@bufbuild/protobuf/codegenv2';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as ballista from '../../gen/ballista_pb.js';
import { executorId, jobId, schedulerId, sessionId } from '../../ids.js';
import type { ExecutorMetric, ExecutorRegistration } from '../../task/executor-registration.js';
import type { JobStatus } from '../../task/job-status.js';
import type { FailedReason, OperatorMetric, TaskDefinition, TaskStatus } from '../../task/task.js';
import { compact, optional } from '../testing/arbitrary-plans.js';
import { anyLocation, anyWritePartition } from '../testing/arbitrary-shuffle.js';
import { anyScalar } from '../testing/arbitrary-types.js';
import {
  executorMetricFromProto,
  executorMetricToProto,
  executorRegistrationFromProto,
  executorRegistrationToProto,
  executorStateFromProto,
  executorStateToProto,
} from './executor-registration.js';
import { jobStatusFromProto, jobStatusToProto } from './job-status.js';
import { pairsFromProto, pairsToProto } from './key-value-pairs.js';
import { stageMetricsFromProto, stageMetricsToProto } from './operator-metrics.js';
import {
  multiTaskDefinitionFromProto,
  multiTaskDefinitionToProto,
  taskDefinitionFromProto,
  taskDefinitionToProto,
} from './task-definition.js';
import { taskStatusFromProto, taskStatusToProto } from './task-status.js';

const number = fc.nat();
const executor = fc.constantFrom(executorId('e-1'), executorId('e-2'));

/** Over the wire and back, by the reader that the RPC layer uses. */
function roundTrip<T, M extends Message>(
  schema: GenMessage<M>,
  value: T,
  to: (value: T) => M,
  from: (message: M) => unknown,
): void {
  expect(from(fromBinary(schema, toBinary(schema, to(value))) as M)).toEqual(value);
}

const anyTask: fc.Arbitrary<TaskDefinition> = fc.record({
  taskId: number,
  taskAttemptNum: number,
  jobId: fc.constant(jobId('job_1')),
  stageId: number,
  stageAttemptNum: number,
  plan: fc.uint8Array({ maxLength: 8 }),
  sessionId: fc.constant(sessionId('s-1')),
  launchTime: number,
  props: fc.array(fc.record({ key: fc.string(), value: fc.string() }), { maxLength: 3 }),
  globalOutputPartitionIds: fc.array(number, { maxLength: 4 }),
  vcoresConsumed: number,
});

const name = fc.string({ maxLength: 5 });
const anyMetric: fc.Arbitrary<OperatorMetric> = fc
  .record({
    partition: optional(number),
    value: fc.oneof(
      fc.record({
        kind: fc.constantFrom(
          'outputRows' as const,
          'elapsedCompute' as const,
          'spillCount' as const,
          'spilledBytes' as const,
          'spilledRows' as const,
          'currentMemoryUsage' as const,
          'outputBytes' as const,
          'outputBatches' as const,
          'startTimestamp' as const,
          'endTimestamp' as const,
        ),
        value: number,
      }),
      fc.record({ kind: fc.constantFrom('count' as const, 'gauge' as const, 'time' as const), name, value: number }),
      fc.record({ kind: fc.constant('pruning' as const), name, pruned: number, matched: number }),
      fc.record({ kind: fc.constant('ratio' as const), name, part: number, total: number }),
    ),
  })
  .map(compact);

const reason: fc.Arbitrary<FailedReason> = fc.oneof(
  fc.constantFrom<FailedReason>(
    { kind: 'executionError' },
    { kind: 'ioError' },
    { kind: 'executorLost' },
    { kind: 'resultLost' },
    { kind: 'taskKilled' },
  ),
  fc.record({
    kind: fc.constant('fetchPartitionError' as const),
    executorId: executor,
    mapStageId: number,
    mapPartitionId: number,
  }),
);

const anyStatus: fc.Arbitrary<TaskStatus> = fc.record({
  taskId: number,
  jobId: fc.constant(jobId('job_1')),
  stageId: number,
  stageAttemptNum: number,
  launchTime: number,
  startExecTime: number,
  endExecTime: number,
  metrics: fc.array(fc.record({ metrics: fc.array(anyMetric, { maxLength: 3 }) }), { maxLength: 2 }),
  status: fc.oneof(
    fc.record({ kind: fc.constant('running' as const), executorId: executor }),
    fc.record({
      kind: fc.constant('failed' as const),
      failed: fc
        .record({
          error: fc.string(),
          retryable: fc.boolean(),
          countToFailures: fc.boolean(),
          reason: optional(reason),
        })
        .map(compact),
    }),
    fc.record({
      kind: fc.constant('successful' as const),
      successful: fc.record({
        executorId: executor,
        partitions: fc.array(anyWritePartition, { maxLength: 3 }),
        runtimeStats: fc.array(
          fc.record({
            orderBy: fc.constant([
              { expr: { kind: 'Column' as const, name: 'a', index: 1 }, asc: true, nullsFirst: false },
            ]),
            partitions: fc.array(
              fc.record({
                partitionId: number,
                rowCount: number,
                keyMin: fc.array(anyScalar, { maxLength: 2 }),
                keyMax: fc.array(anyScalar, { maxLength: 2 }),
                nullCount: number,
              }),
              { maxLength: 2 },
            ),
          }),
          { maxLength: 2 },
        ),
      }),
    }),
  ),
});

const anyJob: fc.Arbitrary<JobStatus> = fc.record({
  jobId: fc.constant(jobId('job_1')),
  jobName: name,
  status: fc.oneof(
    fc.record({ kind: fc.constant('queued' as const), queuedAt: number }),
    fc.record({
      kind: fc.constant('running' as const),
      queuedAt: number,
      startedAt: number,
      scheduler: fc.constant(schedulerId('host:50050')),
    }),
    fc.record({
      kind: fc.constant('failed' as const),
      error: fc.string(),
      queuedAt: number,
      startedAt: number,
      endedAt: number,
    }),
    fc.record({
      kind: fc.constant('successful' as const),
      locations: fc.array(anyLocation, { maxLength: 3 }),
      queuedAt: number,
      startedAt: number,
      endedAt: number,
    }),
  ),
});

const anyRegistration: fc.Arbitrary<ExecutorRegistration> = fc
  .record({
    id: executor,
    host: optional(fc.constantFrom('10.0.0.1', 'executor.local')),
    port: fc.nat(65535),
    grpcPort: fc.nat(65535),
    vcores: fc.nat(64),
    os: optional(
      fc.record({
        systemName: name,
        kernelVersion: name,
        osVersion: name,
        osVersionLong: name,
        physicalCores: number,
        numDisks: number,
        totalDiskSpace: fc.maxSafeNat(),
        totalAvailableDiskSpace: fc.maxSafeNat(),
        openFilesLimit: number,
      }),
    ),
    protocolVersion: fc.nat(5),
  })
  .map(compact);

describe('tasks, jobs and executors on the wire', () => {
  test('a task definition comes back, alone and as one of several', () => {
    fc.assert(
      fc.property(anyTask, (task) => {
        roundTrip(ballista.TaskDefinitionSchema, task, taskDefinitionToProto, taskDefinitionFromProto);
        roundTrip(
          ballista.MultiTaskDefinitionSchema,
          [task],
          ([one]) => multiTaskDefinitionToProto(one!),
          multiTaskDefinitionFromProto,
        );
      }),
    );
  });

  test('a message with two tasks gives two definitions with one plan', () => {
    const proto = multiTaskDefinitionToProto(fc.sample(anyTask, { numRuns: 1, seed: 1 })[0]!);
    const second = create(ballista.TaskIdSchema, { taskId: 99, globalOutputPartitionIds: [7], vcoresConsumed: 2 });
    const tasks = multiTaskDefinitionFromProto({ ...proto, taskIds: [...proto.taskIds, second] });
    expect(tasks).toHaveLength(2);
    expect(tasks[1]).toEqual({
      ...tasks[0],
      taskId: 99,
      taskAttemptNum: 0,
      globalOutputPartitionIds: [7],
      vcoresConsumed: 2,
    });
  });

  test('one output partition is encoded as the scalar it once was', () => {
    const task = { ...fc.sample(anyTask, { numRuns: 1, seed: 1 })[0]!, globalOutputPartitionIds: [5] };
    const [id] = multiTaskDefinitionToProto(task).taskIds;
    const bytes = toBinary(
      ballista.TaskIdSchema,
      create(ballista.TaskIdSchema, { globalOutputPartitionIds: id!.globalOutputPartitionIds }),
    );
    expect([...bytes]).toEqual([0x18, 5]);
  });

  test('a task status comes back with its metrics and reports', () => {
    fc.assert(
      fc.property(anyStatus, (status) => {
        roundTrip(ballista.TaskStatusSchema, status, taskStatusToProto, taskStatusFromProto);
      }),
    );
  });

  test('metrics of a stage come back', () => {
    const operator = fc.record({
      depth: number,
      operatorType: name,
      operatorDesc: name,
      metrics: fc.array(anyMetric, { maxLength: 3 }),
    });
    fc.assert(
      fc.property(
        fc.record({ stageId: number, partitions: number, operators: fc.array(operator, { maxLength: 3 }) }),
        (stage) => {
          roundTrip(ballista.JobStageMetricsSchema, stage, stageMetricsToProto, stageMetricsFromProto);
        },
      ),
    );
  });

  test('a job status comes back with its locations', () => {
    fc.assert(
      fc.property(anyJob, (job) => {
        roundTrip(ballista.JobStatusSchema, job, jobStatusToProto, jobStatusFromProto);
      }),
    );
  });

  test('an executor comes back with what it is and how it is', () => {
    fc.assert(
      fc.property(anyRegistration, (registration) => {
        roundTrip(
          ballista.ExecutorRegistrationSchema,
          registration,
          executorRegistrationToProto,
          executorRegistrationFromProto,
        );
      }),
    );
    for (const state of ['active', 'dead', 'unknown', 'terminating'] as const) {
      roundTrip(ballista.ExecutorStatusSchema, state, executorStateToProto, executorStateFromProto);
    }
    const metrics: ExecutorMetric[] = [
      { kind: 'availableMemory', value: 1 },
      { kind: 'peakVirtualMemory', value: Number.MAX_SAFE_INTEGER },
    ];
    for (const metric of metrics)
      roundTrip(ballista.ExecutorMetricSchema, metric, executorMetricToProto, executorMetricFromProto);
  });

  test('an executor without limit of open files is not refused for the size of that number', () => {
    const proto = create(ballista.ExecutorRegistrationSchema, { id: 'e', osInfo: { openFilesLimit: 2n ** 64n - 1n } });
    expect(executorRegistrationFromProto(proto).os?.openFilesLimit).toBe(Number.MAX_SAFE_INTEGER);
  });

  test('pairs without value set nothing', () => {
    const pairs = pairsToProto([{ key: 'a', value: '' }, { key: 'b' }]);
    expect(pairsFromProto(pairs)).toEqual([{ key: 'a', value: '' }]);
  });

  test('ids are checked and states must be there', () => {
    expect(() =>
      taskDefinitionFromProto(create(ballista.TaskDefinitionSchema, { jobId: '../etc', sessionId: 's' })),
    ).toThrow('invalid job id "../etc"');
    expect(() => taskStatusFromProto(create(ballista.TaskStatusSchema, { jobId: 'j' }))).toThrow(
      'ballista.protobuf.TaskStatus.status is not set',
    );
    expect(() => jobStatusFromProto(create(ballista.JobStatusSchema, { jobId: 'j' }))).toThrow(
      'ballista.protobuf.JobStatus.status is not set',
    );
    expect(() => executorMetricFromProto(create(ballista.ExecutorMetricSchema))).toThrow(
      'ExecutorMetric.metric is not set',
    );
    expect(executorStateFromProto(undefined)).toBe('unknown');
  });

  test('a measured number that is none is refused, a fraction is dropped', () => {
    const status = fc.sample(anyStatus, { numRuns: 1, seed: 1 })[0]!;
    expect(taskStatusToProto({ ...status, launchTime: 1.9 }).launchTime).toBe(1n);
    expect(() => taskStatusToProto({ ...status, launchTime: Number.NaN })).toThrow('NaN is not a number from 0 up');
    expect(() => taskStatusToProto({ ...status, launchTime: -1 })).toThrow('-1 is not a number from 0 up');
  });
});
