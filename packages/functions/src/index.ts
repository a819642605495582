// For users: functions of their own.

// For other libraries: the reference evaluator and what belongs to it.
export { distinctAccumulator, orderedAccumulator } from './aggregate/collected-rows.js';
export { type AggregateSpec, type CompiledAggregate, compileAggregate } from './aggregate/compile-aggregate.js';
export { canCast, castKernel, castValue, tryCastKernel } from './cast/cast.js';
export type { CastKernel } from './cast/cast-kernel.js';
export { createDefaultFunctions, defaultFunctions } from './default-functions.js';
export {
  type Accumulator,
  type AggregateCall,
  type AggregateFunctionDefinition,
  type AggregateFunctionOptions,
  type AggregateOrderKey,
  defineAggregateFunction,
} from './definition/aggregate.js';
export {
  anyParameter,
  binaryParameter,
  booleanParameter,
  doubleParameter,
  floatParameter,
  integerParameter,
  listParameter,
  numberParameter,
  optional,
  ownIntegerParameter,
  type Parameter,
  realParameter,
  textLikeParameter,
  textParameter,
  variadic,
} from './definition/parameter.js';
export { createQueryContext, type QueryContext, type QueryContextOptions } from './definition/query-context.js';
export {
  defineScalarFunction,
  type ReturnRule,
  type RowFunction,
  type ScalarCall,
  type ScalarFunctionDefinition,
  type ScalarFunctionOptions,
} from './definition/scalar.js';
export {
  defineTableFunction,
  type TableCall,
  type TableFunctionDefinition,
  type TableFunctionOptions,
} from './definition/table.js';
export {
  defineWindowFunction,
  type WindowCall,
  type WindowFunctionDefinition,
  type WindowFunctionOptions,
  type WindowPartition,
} from './definition/window.js';
export {
  type Column,
  type ColumnBatch,
  columnBatch,
  columnBatchFromArrow,
  columnBatchFromRows,
  columnBatchToArrow,
  lazyColumn,
  rowsOf,
  selectRows,
} from './evaluator/column-batch.js';
export { compileExpr } from './evaluator/compile.js';
export type { CompiledExpr } from './evaluator/compiled-expr.js';
export { evaluate, evaluateConstant, isConstant } from './evaluator/evaluate.js';
export {
  createEvaluationContext,
  type EvaluationContext,
  type EvaluationContextOptions,
} from './evaluator/evaluation-context.js';
export { hashRow, hashRows, partitionOfHash } from './hash/shuffle-hash.js';
export {
  createFunctionRegistry,
  type FunctionDefinition,
  type FunctionRegistry,
  type FunctionRegistryOptions,
} from './registry.js';
export { parseInterval } from './time/parse-interval.js';
export { parseDate, parseTimeOfDay, parseTimestamp } from './time/parse-timestamp.js';
export {
  type Comparator,
  comparator,
  compareValues,
  type RowOrderKey,
  rowComparator,
  sortComparator,
} from './values/compare.js';
export { type GroupKey, groupKey } from './values/group-key.js';
export { type CompiledWindow, compileWindow } from './window/compile-window.js';
export { type WindowOrderKey, windowPartition } from './window/frames.js';
