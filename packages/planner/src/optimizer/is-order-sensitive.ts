import { type Expr, type FunctionCatalog, someExpr } from '@ballista-ts/core';

/** Built-in aggregates whose result is the same for every order of the rows (sums of floats up to rounding). */
const orderFree: ReadonlySet<string> = new Set([
  'approx_distinct',
  'approx_median',
  'approx_percentile_cont',
  'approx_percentile_cont_with_weight',
  'avg',
  'bit_and',
  'bit_or',
  'bit_xor',
  'bool_and',
  'bool_or',
  'corr',
  'count',
  'covar_pop',
  'covar_samp',
  'grouping',
  'max',
  'median',
  'min',
  'percentile_cont',
  'regr_avgx',
  'regr_avgy',
  'regr_count',
  'regr_intercept',
  'regr_r2',
  'regr_slope',
  'regr_sxx',
  'regr_sxy',
  'regr_syy',
  'stddev',
  'stddev_pop',
  'sum',
  'var_pop',
  'var_sample',
  'var',
]);

/**
 * Whether an expression holds an aggregate whose result depends on the order of its input (`array_agg`, `first_value`, and
 * every function of unknown nature). With `functions` their signatures decide.
 */
export const isOrderSensitive = (expr: Expr, functions?: FunctionCatalog | number): boolean =>
  someExpr(expr, (part) => {
    if (part.kind !== 'AggregateFunction') return false;
    // `some` and `filter` pass an index as the second argument.
    const signature = typeof functions === 'object' ? functions.aggregate(part.name) : undefined;
    return signature === undefined ? !orderFree.has(part.name) : signature.orderSensitive;
  });
