import type { ArgumentInfo, TableFunctionSignature, Value } from '@ballista-ts/core';
import type { QueryContext } from './query-context.js';

export interface TableCall {
  readonly args: readonly ArgumentInfo[];
  readonly query: QueryContext;
}

/** A function that stands where a table does. Its arguments are constants. */
export interface TableFunctionDefinition extends TableFunctionSignature {
  /** The rows, lazily: there may be many. */
  readonly rows: (args: readonly Value[], call: TableCall) => Iterable<readonly Value[]>;
}

export interface TableFunctionOptions extends Omit<TableFunctionDefinition, 'kind' | 'aliases' | 'volatility'> {
  readonly aliases?: readonly string[];
}

/** Declares a table function. */
export const defineTableFunction = (options: TableFunctionOptions): TableFunctionDefinition => ({
  ...options,
  kind: 'table',
  aliases: options.aliases ?? [],
  volatility: 'immutable',
});
