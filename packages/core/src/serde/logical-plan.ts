import { BallistaError } from '../errors/ballista-error.js';
import { DecodeError } from '../errors/errors.js';
import type { Expr } from '../expr/expr.js';
import * as df from '../gen/datafusion_pb.js';
import type { LogicalPlan } from '../plan/logical/logical-plan.js';
import { type DecodeOptions, type EncodeOptions, runMapping, wireLimits } from './context.js';
import { readExpr } from './expr/read-logical-expr.js';
import { writeExpr } from './expr/write-logical-expr.js';
import { readLogicalPlan } from './logical/read-logical-plan.js';
import { writeLogicalPlan } from './logical/write-logical-plan.js';
import { readMessage } from './wire/read-message.js';
import { writeMessage } from './wire/write-message.js';

/** A logical plan as a message. */
export const logicalPlanToProto = (plan: LogicalPlan, options: EncodeOptions = {}): df.LogicalPlanNode =>
  runMapping(writeLogicalPlan(plan, options), options.limits);

/** The inverse of `logicalPlanToProto`. @throws DecodeError, PlanError or NotYetSupportedError; never anything else. */
export const logicalPlanFromProto = (proto: df.LogicalPlanNode, options: DecodeOptions): LogicalPlan =>
  decoding('logical plan', () => runMapping(readLogicalPlan(proto, options), options.limits));

/** An expression as a message. */
export const exprToProto = (expr: Expr, options: EncodeOptions = {}): df.LogicalExprNode =>
  runMapping(writeExpr(expr, options), options.limits);

/** The inverse of `exprToProto`. @throws DecodeError, PlanError or NotYetSupportedError; never anything else. */
export const exprFromProto = (proto: df.LogicalExprNode, options: DecodeOptions): Expr =>
  decoding('expression', () => runMapping(readExpr(proto, options), options.limits));

/**
 * A logical plan as bytes, in DataFusion's messages.
 *
 * @throws DecodeError when the plan is larger or deeper than a reader would accept, NotYetSupportedError for an extension that no
 * codec knows.
 */
export const encodeLogicalPlan = (plan: LogicalPlan, options: EncodeOptions = {}): Uint8Array =>
  writeMessage(df.LogicalPlanNodeSchema, logicalPlanToProto(plan, options), wireLimits(options.limits));

/**
 * A logical plan from bytes that may come from anybody: within limits, and with errors instead of surprises.
 *
 * @throws DecodeError for what is not a plan or exceeds a limit, PlanError when names or types do not fit, NotYetSupportedError
 * for a feature we know of.
 */
export const decodeLogicalPlan = (bytes: Uint8Array, options: DecodeOptions): LogicalPlan =>
  logicalPlanFromProto(readMessage(df.LogicalPlanNodeSchema, bytes, wireLimits(options.limits)), options);

/** An expression as bytes, for codecs of extensions. */
export const encodeExpr = (expr: Expr, options: EncodeOptions = {}): Uint8Array =>
  writeMessage(df.LogicalExprNodeSchema, exprToProto(expr, options), wireLimits(options.limits));

/** The inverse of `encodeExpr`. */
export const decodeExpr = (bytes: Uint8Array, options: DecodeOptions): Expr =>
  exprFromProto(readMessage(df.LogicalExprNodeSchema, bytes, wireLimits(options.limits)), options);

/** Nonsense that only shows when types are computed over it may fail in any way; for callers it is one way. */
export function decoding<T>(what: string, decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    if (error instanceof BallistaError) throw error;
    throw new DecodeError(`these bytes are not a ${what}`, { cause: error });
  }
}
