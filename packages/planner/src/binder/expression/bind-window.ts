import {
  type DataType,
  defaultWindowFrame,
  type Expr,
  interval,
  NotYetSupportedError,
  type ScalarValue,
  type SortExpr,
  UInt64,
  Utf8,
  type Value,
  type WindowFrame,
  type WindowFrameBound,
} from '@ballista-ts/core';
import type { Ident, Span } from '../../sql/ast/common.js';
import type { FrameBoundClause, FrameClause, FunctionCall, WindowSpec } from '../../sql/ast/expr.js';
import type { Scope } from '../scope.js';
import { bindExpr } from './bind-expr.js';
import { bindSortItems, nullTreatmentOf } from './bind-function.js';
import { parseInterval } from './parse-interval.js';
import { typeOf } from './typing.js';

/** A call over a window. The arguments are bound already. */
export function bindWindow(
  call: FunctionCall,
  name: string,
  functionKind: 'aggregate' | 'window',
  args: readonly Expr[],
  scope: Scope,
): Expr {
  const { context } = scope.level;
  const over = call.over!;
  if (call.orderBy.length > 0) throw new NotYetSupportedError('ORDER BY in the arguments of a window function');
  if (call.withinGroup.length > 0) throw new NotYetSupportedError('WITHIN GROUP with OVER');
  if (call.filter !== undefined && functionKind === 'window')
    throw context.error(`FILTER cannot be used with the window function '${name}'`, call.span);
  if (call.distinct && functionKind === 'window')
    throw context.error(`DISTINCT cannot be used with the window function '${name}'`, call.span);
  const spec = 'kind' in over ? completeSpec(over, scope, []) : namedWindow(over, scope, []);
  const partitionBy = spec.partitionBy.map((one) => bindExpr(one, scope));
  const orderBy = bindSortItems(spec.orderBy, scope);
  const nullTreatment = nullTreatmentOf(call);
  return {
    kind: 'WindowFunction',
    name,
    functionKind,
    args,
    partitionBy,
    orderBy,
    frame: bindFrame(spec.frame, orderBy, scope),
    ...(nullTreatment !== undefined && { nullTreatment }),
    distinct: call.distinct,
    ...(call.filter !== undefined && { filter: bindExpr(call.filter, scope) }),
  };
}

/** The definition behind a name of the WINDOW clause. `path` are the names on the way, to find definitions in circles. */
function namedWindow(name: Ident, scope: Scope, path: readonly string[]): WindowSpec {
  const { context } = scope.level;
  const key = context.name(name);
  if (path.includes(key)) throw context.error(`The windows ${path.join(', ')} are defined in a circle`, name.span);
  const found = scope.windows?.get(key);
  if (found === undefined) throw context.error(`The window '${key}' is not defined!`, name.span);
  return 'kind' in found ? completeSpec(found, scope, [...path, key]) : namedWindow(found, scope, [...path, key]);
}

/** Adds what the named window that a definition builds on says. */
function completeSpec(spec: WindowSpec, scope: Scope, path: readonly string[]): WindowSpec {
  if (spec.base === undefined) return spec;
  const { context } = scope.level;
  const base = namedWindow(spec.base, scope, path);
  const name = context.name(spec.base);
  if (spec.partitionBy.length > 0)
    throw context.error(`cannot override PARTITION BY clause of window '${name}'`, spec.span);
  if (spec.orderBy.length > 0 && base.orderBy.length > 0)
    throw context.error(`cannot override ORDER BY clause of window '${name}'`, spec.span);
  if (base.frame !== undefined && (spec.frame !== undefined || spec.orderBy.length > 0)) {
    throw context.error(`cannot copy window '${name}' because it has a frame clause`, spec.span);
  }
  const frame = spec.frame ?? base.frame;
  return {
    kind: 'WindowSpec',
    partitionBy: base.partitionBy,
    orderBy: spec.orderBy.length > 0 ? spec.orderBy : base.orderBy,
    ...(frame !== undefined && { frame }),
    span: spec.span,
  };
}

