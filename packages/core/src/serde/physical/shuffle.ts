import { DecodeError, NotYetSupportedError } from '../../errors/errors.js';
import * as ballista from '../../gen/ballista_pb.js';
import * as df from '../../gen/datafusion_pb.js';
import { jobId } from '../../ids.js';
import type { ExecutionPlan } from '../../plan/physical/execution-plan.js';
import type { PhysicalExtension } from '../../plan/physical/extension-exec.js';
import type { ShuffleReaderExec } from '../../plan/physical/shuffle-reader-exec.js';
import type { ShuffleWriterExec } from '../../plan/physical/shuffle-writer-exec.js';
import type { SortShuffleWriterExec } from '../../plan/physical/sort-shuffle-writer-exec.js';
import type { UnresolvedShuffleExec } from '../../plan/physical/unresolved-shuffle-exec.js';
import { type DecodeOptions, type EncodeOptions, wireLimits } from '../context.js';
import { readPhysicalSortExprs, writePhysicalSortExprs } from '../expr/physical-expr.js';
import { coalescePlanFromProto, coalescePlanToProto } from '../shuffle/coalesce-plan.js';
import { partitionLocationFromProto, partitionLocationToProto } from '../shuffle/partition-location.js';
import { schemaFromProto, schemaToProto } from '../types/schema.js';
import { message, required, toSafeNumber, toUint64 } from '../wire/message.js';
import { readMessage } from '../wire/read-message.js';
import { callAll, type Task } from '../wire/task.js';
import { writeMessage } from '../wire/write-message.js';
import { readHashPartitioning, readPartitioning, writeHashPartitioning, writePartitioning } from './partitioning.js';
import { readPhysicalPlan } from './read-physical-plan.js';
import { writePhysicalPlan } from './write-physical-plan.js';

type NodeArm = Exclude<ballista.BallistaPhysicalPlanNode['PhysicalPlanType'], { case: undefined }>;

/** One of Ballista's nodes: its bytes, and its inputs beside them. */
function* wrap(arm: NodeArm, inputs: readonly ExecutionPlan[], options: EncodeOptions): Task<df.PhysicalExtensionNode> {
  const node = message(ballista.BallistaPhysicalPlanNodeSchema, { PhysicalPlanType: arm });
  return message(df.PhysicalExtensionNodeSchema, {
    node: writeMessage(ballista.BallistaPhysicalPlanNodeSchema, node, wireLimits(options.limits)),
    inputs: yield* callAll(inputs, (input) => writePhysicalPlan(input, options)),
  });
}

export function* writeShuffleWriter(plan: ShuffleWriterExec, options: EncodeOptions): Task<df.PhysicalExtensionNode> {
  const value = message(ballista.ShuffleWriterExecNodeSchema, {
    jobId: plan.jobId,
    stageId: plan.stageId,
    input: undefined,
    outputPartitioning: undefined,
  });
  return yield* wrap({ case: 'shuffleWriter', value }, [plan.input], options);
}

export function* writeSortShuffleWriter(
  plan: SortShuffleWriterExec,
  options: EncodeOptions,
): Task<df.PhysicalExtensionNode> {
  const value = message(ballista.SortShuffleWriterExecNodeSchema, {
    jobId: plan.jobId,
    stageId: plan.stageId,
    input: undefined,
    outputPartitioning: yield* writeHashPartitioning(plan.outputPartitioning),
    batchSize: toUint64(plan.batchSize),
    memoryLimitPerTaskBytes:
      plan.memoryLimitPerTaskBytes === undefined ? undefined : toUint64(plan.memoryLimitPerTaskBytes),
  });
  return yield* wrap({ case: 'sortShuffleWriter', value }, [plan.input], options);
}

export function* writeUnresolvedShuffle(
  plan: UnresolvedShuffleExec,
  options: EncodeOptions,
): Task<df.PhysicalExtensionNode> {
  const value = message(ballista.UnresolvedShuffleExecNodeSchema, {
    stageId: plan.stageId,
    schema: schemaToProto(plan.schema),
    partitioning: yield* writePartitioning(plan.partitioning),
    broadcast: plan.broadcast,
    upstreamPartitionCount: plan.upstreamPartitionCount,
    coalesce: plan.coalesce === undefined ? undefined : coalescePlanToProto(plan.coalesce),
    ordering: yield* writePhysicalSortExprs(plan.ordering),
  });
  return yield* wrap({ case: 'unresolvedShuffle', value }, [], options);
}

export function* writeShuffleReader(plan: ShuffleReaderExec, options: EncodeOptions): Task<df.PhysicalExtensionNode> {
  const value = message(ballista.ShuffleReaderExecNodeSchema, {
    partition: plan.partitions.map((locations) =>
      message(ballista.ShuffleReaderPartitionSchema, { location: locations.map(partitionLocationToProto) }),
    ),
    schema: schemaToProto(plan.schema),
    stageId: plan.stageId,
    partitioning: yield* writePartitioning(plan.partitioning),
    broadcast: plan.broadcast,
    upstreamPartitionCount: plan.upstreamPartitionCount,
    coalesce: plan.coalesce === undefined ? undefined : coalescePlanToProto(plan.coalesce),
    ordering: yield* writePhysicalSortExprs(plan.ordering),
  });
  return yield* wrap({ case: 'shuffleReader', value }, [], options);
}

