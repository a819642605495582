import type { ArgumentInfo, DataType, ReturnInfo, ScalarFunctionSignature, Value, Volatility } from '@ballista-ts/core';
import { coerceParameters, type Parameter } from './parameter.js';
import type { QueryContext } from './query-context.js';

/** What a call knows besides its values. */
export interface ScalarCall {
  /** The arguments' types (after coercion), nullability and constant values. */
  readonly args: readonly ArgumentInfo[];
  readonly returnType: DataType;
  readonly query: QueryContext;
}

/** Computes one row. Values have the forms of core's `Value`; the result must have the form of the return type. */
export type RowFunction = (args: readonly Value[]) => Value;

/** A scalar function: what it says of itself, and its reference implementation, a row at a time. */
export interface ScalarFunctionDefinition extends ScalarFunctionSignature {
  /** `propagate`: one NULL argument makes the result NULL and the implementation never sees it. */
  readonly nulls: 'propagate' | 'custom';
  /**
   * For functions that may not need all their arguments: asked after each argument, with those computed so far; `true` means that
   * the rest stays uncomputed (and is passed as NULL). Implies `nulls: 'custom'`.
   */
  readonly settled?: (args: readonly Value[]) => boolean;
  /** Called once per call site, so that constants (patterns, formats) are looked at once. */
  readonly prepare: (call: ScalarCall) => RowFunction;
}

/** What a return rule may say: the type alone (nullable when an argument is), or both. */
export type ReturnRule = DataType | ((args: readonly ArgumentInfo[]) => DataType | ReturnInfo);

interface ScalarFunctionBase {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** @default 'immutable' */
  readonly volatility?: Volatility;
  /** @default 'propagate' */
  readonly nulls?: 'propagate' | 'custom';
  readonly settled?: (args: readonly Value[]) => boolean;
  readonly returns: ReturnRule;
  readonly doc: ScalarFunctionSignature['doc'];
}
type ScalarFunctionArguments =
  | { readonly parameters: readonly Parameter[] }
  | { readonly coerce: ScalarFunctionSignature['coerce']; readonly parameterNames?: readonly string[] };
type ScalarFunctionBody =
  | { readonly evaluate: (args: readonly Value[], call: ScalarCall) => Value }
  | { readonly prepare: (call: ScalarCall) => RowFunction };

export type ScalarFunctionOptions = ScalarFunctionBase & ScalarFunctionArguments & ScalarFunctionBody;

/**
 * Declares a scalar function. Ours and the users' have the same shape.
 *
 * ```ts
 * const double = defineScalarFunction({
 *   name: 'double_it', parameters: [doubleParameter('x')], returns: Float64,
 *   evaluate: ([x]) => (x as number) * 2,
 *   doc: { section: 'Math', summary: 'Twice the number.', syntax: 'double_it(x)' },
 * });
 * ```
 */
export function defineScalarFunction(options: ScalarFunctionOptions): ScalarFunctionDefinition {
  const nulls = options.settled === undefined ? (options.nulls ?? 'propagate') : 'custom';
  const names =
    'parameters' in options ? options.parameters.map((one) => one.name) : (options.parameterNames ?? undefined);
  return {
    kind: 'scalar',
    name: options.name,
    aliases: options.aliases ?? [],
    volatility: options.volatility ?? 'immutable',
    coerce: 'parameters' in options ? coerceParameters(options.name, options.parameters) : options.coerce,
    ...(names === undefined ? {} : { parameterNames: names }),
    returns: returnRule(options.returns, nulls === 'custom'),
    doc: options.doc,
    nulls,
    ...(options.settled === undefined ? {} : { settled: options.settled }),
    prepare: 'prepare' in options ? options.prepare : (call) => (args) => options.evaluate(args, call),
  };
}

const returnRule =
  (rule: ReturnRule, alwaysNullable: boolean) =>
  (args: readonly ArgumentInfo[]): ReturnInfo => {
    const result = typeof rule === 'function' ? rule(args) : rule;
    return 'kind' in result ? { type: result, nullable: alwaysNullable || args.some((one) => one.nullable) } : result;
  };
