import type { AggregateFunctionSignature, ArgumentInfo, DataType, Field, ReturnInfo, Value } from '@ballista-ts/core';
import { collectedStateFields, distinctAccumulator, orderedAccumulator } from '../aggregate/collected-rows.js';
import { coerceParameters, type Parameter } from './parameter.js';
import type { QueryContext } from './query-context.js';

/** How one key inside `f(x ORDER BY key)` sorts. */
export interface AggregateOrderKey {
  readonly type: DataType;
  readonly asc: boolean;
  readonly nullsFirst: boolean;
}

/** What a call of an aggregate knows besides its values. */
export interface AggregateCall {
  /** The arguments' types (after coercion) and constant values. */
  readonly args: readonly ArgumentInfo[];
  readonly returnType: DataType;
  readonly distinct: boolean;
  readonly ignoreNulls: boolean;
  readonly orderBy: readonly AggregateOrderKey[];
  readonly query: QueryContext;
}

/** Folds the rows of one group. States of the same call merge, wherever they were made. */
export interface Accumulator {
  /** One row. After the arguments come the values of the ORDER BY keys, when the call has any. */
  update(row: readonly Value[]): void;
  /** Folds in the state of another accumulator of the same call. */
  merge(state: readonly Value[]): void;
  /** The values of the state columns. */
  state(): readonly Value[];
  /** The result; may be asked several times, between updates too (running windows do). */
  value(): Value;
  /** Takes back the oldest row that is still in (sliding windows). Absent: windows compute each frame anew. */
  retract?(row: readonly Value[]): void;
}

/** An aggregate function: what it says of itself, and its reference implementation. */
export interface AggregateFunctionDefinition extends AggregateFunctionSignature {
  /** A fresh accumulator for one group. DISTINCT and ORDER BY of the call are taken care of. */
  readonly createAccumulator: (call: AggregateCall) => Accumulator;
  /** Whether DISTINCT changes nothing, so that nobody needs to look for duplicates. */
  readonly ignoresDistinct: boolean;
}

export type AggregateReturnRule = DataType | ((args: readonly ArgumentInfo[]) => DataType | ReturnInfo);

interface AggregateFunctionBase {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** A type alone is nullable. */
  readonly returns: AggregateReturnRule;
  /** Columns of the partial state, of a call without DISTINCT and ORDER BY. */
  readonly stateFields: (args: readonly ArgumentInfo[], returnType: DataType) => readonly Field[];
  /** @default false */
  readonly orderSensitive?: boolean;
  /** `min`, `bool_or`: duplicates do not matter. @default false */
  readonly ignoresDistinct?: boolean;
  /**
   * The function orders and merges by the keys itself, cheaper than by keeping all rows; it then gives the state fields for
   * them too. Without it, a call with ORDER BY keeps its rows and sorts them in the end.
   */
  readonly orderedStateFields?: (
    args: readonly ArgumentInfo[],
    orderByTypes: readonly DataType[],
    returnType: DataType,
  ) => readonly Field[];
  /** An accumulator for one group; it need not know of DISTINCT, nor of ORDER BY unless `orderedStateFields` is given. */
  readonly createAccumulator: (call: AggregateCall) => Accumulator;
  readonly doc: AggregateFunctionSignature['doc'];
}
type AggregateFunctionArguments =
  | { readonly parameters: readonly Parameter[] }
  | { readonly coerce: AggregateFunctionSignature['coerce']; readonly parameterNames?: readonly string[] };
export type AggregateFunctionOptions = AggregateFunctionBase & AggregateFunctionArguments;

/** Declares an aggregate function. DISTINCT works for every one; ORDER BY inside the call for those that are order sensitive. */
export function defineAggregateFunction(options: AggregateFunctionOptions): AggregateFunctionDefinition {
  const orderSensitive = options.orderSensitive ?? false;
  const ignoresDistinct = options.ignoresDistinct ?? false;
  const rule = options.returns;
  const returns = (args: readonly ArgumentInfo[]): ReturnInfo => {
    const result = typeof rule === 'function' ? rule(args) : rule;
    return 'kind' in result ? { type: result, nullable: true } : result;
  };
  const names =
    'parameters' in options ? options.parameters.map((one) => one.name) : (options.parameterNames ?? undefined);
  return {
    kind: 'aggregate',
    name: options.name,
    aliases: options.aliases ?? [],
    volatility: 'immutable',
    coerce: 'parameters' in options ? coerceParameters(options.name, options.parameters) : options.coerce,
    ...(names === undefined ? {} : { parameterNames: names }),
    returns,
    stateFields: (args, { distinct, orderByTypes }) => {
      const { type } = returns(args);
      const keys = orderSensitive ? orderByTypes : [];
      if (distinct && !ignoresDistinct) return collectedStateFields(args, keys);
      if (keys.length === 0) return options.stateFields(args, type);
      return options.orderedStateFields?.(args, keys, type) ?? collectedStateFields(args, keys);
    },
    orderSensitive,
    ignoresDistinct,
    doc: options.doc,
    createAccumulator: (call) => wrapAccumulator(options, orderSensitive, ignoresDistinct, call),
  };
}

function wrapAccumulator(
  options: AggregateFunctionOptions,
  orderSensitive: boolean,
  ignoresDistinct: boolean,
  call: AggregateCall,
): Accumulator {
  const distinct = call.distinct && !ignoresDistinct;
  const ordered = orderSensitive && call.orderBy.length > 0;
  // What is taken care of here is not the function's business; an order that says something else (which way a percentile runs) is.
  const inner: AggregateCall = { ...call, distinct: false, orderBy: orderSensitive ? [] : call.orderBy };
  if (distinct) {
    return distinctAccumulator(orderSensitive ? call : { ...call, orderBy: [] }, () =>
      options.createAccumulator(inner),
    );
  }
  if (ordered) {
    return options.orderedStateFields === undefined
      ? orderedAccumulator(call, () => options.createAccumulator(inner))
      : options.createAccumulator(call);
  }
  const accumulator = options.createAccumulator(inner);
  return call.orderBy.length === 0 ? accumulator : withoutKeys(accumulator, call.args.length);
}

/** Rows come with the values of the keys behind the arguments, and the function must not see them. */
function withoutKeys(accumulator: Accumulator, width: number): Accumulator {
  const { retract } = accumulator;
  return {
    update: (row) => accumulator.update(row.slice(0, width)),
    merge: (state) => accumulator.merge(state),
    state: () => accumulator.state(),
    value: () => accumulator.value(),
    ...(retract === undefined ? {} : { retract: (row) => retract.call(accumulator, row.slice(0, width)) }),
  };
}
