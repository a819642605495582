import * as ballista from '../../gen/ballista_pb.js';
import { executorId } from '../../ids.js';
import type {
  ExecutorMetric,
  ExecutorRegistration,
  ExecutorState,
  OperatingSystem,
} from '../../task/executor-registration.js';
import { vcoresFromProto, vcoresToProto } from '../shuffle/executor-metadata.js';
import { message, toSafeNumber, toUint64, unsetOneof } from '../wire/message.js';

export const executorRegistrationToProto = (registration: ExecutorRegistration): ballista.ExecutorRegistration =>
  message(ballista.ExecutorRegistrationSchema, {
    id: registration.id,
    host: registration.host,
    port: registration.port,
    grpcPort: registration.grpcPort,
    specification: vcoresToProto(registration.vcores),
    osInfo: registration.os === undefined ? undefined : operatingSystemToProto(registration.os),
    ballistaProtocolVersion: registration.protocolVersion,
  });

/** The protocol version is not checked here: 0 and others are for the scheduler to refuse. @throws InvalidArgumentError for an id that is none. */
export const executorRegistrationFromProto = (proto: ballista.ExecutorRegistration): ExecutorRegistration => ({
  id: executorId(proto.id),
  ...(proto.host !== undefined && proto.host !== '' && { host: proto.host }),
  port: proto.port,
  grpcPort: proto.grpcPort,
  vcores: vcoresFromProto(proto.specification),
  ...(proto.osInfo !== undefined && { os: operatingSystemFromProto(proto.osInfo) }),
  protocolVersion: proto.ballistaProtocolVersion,
});

const operatingSystemToProto = (os: OperatingSystem): ballista.ExecutorOperatingSystemSpecification =>
  message(ballista.ExecutorOperatingSystemSpecificationSchema, {
    systemName: os.systemName,
    kernelVer: os.kernelVersion,
    osVer: os.osVersion,
    osVerLong: os.osVersionLong,
    physicalCores: os.physicalCores,
    numDisks: os.numDisks,
    totalDiskSpace: toUint64(os.totalDiskSpace),
    totalAvailableDiskSpace: toUint64(os.totalAvailableDiskSpace),
    openFilesLimit: toUint64(os.openFilesLimit),
  });

// "No limit" of open files is the largest number there is, which is no reason to refuse an executor.
const roughly = (value: bigint): number => Math.min(Number(value), Number.MAX_SAFE_INTEGER);

const operatingSystemFromProto = (proto: ballista.ExecutorOperatingSystemSpecification): OperatingSystem => ({
  systemName: proto.systemName,
  kernelVersion: proto.kernelVer,
  osVersion: proto.osVer,
  osVersionLong: proto.osVerLong,
  physicalCores: proto.physicalCores,
  numDisks: proto.numDisks,
  totalDiskSpace: roughly(proto.totalDiskSpace),
  totalAvailableDiskSpace: roughly(proto.totalAvailableDiskSpace),
  openFilesLimit: roughly(proto.openFilesLimit),
});

/** The texts of the states are not used. */
export const executorStateToProto = (state: ExecutorState): ballista.ExecutorStatus =>
  message(ballista.ExecutorStatusSchema, { status: { case: state, value: '' } });
export const executorStateFromProto = (proto: ballista.ExecutorStatus | undefined): ExecutorState =>
  proto?.status.case ?? 'unknown';

const metricArms = {
  availableMemory: 'availableMemory',
  totalMemory: 'totalMemory',
  usedMemory: 'usedMemory',
  procPhysicalMemory: 'procPhysicalMemory',
  procVirtualMemory: 'procVirtualMemory',
  peakPhysicalMemory: 'peakPhysicalMemory',
  peakVirtualMemory: 'peakVirtualMemory',
} as const satisfies Record<ExecutorMetric['kind'], ballista.ExecutorMetric['metric']['case']>;

export const executorMetricToProto = (metric: ExecutorMetric): ballista.ExecutorMetric =>
  message(ballista.ExecutorMetricSchema, { metric: { case: metricArms[metric.kind], value: toUint64(metric.value) } });

/** @throws DecodeError for a metric without value. */
export function executorMetricFromProto(proto: ballista.ExecutorMetric): ExecutorMetric {
  if (proto.metric.case === undefined) throw unsetOneof(proto, 'metric');
  return { kind: proto.metric.case, value: toSafeNumber(proto.metric.value, proto, proto.metric.case) };
}