/** @throws NotYetSupportedError when no codec knows the extension. */
export function* writeExtension(
  extension: PhysicalExtension,
  inputs: readonly ExecutionPlan[],
  options: EncodeOptions,
): Task<df.PhysicalExtensionNode> {
  for (const codec of options.physicalCodecs ?? []) {
    const payload = codec.encode(extension);
    if (payload === undefined) continue;
    const value = message(ballista.ExtensionExtSchema, { type: extension.type, payload });
    return yield* wrap({ case: 'ext', value }, inputs, options);
  }
  throw new NotYetSupportedError(
    'sending a physical extension node without a codec',
    `register a physical codec for nodes of type ${extension.type}`,
  );
}

/** One of Ballista's nodes, or one of an application's own. */
export function* readExtension(proto: df.PhysicalExtensionNode, options: DecodeOptions): Task<ExecutionPlan> {
  const inputs = yield* callAll(proto.inputs, (input) => readPhysicalPlan(input, options));
  const node = readMessage(
    ballista.BallistaPhysicalPlanNodeSchema,
    proto.node,
    wireLimits(options.limits),
  ).PhysicalPlanType;
  switch (node.case) {
    case undefined:
      throw new DecodeError(`${proto.$typeName}.node is not a node of Ballista's`);
    case 'shuffleWriter':
      if (node.value.outputPartitioning !== undefined) {
        throw new NotYetSupportedError('a shuffle writer that spreads rows without sorting them');
      }
      return {
        kind: 'ShuffleWriterExec',
        jobId: jobId(node.value.jobId),
        stageId: node.value.stageId,
        input: onlyInput(inputs, node.value),
      };
    case 'sortShuffleWriter': {
      const { value } = node;
      const { memoryLimitPerTaskBytes: limit } = value;
      return {
        kind: 'SortShuffleWriterExec',
        jobId: jobId(value.jobId),
        stageId: value.stageId,
        outputPartitioning: yield* readHashPartitioning(
          required(value.outputPartitioning, value, 'output_partitioning'),
        ),
        batchSize: toSafeNumber(value.batchSize, value, 'batch_size'),
        ...(limit !== undefined && {
          memoryLimitPerTaskBytes: toSafeNumber(limit, value, 'memory_limit_per_task_bytes'),
        }),
        input: onlyInput(inputs, value),
      };
    }
    case 'unresolvedShuffle':
      return { kind: 'UnresolvedShuffleExec', ...(yield* readShuffle(node.value)) };
    case 'shuffleReader':
      return {
        kind: 'ShuffleReaderExec',
        ...(yield* readShuffle(node.value)),
        partitions: node.value.partition.map((one) => one.location.map(partitionLocationFromProto)),
      };
    case 'ext': {
      const { type, payload } = node.value;
      for (const codec of options.physicalCodecs ?? []) {
        const extension = codec.decode(type, payload, inputs);
        if (extension !== undefined) return { kind: 'ExtensionExec', extension, inputs };
      }
      throw new NotYetSupportedError(
        'receiving a physical extension node without a codec',
        `register a physical codec for nodes of type ${type}`,
      );
    }
    case 'chaosExec':
    case 'runtimeStats':
    case 'buffer':
    case 'unorderedRangeRepartition':
    case 'orderedRangeRepartition':
    case 'perPartitionFilter':
    case 'partitionedBoundedWindowAgg':
    case 'rangeShuffleReader':
    case 'rangeFilter':
      throw new NotYetSupportedError(`the node ${node.case} in a physical plan`);
  }
}

/** What a shuffle knows before and after its locations are known. */
function* readShuffle(
  proto: ballista.UnresolvedShuffleExecNode | ballista.ShuffleReaderExecNode,
): Task<Omit<UnresolvedShuffleExec, 'kind'>> {
  return {
    stageId: proto.stageId,
    schema: schemaFromProto(required(proto.schema, proto, 'schema')),
    partitioning: yield* readPartitioning(required(proto.partitioning, proto, 'partitioning')),
    broadcast: proto.broadcast,
    upstreamPartitionCount: proto.upstreamPartitionCount,
    ...(proto.coalesce !== undefined && { coalesce: coalescePlanFromProto(proto.coalesce) }),
    ordering: yield* readPhysicalSortExprs(proto.ordering),
  };
}

function onlyInput(inputs: readonly ExecutionPlan[], owner: { readonly $typeName: string }): ExecutionPlan {
  const [input, ...others] = inputs;
  if (input === undefined || others.length > 0)
    throw new DecodeError(`${owner.$typeName} has ${inputs.length} inputs instead of one`);
  return input;
}
