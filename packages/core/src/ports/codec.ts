import type { LogicalExtension } from '../plan/logical/extension.js';
import type { LogicalPlan } from '../plan/logical/logical-plan.js';
import type { CustomTableSource } from '../plan/logical/table-source.js';
import type { ExecutionPlan } from '../plan/physical/execution-plan.js';
import type { PhysicalExtension } from '../plan/physical/extension-exec.js';
import type { Schema } from '../types/field.js';
import type { FunctionCatalog } from './function-catalog.js';

/** Carries an application's logical nodes and tables over the wire. */
export interface LogicalExtensionCodec {
  /** Bytes of the node itself (its inputs travel beside it), or undefined when it is not this codec's. */
  encode(extension: LogicalExtension): Uint8Array | undefined;
  /** The inverse; undefined when the bytes are not this codec's. */
  decode(type: string, bytes: Uint8Array, inputs: readonly LogicalPlan[]): LogicalExtension | undefined;
  encodeTable?(source: CustomTableSource): Uint8Array | undefined;
  decodeTable?(type: string, bytes: Uint8Array, schema: Schema): CustomTableSource | undefined;
}

/** Carries an application's physical nodes over the wire. */
export interface PhysicalExtensionCodec {
  encode(extension: PhysicalExtension): Uint8Array | undefined;
  decode(type: string, bytes: Uint8Array, inputs: readonly ExecutionPlan[]): PhysicalExtension | undefined;
}

/** What decoding a plan needs besides its bytes. */
export interface DecodeContext {
  readonly functions: FunctionCatalog;
  readonly logicalCodecs?: readonly LogicalExtensionCodec[];
  readonly physicalCodecs?: readonly PhysicalExtensionCodec[];
}
