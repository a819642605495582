// Configuration, for users.
export { BallistaConfig } from './config/ballista-config.js';
export type { ConfigKey } from './config/builtin.js';
// Configuration, for other libraries.
export { type BuiltinDefinitions, builtinDefinitions } from './config/builtin.js';
export type { ConfigDefinitions, ConfigInputs, ConfigValues } from './config/define.js';
export type { ConfigEntry, EntryOptions, Honoured, SessionKind } from './config/entry.js';
export { configTable } from './config/markdown.js';
export { isSecretKey, redactPairs, redactValue } from './config/redact.js';
export { builtinRegistry, ConfigRegistry } from './config/registry.js';
export { type ConfigRow, SessionConfig } from './config/session-config.js';
export { defineSlot, type SlotKey } from './config/slot.js';
export type { GrpcEndpoint, GrpcEndpointOverride, TlsOptions } from './config/slots.js';
export { grpcEndpointOverrideSlot, grpcMetadataSlot } from './config/slots.js';
export { chooseTargetPartitions } from './config/target-partitions.js';
export type { ConfigValue } from './config/value-type.js';
export type { ConfigWarning, WirePair } from './config/wire.js';
// Nouns, for users.
export { BallistaError, type ErrorCode } from './errors/ballista-error.js';
// Nouns, for other libraries.
export { brand } from './errors/brand.js';
export {
  CancelledError,
  ConfigError,
  DeadlineExceededError,
  DecodeError,
  ExecutionError,
  FailedPreconditionError,
  FetchFailedError,
  InternalError,
  InvalidArgumentError,
  IoError,
  NotFoundError,
  NotYetSupportedError,
  PlanError,
  ResourcesExhaustedError,
  type SourceLocation,
  SqlParseError,
  UnavailableError,
} from './errors/errors.js';
export { describeError, toError } from './errors/message.js';
export { errorCodeHeader, errorOfRpcStatus, type RpcStatus, rpcStatusOf } from './errors/rpc-status.js';
export { unreachable } from './errors/unreachable.js';
export {
  type BinarySignature,
  binarySignature,
  commonType,
  comparisonType,
  numericCommon,
} from './expr/binary-types.js';
export {
  alias,
  binary,
  booleanLiteral,
  cast,
  column,
  conjunction,
  disjunction,
  int64Literal,
  literal,
  sortKey,
  splitChain,
  splitConjunction,
  typedLiteral,
  utf8Literal,
} from './expr/build.js';
export {
  type DFField,
  type DFSchema,
  dfField,
  emptyDFSchema,
  findColumn,
  formatColumn,
  joinSchemas,
  matchingColumns,
  qualifySchema,
  toSchema,
} from './expr/df-schema.js';
export type {
  AggregateFunctionExpr,
  AliasExpr,
  BetweenExpr,
  BinaryExpr,
  CaseExpr,
  CastExpr,
  ColumnExpr,
  ExistsExpr,
  Expr,
  ExprKind,
  GroupingSetExpr,
  InListExpr,
  InSubqueryExpr,
  IsExpr,
  LambdaExpr,
  LambdaVariableExpr,
  LikeExpr,
  LiteralExpr,
  NegativeExpr,
  NotExpr,
  NullTreatment,
  OuterReferenceExpr,
  PlaceholderExpr,
  ScalarFunctionExpr,
  ScalarSubqueryExpr,
  SetComparisonExpr,
  SimilarToExpr,
  SortExpr,
  Subquery,
  UnnestExpr,
  WildcardExpr,
  WindowFunctionExpr,
} from './expr/expr.js';
export {
  columnsOf,
  exprChildren,
  exprShape,
  someExpr,
  transformExpr,
  transformExprDown,
  unalias,
  visitExpr,
  withExprChildren,
} from './expr/expr-tree.js';
export {
  argumentInfos,
  coerced,
  columnField,
  exprNullable,
  exprReturn,
  exprsToSchema,
  exprToField,
  exprType,
  returnOf,
  type TypingContext,
} from './expr/expr-type.js';
export { exprName, formatExpr, formatSortExpr } from './expr/format-expr.js';
export {
  type BinaryOperator,
  binaryOperators,
  isArithmetic,
  isComparison,
  isLogical,
  negateOperator,
  operatorSymbol,
  swapOperator,
} from './expr/operator.js';
export {
  formatTableReference,
  parseTableReference,
  quoteIdentifier,
  resolvesTo,
  type TableReference,
  tableReference,
  tableReferenceEquals,
} from './expr/table-reference.js';
export {
  defaultWindowFrame,
  type WindowFrame,
  type WindowFrameBound,
  type WindowFrameUnits,
} from './expr/window-frame.js';
export {
  type Branded,
  type ExecutorId,
  executorId,
  type JobId,
  jobId,
  type OperationId,
  operationId,
  type PartitionId,
  type SchedulerId,
  type SessionId,
  schedulerId,
  sessionId,
  type TaskKey,
} from './ids.js';
export {
  type FileFormat,
  type FileFormatKind,
  type FileRange,
  type FileScanConfig,
  fileFormatKinds,
  type PartitionedFile,
} from './plan/file-format.js';
export {
  formatJoinType,
  type JoinType,
  joinOutput,
  joinTypes,
  type NullEquality,
  swapJoinType,
} from './plan/join-type.js';
export type { AggregatePlan } from './plan/logical/aggregate.js';
export type { AssertPlan } from './plan/logical/assert.js';
export type { CopyToPlan } from './plan/logical/copy-to.js';
export type {
  CreateCatalogPlan,
  CreateCatalogSchemaPlan,
  CreateExternalTablePlan,
  CreateMemoryTablePlan,
  CreateViewPlan,
  DdlPlan,
  DropCatalogSchemaPlan,
  DropPlan,
} from './plan/logical/ddl.js';
export {
  displayLogicalNode,
  displayLogicalPlan,
  logicalChildren,
  logicalPlanShape,
  mapPlanExprs,
  planExprs,
  schemaOf,
  subqueryPlans,
  transformLogicalDown,
  transformLogicalUp,
  visitLogical,
  withLogicalChildren,
} from './plan/logical/definitions.js';
export type { DistinctOnPlan, DistinctPlan } from './plan/logical/distinct.js';
export type { DmlOperation, DmlPlan } from './plan/logical/dml.js';
export type { EmptyRelationPlan } from './plan/logical/empty-relation.js';
export type { AnalyzePlan, ExplainFormat, ExplainPlan } from './plan/logical/explain.js';
export type { ExtensionPlan, LogicalExtension } from './plan/logical/extension.js';
export type { FilterPlan } from './plan/logical/filter.js';
export type { JoinKey, JoinPlan } from './plan/logical/join.js';
export type { LimitPlan } from './plan/logical/limit.js';
export type { LogicalNodeDefinition } from './plan/logical/logical-node-definition.js';
export type { LogicalPlan, LogicalPlanKind, LogicalPlanOf } from './plan/logical/logical-plan.js';
export type { ProjectionPlan } from './plan/logical/projection.js';
export type { RecursiveQueryPlan } from './plan/logical/recursive-query.js';
export type { RepartitionPlan } from './plan/logical/repartition.js';
export type { SortPlan } from './plan/logical/sort.js';
export type {
  DeallocatePlan,
  ExecutePlan,
  PreparePlan,
  ResetVariablePlan,
  SetVariablePlan,
  StatementPlan,
  TransactionPlan,
} from './plan/logical/statement.js';
export type { SubqueryAliasPlan } from './plan/logical/subquery-alias.js';
export type { TableScanPlan } from './plan/logical/table-scan.js';
export {
  type CteWorkTableSource,
  type CustomTableSource,
  type ListingTableSource,
  type MemoryTableSource,
  type ResolvedFiles,
  type TableSource,
  tableSourceSchema,
} from './plan/logical/table-source.js';
export type { UnionPlan } from './plan/logical/union.js';
export type { ListUnnestColumn, UnnestPlan } from './plan/logical/unnest.js';
export type { ValuesPlan } from './plan/logical/values.js';
export type { WindowPlan } from './plan/logical/window.js';
export {
  type AggregateExec,
  type AggregateMode,
  aggregateModes,
  groupingFunctionType,
  groupingIdColumn,
  groupingIdType,
  type PhysicalGroupBy,
  readsStates,
  writesStates,
} from './plan/physical/aggregate-exec.js';
export type { AssertExec } from './plan/physical/assert-exec.js';
export type { CoalesceBatchesExec } from './plan/physical/coalesce-batches-exec.js';
export type { CoalescePartitionsExec } from './plan/physical/coalesce-partitions-exec.js';
export type { CrossJoinExec } from './plan/physical/cross-join-exec.js';
export {
  displayNode,
  displayPlan,
  executionPlanShape,
  planChildren,
  planPartitionCount,
  planProperties,
  planRequirements,
  planSchema,
  planStatistics,
  transformPlanDown,
  transformPlanUp,
  visitPlan,
  withNewChildren,
} from './plan/physical/definitions.js';
export type { EmptyExec } from './plan/physical/empty-exec.js';
export type { ExecutionPlan, ExecutionPlanKind, ExecutionPlanOf } from './plan/physical/execution-plan.js';
export { type AnalyzeExec, type ExplainExec, explainSchema } from './plan/physical/explain-exec.js';
export type { ExtensionExec, PhysicalExtension } from './plan/physical/extension-exec.js';
export { type FileScanExec, fileScanFullSchema } from './plan/physical/file-scan-exec.js';
export { countSchema, type FileSinkExec } from './plan/physical/file-sink-exec.js';
export type { FilterExec } from './plan/physical/filter-exec.js';
export { formatPartitioning, formatPhysicalExpr, formatSortExprs } from './plan/physical/format-physical-expr.js';
export { type HashJoinExec, type JoinPartitionMode, joinPartitionModes } from './plan/physical/hash-join-exec.js';
export {
  formatJoinFilter,
  formatJoinOn,
  formatProjection,
  type JoinFilter,
  type JoinFilterColumn,
  type JoinOn,
  joinSchema,
  joinStatistics,
} from './plan/physical/join-common.js';
export type { GlobalLimitExec, LocalLimitExec } from './plan/physical/limit-exec.js';
export type { MemoryScanExec } from './plan/physical/memory-scan-exec.js';
export type { NestedLoopJoinExec } from './plan/physical/nested-loop-join-exec.js';
export { hashPartitioning, type Partitioning, unknownPartitioning } from './plan/physical/partitioning.js';
export type {
  NamedExpr,
  PhysicalAggregateExpr,
  PhysicalBinaryExpr,
  PhysicalCase,
  PhysicalCast,
  PhysicalColumn,
  PhysicalExpr,
  PhysicalInList,
  PhysicalLike,
  PhysicalLiteral,
  PhysicalScalarFunction,
  PhysicalSortExpr,
  PhysicalUnaryExpr,
  PhysicalWindowExpr,
} from './plan/physical/physical-expr.js';
export {
  mapPhysicalColumns,
  physicalColumnsOf,
  physicalExprChildren,
  physicalExprShape,
  transformPhysicalExpr,
  visitPhysicalExpr,
  withPhysicalExprChildren,
} from './plan/physical/physical-expr-tree.js';
export { physicalExprNullable, physicalExprType } from './plan/physical/physical-expr-type.js';
export type { PlaceholderRowExec } from './plan/physical/placeholder-row-exec.js';
export {
  anyInput,
  type Distribution,
  type InputRequirement,
  type PlanNodeDefinition,
  type PlanProperties,
  singleInput,
} from './plan/physical/plan-node-definition.js';
export type { ProjectionExec } from './plan/physical/projection-exec.js';
export type { RepartitionExec } from './plan/physical/repartition-exec.js';
export type { ShuffleReaderExec } from './plan/physical/shuffle-reader-exec.js';
export type { ShuffleWriterExec } from './plan/physical/shuffle-writer-exec.js';
export type { SortExec } from './plan/physical/sort-exec.js';
export type { SortMergeJoinExec, SortOptions } from './plan/physical/sort-merge-join-exec.js';
export type { SortPreservingMergeExec } from './plan/physical/sort-preserving-merge-exec.js';
export type { SortShuffleWriterExec } from './plan/physical/sort-shuffle-writer-exec.js';
export type { InterleaveExec, UnionExec } from './plan/physical/union-exec.js';
export type { ListUnnest, UnnestExec } from './plan/physical/unnest-exec.js';
export type { UnresolvedShuffleExec } from './plan/physical/unresolved-shuffle-exec.js';
export type { WindowAggExec } from './plan/physical/window-agg-exec.js';
export {
  absent,
  type ColumnStatistics,
  combine,
  exact,
  inexact,
  known,
  type Precision,
  type Statistics,
  toInexact,
  unknownColumn,
  unknownStatistics,
} from './plan/statistics.js';
export { type Clock, type Random, systemClock, systemRandom } from './ports/clock.js';
export type { Closeable } from './ports/closeable.js';
export type { DecodeContext, LogicalExtensionCodec, PhysicalExtensionCodec } from './ports/codec.js';
export type {
  AggregateFunctionSignature,
  ArgumentInfo,
  FunctionCatalog,
  FunctionSignature,
  ReturnInfo,
  ScalarFunctionSignature,
  TableFunctionSignature,
  Volatility,
  WindowFunctionSignature,
} from './ports/function-catalog.js';
export { type LogFields, type Logger, silentLogger } from './ports/logger.js';
export type { ObjectMeta, ObjectStore, ObjectStoreRegistry, ReadOptions } from './ports/object-store.js';
export type { CountMetric, ShuffleOutput, ShuffleTransport, ShuffleWriteRequest } from './ports/shuffle-transport.js';
export type { Catalog, TableProvider } from './ports/table-provider.js';
export {
  type ByteRange,
  type CoalescePlan,
  type ExecutorMetadata,
  type FetchPartition,
  type PartitionLocation,
  type PartitionStats,
  ShuffleFileKind,
  ShuffleLayout,
  type ShuffleWritePartition,
} from './shuffle/shuffle.js';
export type {
  ExecutorMetric,
  ExecutorRegistration,
  ExecutorState,
  OperatingSystem,
} from './task/executor-registration.js';
export type { JobStatus } from './task/job-status.js';
export type {
  FailedReason,
  FailedTask,
  OperatorMetric,
  OperatorMetricsSet,
  RuntimeStatsReport,
  StageMetrics,
  SuccessfulTask,
  TaskDefinition,
  TaskStatus,
} from './task/task.js';
export { foldTree, rewriteTree, rewriteTreeDown, type TreeShape, visitTree } from './tree.js';
export {
  dataTypeFromArrow,
  dataTypeToArrow,
  fieldFromArrow,
  fieldToArrow,
  schemaFromArrow,
  schemaToArrow,
} from './types/arrow.js';
export { batchFromColumns, batchFromRows, columnFromValues } from './types/arrow-build.js';
export { batchRows, type ValueReader, valueReader, vectorValues } from './types/arrow-read.js';
export {
  Binary,
  BinaryView,
  Boolean_,
  type DataType,
  type DataTypeOf,
  Date32,
  Date64,
  type DecimalKind,
  type DecimalType,
  decimal128,
  decimal256,
  dictionary,
  duration,
  Float16,
  Float32,
  Float64,
  fixedSizeBinary,
  Int8,
  Int16,
  Int32,
  Int64,
  type IntervalUnit,
  interval,
  LargeBinary,
  LargeUtf8,
  type ListKind,
  list,
  map,
  Null,
  type SimpleTypeKind,
  struct,
  type TimeUnit,
  type TypeKind,
  time32,
  time64,
  timestamp,
  UInt8,
  UInt16,
  UInt32,
  UInt64,
  type UnionMode,
  Utf8,
  Utf8View,
} from './types/data-type.js';
export { dataTypeEquals, fieldEquals, schemaEquals } from './types/equality.js';
export { emptySchema, type Field, field, fieldIndex, projectSchema, type Schema, schema } from './types/field.js';
export { formatDataType, formatSchema } from './types/format.js';
export {
  civilFromDays,
  daysFromCivil,
  formatDate32,
  formatDecimal,
  formatFloat,
  formatInterval,
  formatScalar,
  formatTimeOfDay,
  formatTimestamp,
  formatValue,
  zoneOffsetSeconds,
} from './types/format-value.js';
export {
  fixedByteWidth,
  isBinary,
  isDecimal,
  isFloat,
  isInteger,
  isListLike,
  isNested,
  isNumeric,
  isSignedInteger,
  isString,
  isTemporal,
  isUnsignedInteger,
} from './types/predicates.js';
export {
  type IntervalDayTime,
  type IntervalMonthDayNano,
  nullScalar,
  type ScalarValue,
  scalar,
  type Value,
  valueEquals,
} from './types/scalar-value.js';
export { BALLISTA_VERSION } from './version.js';
