import {
  type Expr,
  exprReturn,
  type FunctionSignature,
  NotYetSupportedError,
  type NullTreatment,
  type SortExpr,
  unalias,
  utf8Literal,
} from '@ballista-ts/core';
import type { FunctionArg, FunctionCall } from '../../sql/ast/expr.js';
import type { OrderByItem } from '../../sql/ast/query.js';
import type { Scope } from '../scope.js';
import { nearestName } from '../suggest.js';
import { bindExpr } from './bind-expr.js';
import { asLambda, bindLambda, lambdaFunctions } from './bind-lambda.js';
import { callOf } from './bind-nested.js';
import { bindWindow } from './bind-window.js';

/** Binds a call: a scalar function, an aggregate, or either kind over a window, whichever the registry knows the name as. */
export function bindFunction(call: FunctionCall, scope: Scope): Expr {
  const { context } = scope.level;
  const name = call.name.map((part) => context.name(part)).join('.');
  if (call.limit !== undefined) throw new NotYetSupportedError('LIMIT inside a function call');
  const special = bindSpecial(name, call, scope);
  if (special !== undefined) return special;

  const { functions } = context;
  if (call.over !== undefined) {
    const window = functions.window(name);
    const aggregate = functions.aggregate(name);
    // first_value, last_value and nth_value exist as both; over a window the window function is the better one.
    const signature = window ?? aggregate;
    if (signature !== undefined) {
      const args = bindArgs(call, signature, inner(scope));
      return checked(
        bindWindow(call, signature.name, window === undefined ? 'aggregate' : 'window', args, inner(scope)),
        call,
        scope,
      );
    }
  }
  const scalar = functions.scalar(name);
  if (scalar !== undefined) {
    rejectClauses(call, scope, name, 'a scalar function');
    return checked({ kind: 'ScalarFunction', name: scalar.name, args: bindArgs(call, scalar, scope) }, call, scope);
  }
  const aggregate = functions.aggregate(name);
  if (aggregate !== undefined) return checked(bindAggregate(call, aggregate, inner(scope)), call, scope);
  if (functions.window(name) !== undefined) {
    throw context.error(`The window function '${name}' needs an OVER clause`, call.span);
  }
  if (functions.table(name) !== undefined) {
    throw context.error(`The table function '${name}' can only be used in FROM`, call.span);
  }
  const nearest = nearestName(name, functions.names());
  throw context.error(
    `Invalid function '${name}'.${nearest === undefined ? '' : `\nDid you mean '${nearest}'?`}`,
    call.span,
  );
}

/** Inside an aggregate, names are those of the input: an alias of ORDER BY that stands for the aggregate's result would be circular. */
function inner(scope: Scope): Scope {
  if (scope.aliases?.priority !== 'first') return scope;
  return { ...scope, aliases: { priority: 'last', find: scope.aliases.findInput ?? scope.aliases.find } };
}

/** Asks the function whether it takes these arguments, here where the place in the text is known. */
function checked(expr: Expr, call: FunctionCall, scope: Scope): Expr {
  const { context } = scope.level;
  context.located(call.span, () => exprReturn(expr, { schema: scope.schema, functions: context.functions }));
  return expr;
}

/** Calls that are not calls of one registered function. */
function bindSpecial(name: string, call: FunctionCall, scope: Scope): Expr | undefined {
  const { context } = scope.level;
  switch (name) {
    case 'unnest': {
      const [arg, ...more] = call.args;
      if (arg?.kind !== 'Positional' || more.length > 0)
        throw context.error('unnest() requires exactly one argument', call.span);
      rejectClauses(call, scope, name, 'unnest()');
      return { kind: 'Unnest', expr: bindExpr(arg.expr, scope) };
    }
    case 'struct':
    case 'row': {
      if (!call.args.some((arg) => arg.kind === 'Aliased')) return undefined;
      const args = call.args.flatMap((arg, index) => {
        if (arg.kind === 'Aliased') return [utf8Literal(context.name(arg.name)), bindExpr(arg.expr, scope)];
        return [utf8Literal(`c${index}`), bindPositional(arg, call, scope)];
      });
      return callOf('named_struct', args, scope, call.span);
    }
    case 'make_map': {
      const args = call.args.map((arg) => bindPositional(arg, call, scope));
      if (args.length % 2 !== 0) throw context.error('make_map requires an even number of arguments', call.span);
      const list = (start: number): Expr =>
        callOf(
          'make_array',
          args.filter((_arg, index) => index % 2 === start),
          scope,
          call.span,
        );
      return callOf('map', [list(0), list(1)], scope, call.span);
    }
    case 'grouping': {
      rejectClauses(call, scope, name, 'grouping()');
      if (call.args.length === 0) throw context.error('grouping() requires at least one argument', call.span);
      const args = call.args.map((arg) => bindPositional(arg, call, scope));
      // Not looked up: its answer depends on the grouping sets, and whoever builds the aggregation replaces it.
      return { kind: 'AggregateFunction', name: 'grouping', args, distinct: false, orderBy: [] };
    }
    default:
      return undefined;
  }
}

function bindPositional(arg: FunctionArg, call: FunctionCall, scope: Scope): Expr {
  if (arg.kind === 'Positional') return bindExpr(arg.expr, scope);
  throw scope.level.context.error(
    `Unsupported argument of ${call.name.map((part) => part.value).join('.')}`,
    call.span,
  );
}

