import type {
  AggregateFunctionSignature,
  FunctionCatalog,
  FunctionSignature,
  ScalarFunctionSignature,
  WindowFunctionSignature,
} from '../../ports/function-catalog.js';
import { Int64 } from '../../types/data-type.js';

const signature = (name: string): FunctionSignature => ({
  name: name.toLowerCase(),
  aliases: [],
  volatility: 'immutable',
  coerce: (args) => args.map((one) => one.type),
  doc: { section: 'Test', summary: '', syntax: '' },
});
const int64 = { type: Int64, nullable: true };

/** Knows every function but those named `unknown`, under its lower-case name. All of them give an Int64. */
export const anyCatalog: FunctionCatalog = {
  scalar: (name): ScalarFunctionSignature | undefined =>
    name === 'unknown' ? undefined : { ...signature(name), kind: 'scalar', returns: () => int64 },
  aggregate: (name): AggregateFunctionSignature | undefined =>
    name === 'unknown'
      ? undefined
      : {
          ...signature(name),
          kind: 'aggregate',
          returns: () => int64,
          stateFields: () => [{ name: 'state', type: Int64, nullable: true }],
          orderSensitive: false,
        },
  window: (name): WindowFunctionSignature | undefined =>
    name === 'unknown' ? undefined : { ...signature(name), kind: 'window', returns: () => int64 },
  table: () => undefined,
  names: () => [],
};
