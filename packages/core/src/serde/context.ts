import type { DecodeContext, LogicalExtensionCodec, PhysicalExtensionCodec } from '../ports/codec.js';
import { defaultWireLimits, nestedTooDeep, type WireLimits } from './wire/limits.js';
import { runTask, type Task } from './wire/task.js';

/** What encoding a plan may need besides the plan. */
export interface EncodeOptions {
  readonly logicalCodecs?: readonly LogicalExtensionCodec[];
  readonly physicalCodecs?: readonly PhysicalExtensionCodec[];
  /** What the reader on the other side will accept. A plan beyond it fails here, with the plan at hand. */
  readonly limits?: Partial<WireLimits>;
}

/** What decoding needs: functions by name, codecs of extensions, and limits. */
export interface DecodeOptions extends DecodeContext {
  readonly limits?: Partial<WireLimits>;
}

/** Limits with the defaults filled in. */
export const wireLimits = (limits: Partial<WireLimits> | undefined): WireLimits => ({
  ...defaultWireLimits,
  ...limits,
});

/** Runs a mapping within the depth that the limits allow. */
export const runMapping = <T>(task: Task<T>, limits: Partial<WireLimits> | undefined): T =>
  runTask(task, wireLimits(limits).maxDepth, nestedTooDeep);