/** The arguments in the order of the function's parameters; `count(*)` has none. */
function bindArgs(call: FunctionCall, signature: FunctionSignature, scope: Scope): Expr[] {
  const { context } = scope.level;
  const positional: Expr[] = [];
  const named = new Map<string, Expr>();
  const higherOrder = lambdaFunctions.has(signature.name);
  for (const arg of call.args) {
    switch (arg.kind) {
      case 'Star':
        if (signature.name !== 'count' || call.args.length > 1 || call.distinct) {
          throw context.error(`* is not an argument of ${signature.name}`, arg.span);
        }
        return [];
      case 'Named':
        named.set(context.name(arg.name), bindExpr(arg.expr, scope));
        break;
      case 'Aliased':
        throw context.error(`AS inside the arguments of ${signature.name} has no meaning`, arg.name.span);
      case 'Positional': {
        if (named.size > 0) throw context.error('A positional argument cannot follow a named one', arg.expr.span);
        const lambda = higherOrder ? asLambda(arg.expr) : undefined;
        positional.push(lambda === undefined ? bindExpr(arg.expr, scope) : bindLambda(lambda, positional[0], scope));
      }
    }
  }
  if (named.size === 0) return positional;
  return orderNamed(positional, named, call, signature, scope);
}

function orderNamed(
  positional: readonly Expr[],
  named: ReadonlyMap<string, Expr>,
  call: FunctionCall,
  signature: FunctionSignature,
  scope: Scope,
): Expr[] {
  const { context } = scope.level;
  const parameters = signature.parameterNames ?? [];
  const args = [...positional];
  for (const parameter of parameters.slice(positional.length)) {
    const value = named.get(parameter);
    if (value === undefined) break;
    args.push(value);
  }
  if (args.length !== positional.length + named.size) {
    const unknown = [...named.keys()].find((one) => !parameters.includes(one));
    throw context.error(
      unknown === undefined
        ? `${signature.name} lacks an argument before the last named one; its parameters are ${parameters.join(', ')}`
        : `${signature.name} has no parameter named '${unknown}'${parameters.length === 0 ? '' : `; it has ${parameters.join(', ')}`}`,
      call.span,
    );
  }
  return args;
}

function rejectClauses(call: FunctionCall, scope: Scope, name: string, what: string): void {
  const clause =
    call.over !== undefined
      ? 'OVER'
      : call.distinct
        ? 'DISTINCT'
        : call.filter !== undefined
          ? 'FILTER'
          : call.orderBy.length > 0
            ? 'ORDER BY'
            : call.withinGroup.length > 0
              ? 'WITHIN GROUP'
              : call.nullTreatment !== undefined
                ? `${call.nullTreatment} NULLS`
                : undefined;
  if (clause !== undefined)
    throw scope.level.context.error(`${clause} cannot be used with '${name}', which is ${what}`, call.span);
}

export const nullTreatmentOf = (call: FunctionCall): NullTreatment | undefined =>
  call.nullTreatment === undefined ? undefined : call.nullTreatment === 'IGNORE' ? 'ignoreNulls' : 'respectNulls';

/** Aggregates whose sorted argument is written after WITHIN GROUP. */
const withinGroupAggregates: ReadonlySet<string> = new Set([
  'percentile_cont',
  'quantile_cont',
  'approx_percentile_cont',
  'approx_percentile_cont_with_weight',
]);

function bindAggregate(call: FunctionCall, signature: FunctionSignature, scope: Scope): Expr {
  const { context } = scope.level;
  let args = bindArgs(call, signature, scope);
  let orderBy = bindSortItems(call.orderBy, scope);
  if (call.withinGroup.length > 0) {
    if (!withinGroupAggregates.has(signature.name)) {
      throw context.error(`WITHIN GROUP is not supported for the aggregate '${signature.name}'`, call.span);
    }
    if (call.orderBy.length > 0)
      throw context.error(
        'ORDER BY and WITHIN GROUP clauses cannot be used together in the same aggregate function',
        call.span,
      );
    if (call.withinGroup.length > 1)
      throw context.error('Only a single ordering expression is permitted in a WITHIN GROUP clause', call.span);
    orderBy = bindSortItems(call.withinGroup, scope);
    args = [orderBy[0]!.expr, ...args];
  }
  const nullTreatment = nullTreatmentOf(call);
  return {
    kind: 'AggregateFunction',
    name: signature.name,
    args,
    distinct: call.distinct,
    ...(call.filter !== undefined && { filter: bindExpr(call.filter, scope) }),
    orderBy,
    ...(nullTreatment !== undefined && { nullTreatment }),
  };
}

/** Sort keys in terms of the scope; numbers are values here, not positions. */
export const bindSortItems = (items: readonly OrderByItem[], scope: Scope): SortExpr[] =>
  items.map((item) => toSortExpr(unalias(bindExpr(item.expr, scope)), item, scope));

export function toSortExpr(expr: Expr, item: Omit<OrderByItem, 'expr'>, scope: Scope): SortExpr {
  const asc = item.direction !== 'DESC';
  const nullsFirst = item.nulls === undefined ? scope.level.context.nullsFirst(asc) : item.nulls === 'FIRST';
  return { expr, asc, nullsFirst };
}
