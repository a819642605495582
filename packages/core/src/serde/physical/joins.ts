import type { Message } from '@bufbuild/protobuf';
import { DecodeError, NotYetSupportedError } from '../../errors/errors.js';
import * as common from '../../gen/datafusion_common_pb.js';
import * as df from '../../gen/datafusion_pb.js';
import type { CrossJoinExec } from '../../plan/physical/cross-join-exec.js';
import type { ExecutionPlan } from '../../plan/physical/execution-plan.js';
import type { HashJoinExec, JoinPartitionMode } from '../../plan/physical/hash-join-exec.js';
import type { JoinFilter, JoinFilterColumn, JoinOn } from '../../plan/physical/join-common.js';
import type { NestedLoopJoinExec } from '../../plan/physical/nested-loop-join-exec.js';
import type { SortMergeJoinExec } from '../../plan/physical/sort-merge-join-exec.js';
import type { DecodeOptions, EncodeOptions } from '../context.js';
import { readPhysicalExpr, writePhysicalExpr } from '../expr/physical-expr.js';
import { joinTypes, nullEqualities } from '../logical/join.js';
import { schemaFromProto, schemaToProto } from '../types/schema.js';
import { enumMapping, message, required } from '../wire/message.js';
import { call, callAll, type Task } from '../wire/task.js';
import { readPhysicalPlan } from './read-physical-plan.js';
import { writePhysicalPlan } from './write-physical-plan.js';

const partitionModes = enumMapping<JoinPartitionMode>({
  collectLeft: df.PartitionMode.COLLECT_LEFT,
  partitioned: df.PartitionMode.PARTITIONED,
  auto: df.PartitionMode.AUTO,
});

/** One number that is no column: zero columns, where an empty list means all of them. */
const noColumns = 0xffffffff;

const projectionToProto = (projection: readonly number[] | undefined): number[] =>
  projection === undefined ? [] : projection.length === 0 ? [noColumns] : [...projection];
const projectionFromProto = (projection: readonly number[]): { readonly projection?: readonly number[] } =>
  projection.length === 0
    ? {}
    : { projection: projection.length === 1 && projection[0] === noColumns ? [] : projection };

function* writeOn(on: JoinOn): Task<df.JoinOn> {
  return message(df.JoinOnSchema, {
    left: yield* call(writePhysicalExpr(on.left)),
    right: yield* call(writePhysicalExpr(on.right)),
  });
}
function* readOn(proto: df.JoinOn): Task<JoinOn> {
  return {
    left: yield* call(readPhysicalExpr(required(proto.left, proto, 'left'))),
    right: yield* call(readPhysicalExpr(required(proto.right, proto, 'right'))),
  };
}

function* writeFilter(filter: JoinFilter | undefined): Task<df.JoinFilter | undefined> {
  if (filter === undefined) return undefined;
  return message(df.JoinFilterSchema, {
    expression: yield* call(writePhysicalExpr(filter.expr)),
    columnIndices: filter.columns.map(({ side, index }) =>
      message(df.ColumnIndexSchema, {
        index,
        side: side === 'left' ? common.JoinSide.LEFT_SIDE : common.JoinSide.RIGHT_SIDE,
      }),
    ),
    schema: schemaToProto(filter.schema),
  });
}

function* readFilter(proto: df.JoinFilter | undefined): Task<{ readonly filter?: JoinFilter }> {
  if (proto === undefined) return {};
  const schema = schemaFromProto(required(proto.schema, proto, 'schema'));
  if (schema.fields.length !== proto.columnIndices.length) {
    throw new DecodeError(
      `${proto.$typeName} has ${schema.fields.length} columns and the places of ${proto.columnIndices.length}`,
    );
  }
  const expr = yield* call(readPhysicalExpr(required(proto.expression, proto, 'expression')));
  return { filter: { expr, columns: proto.columnIndices.map(filterColumnFromProto), schema } };
}

function filterColumnFromProto(proto: df.ColumnIndex): JoinFilterColumn {
  switch (proto.side) {
    case common.JoinSide.LEFT_SIDE:
      return { side: 'left', index: proto.index };
    case common.JoinSide.RIGHT_SIDE:
      return { side: 'right', index: proto.index };
    case common.JoinSide.NONE:
      throw new NotYetSupportedError('a join filter over the mark column');
    default:
      throw new DecodeError(`${proto.$typeName}.side has the unknown value ${proto.side}`);
  }
}

interface Sides {
  readonly left: ExecutionPlan;
  readonly right: ExecutionPlan;
}
interface SidesProto extends Message {
  readonly left?: df.PhysicalPlanNode | undefined;
  readonly right?: df.PhysicalPlanNode | undefined;
}
function* writeSides(
  plan: Sides,
  options: EncodeOptions,
): Task<{ left: df.PhysicalPlanNode; right: df.PhysicalPlanNode }> {
  return {
    left: yield* call(writePhysicalPlan(plan.left, options)),
    right: yield* call(writePhysicalPlan(plan.right, options)),
  };
}
function* readSides(proto: SidesProto, options: DecodeOptions): Task<Sides> {
  return {
    left: yield* call(readPhysicalPlan(required(proto.left, proto, 'left'), options)),
    right: yield* call(readPhysicalPlan(required(proto.right, proto, 'right'), options)),
  };
}

