import {
  type ExecutorMetadata as ExecutorMetadataMessage,
  ExecutorMetadataSchema,
  ExecutorResourceSchema,
  type ExecutorSpecification,
  ExecutorSpecificationSchema,
} from '../../gen/ballista_pb.js';
import { executorId } from '../../ids.js';
import type { ExecutorMetadata } from '../../shuffle/shuffle.js';
import { message } from '../wire/message.js';

export const vcoresToProto = (vcores: number): ExecutorSpecification =>
  message(ExecutorSpecificationSchema, {
    resources: [message(ExecutorResourceSchema, { resource: { case: 'vcores', value: vcores } })],
  });

/** No statement about vcores is 0 of them. */
export const vcoresFromProto = (proto: ExecutorSpecification | undefined): number =>
  proto?.resources.find((one) => one.resource.case === 'vcores')?.resource.value ?? 0;

/** How to reach an executor. Its operating system is told at registration and not with every location. */
export const executorMetadataToProto = (executor: ExecutorMetadata): ExecutorMetadataMessage =>
  message(ExecutorMetadataSchema, {
    id: executor.id,
    host: executor.host,
    port: executor.port,
    grpcPort: executor.grpcPort,
    specification: vcoresToProto(executor.vcores),
    osInfo: undefined,
  });

/** @throws InvalidArgumentError when the id is not one. */
export const executorMetadataFromProto = (proto: ExecutorMetadataMessage): ExecutorMetadata => ({
  id: executorId(proto.id),
  host: proto.host,
  port: proto.port,
  grpcPort: proto.grpcPort,
  vcores: vcoresFromProto(proto.specification),
});
