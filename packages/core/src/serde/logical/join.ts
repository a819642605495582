import { DecodeError } from '../../errors/errors.js';
import * as common from '../../gen/datafusion_common_pb.js';
import * as df from '../../gen/datafusion_pb.js';
import type { JoinType, NullEquality } from '../../plan/join-type.js';
import type { JoinPlan } from '../../plan/logical/join.js';
import type { DecodeOptions, EncodeOptions } from '../context.js';
import { readExprs, readOptionalExpr } from '../expr/read-logical-expr.js';
import { writeExprs, writeOptionalExpr } from '../expr/write-logical-expr.js';
import { enumMapping, message, required } from '../wire/message.js';
import { call, type Task } from '../wire/task.js';
import { readLogicalPlan } from './read-logical-plan.js';
import { writeLogicalPlan } from './write-logical-plan.js';

export const joinTypes = enumMapping<JoinType>({
  inner: common.JoinType.INNER,
  left: common.JoinType.LEFT,
  right: common.JoinType.RIGHT,
  full: common.JoinType.FULL,
  leftSemi: common.JoinType.LEFTSEMI,
  leftAnti: common.JoinType.LEFTANTI,
  rightSemi: common.JoinType.RIGHTSEMI,
  rightAnti: common.JoinType.RIGHTANTI,
  leftMark: common.JoinType.LEFTMARK,
  rightMark: common.JoinType.RIGHTMARK,
});
export const nullEqualities = enumMapping<NullEquality>({
  nullEqualsNothing: common.NullEquality.NULL_EQUALS_NOTHING,
  nullEqualsNull: common.NullEquality.NULL_EQUALS_NULL,
});
const constraints = enumMapping<JoinPlan['constraint']>({
  on: common.JoinConstraint.ON,
  using: common.JoinConstraint.USING,
});

export function* writeJoin(plan: JoinPlan, options: EncodeOptions): Task<df.JoinNode> {
  return message(df.JoinNodeSchema, {
    left: yield* call(writeLogicalPlan(plan.left, options)),
    right: yield* call(writeLogicalPlan(plan.right, options)),
    joinType: joinTypes.toProto(plan.joinType),
    joinConstraint: constraints.toProto(plan.constraint),
    leftJoinKey: yield* writeExprs(
      plan.on.map((key) => key.left),
      options,
    ),
    rightJoinKey: yield* writeExprs(
      plan.on.map((key) => key.right),
      options,
    ),
    nullEquality: nullEqualities.toProto(plan.nullEquality),
    filter: yield* writeOptionalExpr(plan.filter, options),
    nullAware: plan.nullAware,
  });
}

/** @throws DecodeError when the key lists do not pair. */
export function* readJoin(proto: df.JoinNode, options: DecodeOptions): Task<JoinPlan> {
  const left = yield* call(readLogicalPlan(required(proto.left, proto, 'left'), options));
  const right = yield* call(readLogicalPlan(required(proto.right, proto, 'right'), options));
  const leftKeys = yield* readExprs(proto.leftJoinKey, options);
  const rightKeys = yield* readExprs(proto.rightJoinKey, options);
  if (leftKeys.length !== rightKeys.length) {
    throw new DecodeError(`${proto.$typeName} has ${leftKeys.length} left keys and ${rightKeys.length} right keys`);
  }
  const filter = yield* readOptionalExpr(proto.filter, options);
  return {
    kind: 'Join',
    left,
    right,
    on: leftKeys.map((key, index) => ({ left: key, right: rightKeys[index]! })),
    ...(filter !== undefined && { filter }),
    joinType: joinTypes.fromProto(proto.joinType, proto, 'join_type'),
    constraint: constraints.fromProto(proto.joinConstraint, proto, 'join_constraint'),
    nullEquality: nullEqualities.fromProto(proto.nullEquality, proto, 'null_equality'),
    nullAware: proto.nullAware,
  };
}

/** Older senders have a node of its own for a join without conditions. */
export function* readCrossJoin(proto: df.CrossJoinNode, options: DecodeOptions): Task<JoinPlan> {
  return {
    kind: 'Join',
    left: yield* call(readLogicalPlan(required(proto.left, proto, 'left'), options)),
    right: yield* call(readLogicalPlan(required(proto.right, proto, 'right'), options)),
    on: [],
    joinType: 'inner',
    constraint: 'on',
    nullEquality: 'nullEqualsNothing',
    nullAware: false,
  };
}