export function* writeHashJoin(plan: HashJoinExec, options: EncodeOptions): Task<df.HashJoinExecNode> {
  return message(df.HashJoinExecNodeSchema, {
    ...(yield* writeSides(plan, options)),
    on: yield* callAll(plan.on, writeOn),
    joinType: joinTypes.toProto(plan.joinType),
    partitionMode: partitionModes.toProto(plan.partitionMode),
    nullEquality: nullEqualities.toProto(plan.nullEquality),
    filter: yield* writeFilter(plan.filter),
    projection: projectionToProto(plan.projection),
    nullAware: plan.nullAware,
    dynamicFilter: undefined,
  });
}

/** A dynamic filter only spares the scan below some rows, so it may be left out. */
export function* readHashJoin(proto: df.HashJoinExecNode, options: DecodeOptions): Task<HashJoinExec> {
  return {
    kind: 'HashJoinExec',
    ...(yield* readSides(proto, options)),
    on: yield* callAll(proto.on, readOn),
    ...(yield* readFilter(proto.filter)),
    joinType: joinTypes.fromProto(proto.joinType, proto, 'join_type'),
    partitionMode: partitionModes.fromProto(proto.partitionMode, proto, 'partition_mode'),
    ...projectionFromProto(proto.projection),
    nullEquality: nullEqualities.fromProto(proto.nullEquality, proto, 'null_equality'),
    nullAware: proto.nullAware,
  };
}

export function* writeSortMergeJoin(plan: SortMergeJoinExec, options: EncodeOptions): Task<df.SortMergeJoinExecNode> {
  return message(df.SortMergeJoinExecNodeSchema, {
    ...(yield* writeSides(plan, options)),
    on: yield* callAll(plan.on, writeOn),
    joinType: joinTypes.toProto(plan.joinType),
    filter: yield* writeFilter(plan.filter),
    sortOptions: plan.sortOptions.map(({ asc, nullsFirst }) =>
      message(df.SortExprNodeSchema, { expr: undefined, asc, nullsFirst }),
    ),
    nullEquality: nullEqualities.toProto(plan.nullEquality),
    nullAware: plan.nullAware ? true : undefined,
  });
}

/** @throws DecodeError when there is not one order per pair of keys. */
export function* readSortMergeJoin(proto: df.SortMergeJoinExecNode, options: DecodeOptions): Task<SortMergeJoinExec> {
  if (proto.sortOptions.length !== proto.on.length) {
    throw new DecodeError(
      `${proto.$typeName} has ${proto.sortOptions.length} sort options for ${proto.on.length} keys`,
    );
  }
  return {
    kind: 'SortMergeJoinExec',
    ...(yield* readSides(proto, options)),
    on: yield* callAll(proto.on, readOn),
    ...(yield* readFilter(proto.filter)),
    joinType: joinTypes.fromProto(proto.joinType, proto, 'join_type'),
    sortOptions: proto.sortOptions.map(({ asc, nullsFirst }) => ({ asc, nullsFirst })),
    nullEquality: nullEqualities.fromProto(proto.nullEquality, proto, 'null_equality'),
    nullAware: proto.nullAware ?? false,
  };
}

export function* writeNestedLoopJoin(
  plan: NestedLoopJoinExec,
  options: EncodeOptions,
): Task<df.NestedLoopJoinExecNode> {
  return message(df.NestedLoopJoinExecNodeSchema, {
    ...(yield* writeSides(plan, options)),
    joinType: joinTypes.toProto(plan.joinType),
    filter: yield* writeFilter(plan.filter),
    projection: projectionToProto(plan.projection),
  });
}

export function* readNestedLoopJoin(
  proto: df.NestedLoopJoinExecNode,
  options: DecodeOptions,
): Task<NestedLoopJoinExec> {
  return {
    kind: 'NestedLoopJoinExec',
    ...(yield* readSides(proto, options)),
    ...(yield* readFilter(proto.filter)),
    joinType: joinTypes.fromProto(proto.joinType, proto, 'join_type'),
    ...projectionFromProto(proto.projection),
  };
}

export function* writeCrossJoin(plan: CrossJoinExec, options: EncodeOptions): Task<df.CrossJoinExecNode> {
  return message(df.CrossJoinExecNodeSchema, yield* writeSides(plan, options));
}

export function* readCrossJoin(proto: df.CrossJoinExecNode, options: DecodeOptions): Task<CrossJoinExec> {
  return { kind: 'CrossJoinExec', ...(yield* readSides(proto, options)) };
}
