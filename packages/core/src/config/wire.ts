import { NotYetSupportedError } from '../errors/errors.js';
import { describeError } from '../errors/message.js';
import type { ConfigEntry } from './entry.js';

/** A setting in a request: the shape of the message `KeyValuePair`. No value is SQL's NULL. */
export interface WirePair {
  readonly key: string;
  readonly value?: string;
}

/** A setting of a request that was left out, for the reply. */
export interface ConfigWarning {
  readonly kind: 'unknownKey' | 'invalidValue' | 'notHonoured' | 'notApplied';
  readonly key: string;
  /** For people; secrets are hidden. */
  readonly message: string;
}

/** Settings that one request may carry: there are about 230 keys, the rest is room for embedders. */
export const maxWirePairs = 4096;

/** Warnings that are told one by one. */
export const maxConfigWarnings = 100;

/** Turns what a setting failed with into a warning. */
export function warn(key: string, error: unknown, definition: ConfigEntry | undefined): ConfigWarning {
  const kind =
    definition === undefined
      ? 'unknownKey'
      : error instanceof NotYetSupportedError
        ? 'notHonoured'
        : definition.local || definition.fixed !== undefined
          ? 'notApplied'
          : 'invalidValue';
  return { kind, key: key.slice(0, 200), message: describeError(error) };
}
