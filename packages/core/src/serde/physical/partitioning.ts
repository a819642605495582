import { NotYetSupportedError } from '../../errors/errors.js';
import * as df from '../../gen/datafusion_pb.js';
import type { Partitioning } from '../../plan/physical/partitioning.js';
import { readPhysicalExprs, writePhysicalExprs } from '../expr/physical-expr.js';
import { message, toSafeNumber, toUint64, unsetOneof } from '../wire/message.js';
import type { Task } from '../wire/task.js';

type HashPartitioning = Extract<Partitioning, { kind: 'hash' }>;

export function* writeHashPartitioning(of: HashPartitioning): Task<df.PhysicalHashRepartition> {
  return message(df.PhysicalHashRepartitionSchema, {
    hashExpr: yield* writePhysicalExprs(of.exprs),
    partitionCount: toUint64(of.partitionCount),
  });
}

export function* readHashPartitioning(proto: df.PhysicalHashRepartition): Task<HashPartitioning> {
  return {
    kind: 'hash',
    exprs: yield* readPhysicalExprs(proto.hashExpr),
    partitionCount: toSafeNumber(proto.partitionCount, proto, 'partition_count'),
  };
}

export function* writePartitioning(of: Partitioning): Task<df.Partitioning> {
  return message(df.PartitioningSchema, {
    partitionMethod:
      of.kind === 'hash'
        ? { case: 'hash', value: yield* writeHashPartitioning(of) }
        : { case: of.kind, value: toUint64(of.partitionCount) },
  });
}

/** @throws DecodeError when no method is set, NotYetSupportedError for ranges. */
export function* readPartitioning(proto: df.Partitioning): Task<Partitioning> {
  const method = proto.partitionMethod;
  switch (method.case) {
    case undefined:
      throw unsetOneof(proto, 'partition_method');
    case 'hash':
      return yield* readHashPartitioning(method.value);
    case 'roundRobin':
    case 'unknown':
      return { kind: method.case, partitionCount: toSafeNumber(method.value, proto, method.case) };
    case 'range':
      throw new NotYetSupportedError('range partitioning in a physical plan');
  }
}
