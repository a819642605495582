import * as df from '../gen/datafusion_pb.js';
import type { ExecutionPlan } from '../plan/physical/execution-plan.js';
import type { Partitioning } from '../plan/physical/partitioning.js';
import type { PhysicalExpr, PhysicalSortExpr } from '../plan/physical/physical-expr.js';
import { type DecodeOptions, type EncodeOptions, runMapping, wireLimits } from './context.js';
import {
  readPhysicalExpr,
  readPhysicalSortExpr,
  writePhysicalExpr,
  writePhysicalSortExpr,
} from './expr/physical-expr.js';
import { decoding } from './logical-plan.js';
import { readPartitioning, writePartitioning } from './physical/partitioning.js';
import { readPhysicalPlan } from './physical/read-physical-plan.js';
import { writePhysicalPlan } from './physical/write-physical-plan.js';
import { readMessage } from './wire/read-message.js';
import { writeMessage } from './wire/write-message.js';

/** A physical plan as a message. */
export const physicalPlanToProto = (plan: ExecutionPlan, options: EncodeOptions = {}): df.PhysicalPlanNode =>
  runMapping(writePhysicalPlan(plan, options), options.limits);

/** The inverse of `physicalPlanToProto`. @throws DecodeError, PlanError or NotYetSupportedError; never anything else. */
export const physicalPlanFromProto = (proto: df.PhysicalPlanNode, options: DecodeOptions): ExecutionPlan =>
  decoding('physical plan', () => runMapping(readPhysicalPlan(proto, options), options.limits));

/**
 * A physical plan as bytes, in DataFusion's messages, Ballista's nodes as extensions.
 *
 * @throws DecodeError when the plan is larger or deeper than a reader would accept, NotYetSupportedError for an extension that no
 * codec knows.
 */
export const encodePhysicalPlan = (plan: ExecutionPlan, options: EncodeOptions = {}): Uint8Array =>
  writeMessage(df.PhysicalPlanNodeSchema, physicalPlanToProto(plan, options), wireLimits(options.limits));

/**
 * A physical plan from bytes that may come from anybody: within limits, and with errors instead of surprises.
 *
 * @throws DecodeError for what is not a plan or exceeds a limit, PlanError for an unknown aggregate or window function,
 * NotYetSupportedError for a node we know of.
 */
export const decodePhysicalPlan = (bytes: Uint8Array, options: DecodeOptions): ExecutionPlan =>
  physicalPlanFromProto(readMessage(df.PhysicalPlanNodeSchema, bytes, wireLimits(options.limits)), options);

/** A physical expression as a message. */
export const physicalExprToProto = (expr: PhysicalExpr): df.PhysicalExprNode =>
  runMapping(writePhysicalExpr(expr), undefined);
/** The inverse of `physicalExprToProto`. */
export const physicalExprFromProto = (proto: df.PhysicalExprNode): PhysicalExpr =>
  decoding('physical expression', () => runMapping(readPhysicalExpr(proto), undefined));

export const physicalSortExprToProto = (key: PhysicalSortExpr): df.PhysicalSortExprNode =>
  runMapping(writePhysicalSortExpr(key), undefined);
export const physicalSortExprFromProto = (proto: df.PhysicalSortExprNode): PhysicalSortExpr =>
  decoding('sort key', () => runMapping(readPhysicalSortExpr(proto), undefined));

export const partitioningToProto = (of: Partitioning): df.Partitioning => runMapping(writePartitioning(of), undefined);
export const partitioningFromProto = (proto: df.Partitioning): Partitioning =>
  decoding('partitioning', () => runMapping(readPartitioning(proto), undefined));

/** A physical expression as bytes, for codecs of extensions. */
export const encodePhysicalExpr = (expr: PhysicalExpr, options: EncodeOptions = {}): Uint8Array =>
  writeMessage(
    df.PhysicalExprNodeSchema,
    runMapping(writePhysicalExpr(expr), options.limits),
    wireLimits(options.limits),
  );
/** The inverse of `encodePhysicalExpr`. */
export const decodePhysicalExpr = (bytes: Uint8Array, options: Pick<DecodeOptions, 'limits'> = {}): PhysicalExpr => {
  const proto = readMessage(df.PhysicalExprNodeSchema, bytes, wireLimits(options.limits));
  return decoding('physical expression', () => runMapping(readPhysicalExpr(proto), options.limits));
};
