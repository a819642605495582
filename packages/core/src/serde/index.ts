// Plans and expressions as bytes.
export type { DecodeOptions, EncodeOptions } from './context.js';
export {
  decodeExpr,
  decodeLogicalPlan,
  encodeExpr,
  encodeLogicalPlan,
  exprFromProto,
  exprToProto,
  logicalPlanFromProto,
  logicalPlanToProto,
} from './logical-plan.js';
export {
  decodePhysicalExpr,
  decodePhysicalPlan,
  encodePhysicalExpr,
  encodePhysicalPlan,
  partitioningFromProto,
  partitioningToProto,
  physicalExprFromProto,
  physicalExprToProto,
  physicalPlanFromProto,
  physicalPlanToProto,
  physicalSortExprFromProto,
  physicalSortExprToProto,
} from './physical-plan.js';
export { BALLISTA_PROTOCOL_VERSION } from './protocol-version.js';
// Mappings between messages and nouns, both ways.
export { scalarValueFromProto, scalarValueToProto } from './scalar/scalar-value.js';
export { coalescePlanFromProto, coalescePlanToProto } from './shuffle/coalesce-plan.js';
export { executorMetadataFromProto, executorMetadataToProto } from './shuffle/executor-metadata.js';
export { fetchPartitionFromProto, fetchPartitionToProto } from './shuffle/fetch-partition.js';
export { partitionIdFromProto, partitionIdToProto } from './shuffle/partition-id.js';
export { partitionLocationFromProto, partitionLocationToProto } from './shuffle/partition-location.js';
export { partitionStatsFromProto, partitionStatsToProto } from './shuffle/partition-stats.js';
export { shuffleWritePartitionFromProto, shuffleWritePartitionToProto } from './shuffle/shuffle-write-partition.js';
export { statisticsFromProto, statisticsToProto } from './statistics.js';
export {
  executorMetricFromProto,
  executorMetricToProto,
  executorRegistrationFromProto,
  executorRegistrationToProto,
  executorStateFromProto,
  executorStateToProto,
} from './task/executor-registration.js';
export { failedTaskFromProto, failedTaskToProto } from './task/failed-task.js';
export { jobStatusFromProto, jobStatusToProto } from './task/job-status.js';
export { pairsFromProto, pairsToProto } from './task/key-value-pairs.js';
export {
  operatorMetricFromProto,
  operatorMetricsSetFromProto,
  operatorMetricsSetToProto,
  operatorMetricToProto,
  stageMetricsFromProto,
  stageMetricsToProto,
} from './task/operator-metrics.js';
export {
  multiTaskDefinitionFromProto,
  multiTaskDefinitionToProto,
  taskDefinitionFromProto,
  taskDefinitionToProto,
} from './task/task-definition.js';
export {
  runtimeStatsReportFromProto,
  runtimeStatsReportToProto,
  taskStatusFromProto,
  taskStatusToProto,
} from './task/task-status.js';
export { dataTypeFromProto, dataTypeToProto } from './types/data-type.js';
export {
  dfSchemaFromProto,
  dfSchemaToProto,
  fieldFromProto,
  fieldToProto,
  schemaFromProto,
  schemaToProto,
} from './types/schema.js';
export { defaultWireLimits, type WireLimits } from './wire/limits.js';
// Messages without recursion and within limits, for those who embed plan messages in their own.
export { type AllFields, message, required, toSafeNumber, toUint64 } from './wire/message.js';
export { readMessage } from './wire/read-message.js';
export { writeMessage } from './wire/write-message.js';
