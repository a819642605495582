import type { DataType } from '../types/data-type.js';
import type { Field } from '../types/field.js';
import type { Value } from '../types/scalar-value.js';

/** When a function may be computed ahead or once for many rows. `stable`: fixed within one query (now()). */
export type Volatility = 'immutable' | 'stable' | 'volatile';

/** An argument as type rules see it: its type, and its value where that is a constant. */
export interface ArgumentInfo {
  readonly type: DataType;
  readonly nullable: boolean;
  /** Present when the argument is a literal (NULL literals included). */
  readonly constant?: Value;
}

/** What a function's result is. */
export interface ReturnInfo {
  readonly type: DataType;
  readonly nullable: boolean;
}

/** What every function tells its callers, apart from how it is computed. */
export interface FunctionSignature {
  /** Canonical lower-case name. */
  readonly name: string;
  readonly aliases: readonly string[];
  readonly volatility: Volatility;
  /**
   * The types the arguments are cast to before the call; as many as arguments.
   * @throws PlanError naming what is accepted, when the arguments do not fit.
   */
  readonly coerce: (args: readonly ArgumentInfo[]) => readonly DataType[];
  /** Names of the arguments, for calls by name and for docs. */
  readonly parameterNames?: readonly string[];
  readonly doc: {
    readonly section: string;
    readonly summary: string;
    readonly syntax: string;
    readonly example?: string;
  };
}

export interface ScalarFunctionSignature extends FunctionSignature {
  readonly kind: 'scalar';
  /** Result for arguments that already have the coerced types. */
  readonly returns: (args: readonly ArgumentInfo[]) => ReturnInfo;
}

export interface AggregateFunctionSignature extends FunctionSignature {
  readonly kind: 'aggregate';
  readonly returns: (args: readonly ArgumentInfo[], options: { readonly distinct: boolean }) => ReturnInfo;
  /** Columns of the partial state, for arguments of the coerced types. Names are prefixed by the caller. */
  readonly stateFields: (
    args: readonly ArgumentInfo[],
    options: { readonly distinct: boolean; readonly orderByTypes: readonly DataType[] },
  ) => readonly Field[];
  /** Whether the result depends on the order of the rows (`array_agg`, `first_value`). */
  readonly orderSensitive: boolean;
}

export interface WindowFunctionSignature extends FunctionSignature {
  readonly kind: 'window';
  readonly returns: (args: readonly ArgumentInfo[]) => ReturnInfo;
}

export interface TableFunctionSignature extends FunctionSignature {
  readonly kind: 'table';
  readonly schema: (args: readonly ArgumentInfo[]) => { readonly fields: readonly Field[] };
}

/** Finds functions by name (canonical or alias, any case). Implemented by the registry of package `functions`. */
export interface FunctionCatalog {
  scalar(name: string): ScalarFunctionSignature | undefined;
  aggregate(name: string): AggregateFunctionSignature | undefined;
  window(name: string): WindowFunctionSignature | undefined;
  table(name: string): TableFunctionSignature | undefined;
  /** Every name and alias that can be called, for suggestions and SHOW FUNCTIONS. */
  names(): readonly string[];
}
