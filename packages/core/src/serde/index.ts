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
export { BALLISTA_PROTOCOL_VERSION } from './protocol-version.js';
export { scalarValueFromProto, scalarValueToProto } from './scalar/scalar-value.js';
export { statisticsFromProto, statisticsToProto } from './statistics.js';
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
