import * as ballista from '../../gen/ballista_pb.js';
import type { OperatorMetric, OperatorMetricsSet, StageMetrics } from '../../task/task.js';
import { message, toSafeNumber, toUint64, unsetOneof } from '../wire/message.js';

type Arm = Exclude<ballista.OperatorMetric['metric'], { case: undefined }>;
type PlainKind = Exclude<OperatorMetric['value']['kind'], 'count' | 'gauge' | 'time' | 'pruning' | 'ratio'>;

/** The metrics that are nothing but a number. */
const plainArms = {
  outputRows: 'outputRows',
  elapsedCompute: 'elapseTime',
  spillCount: 'spillCount',
  spilledBytes: 'spilledBytes',
  spilledRows: 'spilledRows',
  currentMemoryUsage: 'currentMemoryUsage',
  outputBytes: 'outputBytes',
  outputBatches: 'outputBatches',
  startTimestamp: 'startTimestamp',
  endTimestamp: 'endTimestamp',
} as const satisfies Record<PlainKind, Arm['case']>;
type PlainArm = (typeof plainArms)[PlainKind];
const plainKinds = Object.fromEntries(Object.entries(plainArms).map(([kind, arm]) => [arm, kind])) as Record<
  PlainArm,
  PlainKind
>;

export const operatorMetricToProto = (metric: OperatorMetric): ballista.OperatorMetric =>
  message(ballista.OperatorMetricSchema, { partition: metric.partition, metric: armToProto(metric.value) });

function armToProto(value: OperatorMetric['value']): Arm {
  switch (value.kind) {
    case 'count':
      return {
        case: 'count',
        value: message(ballista.NamedCountSchema, { name: value.name, value: toUint64(value.value) }),
      };
    case 'gauge':
      return {
        case: 'gauge',
        value: message(ballista.NamedGaugeSchema, { name: value.name, value: toUint64(value.value) }),
      };
    case 'time':
      return {
        case: 'time',
        value: message(ballista.NamedTimeSchema, { name: value.name, value: toUint64(value.value) }),
      };
    case 'pruning':
      return {
        case: 'pruningMetrics',
        value: message(ballista.NamedPruningMetricsSchema, {
          name: value.name,
          pruned: toUint64(value.pruned),
          matched: toUint64(value.matched),
        }),
      };
    case 'ratio':
      return {
        case: 'ratio',
        value: message(ballista.NamedRatioSchema, {
          name: value.name,
          part: toUint64(value.part),
          total: toUint64(value.total),
        }),
      };
    default:
      return { case: plainArms[value.kind], value: toUint64(value.value) };
  }
}

/** @throws DecodeError for a metric without value. */
export const operatorMetricFromProto = (proto: ballista.OperatorMetric): OperatorMetric => ({
  ...(proto.partition !== undefined && { partition: proto.partition }),
  value: armFromProto(proto),
});

function armFromProto(proto: ballista.OperatorMetric): OperatorMetric['value'] {
  const arm = proto.metric;
  const number = (value: bigint, field: string): number => toSafeNumber(value, proto, field);
  switch (arm.case) {
    case undefined:
      throw unsetOneof(proto, 'metric');
    case 'count':
    case 'gauge':
    case 'time':
      return { kind: arm.case, name: arm.value.name, value: number(arm.value.value, arm.case) };
    case 'pruningMetrics':
      return {
        kind: 'pruning',
        name: arm.value.name,
        pruned: number(arm.value.pruned, 'pruned'),
        matched: number(arm.value.matched, 'matched'),
      };
    case 'ratio':
      return {
        kind: 'ratio',
        name: arm.value.name,
        part: number(arm.value.part, 'part'),
        total: number(arm.value.total, 'total'),
      };
    default:
      return { kind: plainKinds[arm.case], value: number(arm.value, arm.case) };
  }
}

export const operatorMetricsSetToProto = (set: OperatorMetricsSet): ballista.OperatorMetricsSet =>
  message(ballista.OperatorMetricsSetSchema, { metrics: set.metrics.map(operatorMetricToProto) });
export const operatorMetricsSetFromProto = (proto: ballista.OperatorMetricsSet): OperatorMetricsSet => ({
  metrics: proto.metrics.map(operatorMetricFromProto),
});

export const stageMetricsToProto = (stage: StageMetrics): ballista.JobStageMetrics =>
  message(ballista.JobStageMetricsSchema, {
    stageId: stage.stageId,
    partitions: stage.partitions,
    operators: stage.operators.map((one) =>
      message(ballista.OperatorWithMetricsSchema, {
        depth: one.depth,
        operatorType: one.operatorType,
        operatorDesc: one.operatorDesc,
        metrics: one.metrics.map(operatorMetricToProto),
      }),
    ),
  });

export const stageMetricsFromProto = (proto: ballista.JobStageMetrics): StageMetrics => ({
  stageId: proto.stageId,
  partitions: proto.partitions,
  operators: proto.operators.map((one) => ({
    depth: one.depth,
    operatorType: one.operatorType,
    operatorDesc: one.operatorDesc,
    metrics: one.metrics.map(operatorMetricFromProto),
  })),
});