function bindFrame(clause: FrameClause | undefined, orderBy: readonly SortExpr[], scope: Scope): WindowFrame {
  if (clause === undefined) return defaultWindowFrame(orderBy.length > 0);
  const { context } = scope.level;
  if (clause.exclude !== undefined && clause.exclude !== 'NO OTHERS')
    throw new NotYetSupportedError(`Window frame EXCLUDE ${clause.exclude}`);
  const units = clause.units === 'ROWS' ? 'rows' : clause.units === 'RANGE' ? 'range' : 'groups';
  if (units === 'groups' && orderBy.length === 0)
    throw context.error('GROUPS mode requires an ORDER BY clause', clause.span);
  const start = bindBound(clause.start, units, orderBy, scope, clause.span);
  const end: WindowFrameBound =
    clause.end === undefined ? { kind: 'currentRow' } : bindBound(clause.end, units, orderBy, scope, clause.span);
  if (start.kind === 'following' && start.offset === undefined) {
    throw context.error('Invalid window frame: start bound cannot be UNBOUNDED FOLLOWING', clause.span);
  }
  if (end.kind === 'preceding' && end.offset === undefined) {
    throw context.error('Invalid window frame: end bound cannot be UNBOUNDED PRECEDING', clause.span);
  }
  if (isAfter(start, end))
    throw context.error('Invalid window frame: start bound cannot be larger than end bound', clause.span);
  const hasOffset = [start, end].some((bound) => bound.kind !== 'currentRow' && bound.offset !== undefined);
  if (units === 'range') {
    if (hasOffset && orderBy.length !== 1) {
      throw context.error('With window frame of type RANGE, the ORDER BY expression must be of length 1', clause.span);
    }
    // Without an order all rows are peers, so the current row reaches over the whole partition.
    if (orderBy.length === 0) return defaultWindowFrame(false);
  }
  return { units, start, end };
}

/** Whether a frame from `start` to `end` could never hold a row, whatever the data. */
function isAfter(start: WindowFrameBound, end: WindowFrameBound): boolean {
  const rank = { preceding: 0, currentRow: 1, following: 2 } as const;
  if (rank[start.kind] !== rank[end.kind]) return rank[start.kind] > rank[end.kind];
  if (
    start.kind === 'currentRow' ||
    end.kind === 'currentRow' ||
    start.offset === undefined ||
    end.offset === undefined
  )
    return false;
  const difference = compareNumbers(start.offset.value, end.offset.value);
  return difference !== undefined && (start.kind === 'preceding' ? difference < 0 : difference > 0);
}

function compareNumbers(a: Value, b: Value): number | undefined {
  const isNumber = (value: Value): value is number | bigint => typeof value === 'number' || typeof value === 'bigint';
  if (!isNumber(a) || !isNumber(b)) return undefined;
  return a < b ? -1 : a > b ? 1 : 0;
}

function bindBound(
  bound: FrameBoundClause,
  units: WindowFrame['units'],
  orderBy: readonly SortExpr[],
  scope: Scope,
  span: Span,
): WindowFrameBound {
  if (bound.kind === 'CurrentRow') return { kind: 'currentRow' };
  const kind = bound.kind === 'Preceding' ? 'preceding' : 'following';
  if (bound.value === undefined) return { kind };
  const { context } = scope.level;
  const value = constantOf(bindExpr(bound.value, scope));
  if (value === undefined || value.value === null) {
    throw context.error('Invalid window frame: frame offsets must be literals that are not NULL', span);
  }
  if (units === 'range') {
    if (typeof value.value === 'string') return { kind, offset: intervalOffset(value.value, orderBy, scope, span) };
    if (isNegative(value.value)) throw context.error('Invalid window frame: frame offsets must be non negative', span);
    return { kind, offset: value };
  }
  if (!isInteger(value.type) || isNegative(value.value)) {
    throw context.error('Invalid window frame: frame offsets for ROWS and GROUPS must be non negative integers', span);
  }
  return { kind, offset: { type: UInt64, value: BigInt(value.value as number | bigint) } };
}

/** A text as offset: an interval where the order key is a point in time, else the text is left for coercion to the key's type. */
function intervalOffset(text: string, orderBy: readonly SortExpr[], scope: Scope, span: Span): ScalarValue {
  const key = orderBy[0] === undefined ? undefined : typeOf(orderBy[0].expr, scope, span).kind;
  if (key !== 'Timestamp' && key !== 'Date32' && key !== 'Date64') return { type: Utf8, value: text };
  const value = parseInterval(text);
  if (value === undefined) throw scope.level.context.error(`Invalid input syntax for type interval: '${text}'`, span);
  return { type: interval('monthDayNano'), value };
}

const constantOf = (expr: Expr): ScalarValue | undefined => (expr.kind === 'Literal' ? expr.value : undefined);
const isNegative = (value: Value): boolean => (typeof value === 'number' || typeof value === 'bigint') && value < 0;
const isInteger = (type: DataType): boolean => /^U?Int(8|16|32|64)$/.test(type.kind);
