import {
  type AggregateFunctionExpr,
  type AggregatePlan,
  binary,
  cast,
  column,
  type Expr,
  exprName,
  formatExpr,
  groupingFunctionType,
  groupingIdColumn,
  Int64,
  int64Literal,
  NotYetSupportedError,
  PlanError,
  typedLiteral,
  unalias,
} from '@ballista-ts/core';
import { aggregate, columnFor, keepName, projection } from '../logical-build.js';
import { groupingKeys } from '../physical/grouping-sets.js';
import { changed, unchanged } from '../rule.js';
import type { AnalyzerRule } from './analyze.js';

/**
 * Computes `grouping(a, b)` from `__grouping_id`, in which the first key is the highest bit: a bit is 1 where the key is
 * NULLed in the row's grouping set. Without grouping sets it is 0.
 *
 * @throws PlanError when an argument is no grouping key.
 */
export const resolveGrouping: AnalyzerRule = {
  name: 'resolve_grouping_function',
  applyOrder: 'bottomUp',
  rewrite(plan, ctx) {
    if (plan.kind !== 'Aggregate') return unchanged(plan);
    const { keys, sets } = groupingKeys(plan.groupBy);
    if (sets !== undefined && new Set(sets.map((set) => set.join())).size !== sets.length) {
      throw new NotYetSupportedError('the same grouping set twice in one GROUP BY');
    }
    const isGrouping = (expr: Expr): boolean => {
      const call = unalias(expr);
      return call.kind === 'AggregateFunction' && call.name === 'grouping';
    };
    if (!plan.aggregates.some(isGrouping)) return unchanged(plan);
    const rest = plan.aggregates.filter((expr) => !isGrouping(expr));
    const inner = aggregate(plan.groupBy, rest, plan.input, ctx.functions);
    const outputs = inner.schema.fields.map(columnFor);
    const afterKeys = keys.length + (sets === undefined ? 0 : 1);
    let next = afterKeys;
    const computed = plan.aggregates.map((expr) =>
      isGrouping(expr)
        ? keepName(expr, groupingValue(unalias(expr) as AggregateFunctionExpr, keys, sets !== undefined, plan))
        : outputs[next++]!,
    );
    return changed(projection([...outputs.slice(0, afterKeys), ...computed], inner, ctx.functions));
  },
};

function groupingValue(
  call: AggregateFunctionExpr,
  keys: readonly Expr[],
  hasSets: boolean,
  plan: AggregatePlan,
): Expr {
  const texts = keys.map(formatExpr);
  const bits = call.args.map((arg) => {
    const index = texts.indexOf(formatExpr(arg));
    if (index < 0) {
      throw new PlanError(
        `the arguments of ${exprName(call)} must be expressions of GROUP BY (${plan.groupBy.map(formatExpr).join(', ')})`,
      );
    }
    return keys.length - 1 - index;
  });
  if (!hasSets) return typedLiteral(groupingFunctionType, 0);
  const id = cast(column(groupingIdColumn), Int64);
  const values = bits.map((bit, position): Expr => {
    const one = binary(binary(id, 'BitwiseShiftRight', int64Literal(bit)), 'BitwiseAnd', int64Literal(1));
    return binary(one, 'BitwiseShiftLeft', int64Literal(bits.length - 1 - position));
  });
  return cast(
    values.reduce((left, right) => binary(left, 'BitwiseOr', right)),
    groupingFunctionType,
  );
}
