import {
  type DataType,
  type Expr,
  formatDataType,
  formatExpr,
  Int64,
  interval,
  isTemporal,
  PlanError,
  type ReturnInfo,
  type ScalarValue,
  UInt64,
  type WindowFrameBound,
  type WindowFunctionExpr,
} from '@ballista-ts/core';
import type { PlanningContext } from '../planning-context.js';

/**
 * Offsets of a window frame in the type they are computed with: counts of rows or groups, and in a RANGE frame something that
 * can be added to the one key (`RANGE BETWEEN '1 month' PRECEDING ...` over a date is an interval).
 *
 * @throws PlanError when a RANGE frame with offsets has no single key, or the offset does not fit.
 */
export function coerceFrame(
  call: WindowFunctionExpr,
  operands: readonly ReturnInfo[],
  planning: PlanningContext,
): Expr {
  const { frame } = call;
  const bounds = [frame.start, frame.end];
  if (bounds.every((bound) => bound.kind === 'currentRow' || bound.offset === undefined)) return call;
  const type = frame.units === 'range' ? rangeType(call, operands) : UInt64;
  const [start, end] = bounds.map((bound) => coerceBound(bound, type, call, planning));
  return start === frame.start && end === frame.end ? call : { ...call, frame: { ...frame, start: start!, end: end! } };
}

function rangeType(call: WindowFunctionExpr, operands: readonly ReturnInfo[]): DataType {
  if (call.orderBy.length !== 1) {
    throw new PlanError(
      `a RANGE frame with offsets needs exactly one ORDER BY expression, ${formatExpr(call)} has ${call.orderBy.length}`,
    );
  }
  const key = operands[call.args.length + call.partitionBy.length]!.type;
  if (key.kind === 'Duration' || key.kind === 'Interval') return key;
  return isTemporal(key) ? interval('monthDayNano') : key.kind === 'Null' ? Int64 : key;
}

function coerceBound(
  bound: WindowFrameBound,
  type: DataType,
  call: WindowFunctionExpr,
  planning: PlanningContext,
): WindowFrameBound {
  if (bound.kind === 'currentRow' || bound.offset === undefined || bound.offset.type.kind === type.kind) return bound;
  let offset: ScalarValue;
  try {
    offset = planning.evaluate({ kind: 'Cast', expr: { kind: 'Literal', value: bound.offset }, type });
  } catch (cause) {
    throw new PlanError(
      `an offset of the frame of ${formatExpr(call)} is ${formatDataType(bound.offset.type)}, but must be ${formatDataType(type)}`,
      undefined,
      { cause },
    );
  }
  return { ...bound, offset };
}
