import type { ArgumentInfo, DataType, Value, WindowFunctionSignature } from '@ballista-ts/core';
import { coerceParameters, type Parameter } from './parameter.js';
import type { QueryContext } from './query-context.js';
import type { ReturnRule } from './scalar.js';

/** One partition, sorted, as a window function sees it. Rows count from 0; ends are exclusive. */
export interface WindowPartition {
  readonly numRows: number;
  /** First row of the peer group (equal ORDER BY keys) a row belongs to; without ORDER BY all rows are peers. */
  readonly peerStart: ArrayLike<number>;
  readonly peerEnd: ArrayLike<number>;
  /** The frame of a row; empty when start equals end. */
  readonly frameStart: ArrayLike<number>;
  readonly frameEnd: ArrayLike<number>;
}

export interface WindowCall {
  readonly args: readonly ArgumentInfo[];
  readonly returnType: DataType;
  readonly ignoreNulls: boolean;
  readonly query: QueryContext;
}

export interface WindowFunctionDefinition extends WindowFunctionSignature {
  /** One value a row. `args` holds the argument columns of the partition. */
  readonly evaluatePartition: (
    args: readonly (readonly Value[])[],
    partition: WindowPartition,
    call: WindowCall,
  ) => readonly Value[];
}

export interface WindowFunctionOptions {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly parameters: readonly Parameter[];
  /** A type alone is nullable. */
  readonly returns: ReturnRule;
  readonly evaluatePartition: WindowFunctionDefinition['evaluatePartition'];
  readonly doc: WindowFunctionSignature['doc'];
}

/** Declares a window function. Aggregates need no declaration to be used with OVER. */
export function defineWindowFunction(options: WindowFunctionOptions): WindowFunctionDefinition {
  const rule = options.returns;
  return {
    kind: 'window',
    name: options.name,
    aliases: options.aliases ?? [],
    volatility: 'immutable',
    coerce: coerceParameters(options.name, options.parameters),
    parameterNames: options.parameters.map((one) => one.name),
    returns: (args) => {
      const result = typeof rule === 'function' ? rule(args) : rule;
      return 'kind' in result ? { type: result, nullable: true } : result;
    },
    evaluatePartition: options.evaluatePartition,
    doc: options.doc,
  };
}
