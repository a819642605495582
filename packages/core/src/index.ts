export {};

// Configuration, for users.
export { BallistaConfig } from './config/ballista-config.js';
export type { ConfigKey } from './config/builtin.js';
export { type ConfigInputs, defineConfig } from './config/define.js';
export { bool, bytes, duration, float, int, oneOf, someOf, text } from './config/kinds.js';
export { type ConfigRow, SessionConfig } from './config/session-config.js';
export type { GrpcEndpoint, GrpcEndpointOverride, TlsOptions } from './config/slots.js';
export { BALLISTA_VERSION } from './version.js';
// Configuration, for other libraries.
export { type BuiltinDefinitions, builtinDefinitions } from './config/builtin.js';
export type { ConfigDefinitions, ConfigInput, ConfigValues } from './config/define.js';
export type { ConfigEntry, EntryOptions, Honoured, SessionKind } from './config/entry.js';
export { configTable } from './config/markdown.js';
export { isSecretKey, redactPairs, redactValue } from './config/redact.js';
export { builtinRegistry, ConfigRegistry } from './config/registry.js';
export { defineSlot, type SlotKey } from './config/slot.js';
export { grpcEndpointOverrideSlot, grpcMetadataSlot } from './config/slots.js';
export { chooseTargetPartitions } from './config/target-partitions.js';
export type { ConfigValue } from './config/value-type.js';
export type { ConfigWarning, WirePair } from './config/wire.js';
