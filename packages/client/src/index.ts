// For users.
export { BallistaConfig, SessionConfig, ShuffleFileKind, ShuffleLayout } from '@ballista-ts/core';
export { BallistaClient } from '@ballista-ts/flight';
// For other libraries.
export type { RunPlan } from './data-frame.js';
export { DataFrame } from './data-frame.js';
export type { ExecuteOptions, ProgressEvent, QueryBackend } from './query-backend.js';
export type { RemoteOptions } from './remote/transport.js';
export type { ValuePolicy } from './results/to-array.js';
export { SessionContext, type SessionOptions } from './session-context.js';
export type { StandaloneOptions } from './standalone/options.js';
export type { RegisterFilesOptions } from './statements/create-external-table.js';
