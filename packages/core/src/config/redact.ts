import type { ConfigEntry } from './entry.js';
import type { ConfigValue } from './value-type.js';

/** What stands in for a secret. */
export const redacted = '***';

// Words of the key, so that `access_key_id` is hidden while `join_key_reordering` and `partition_key` are not.
const secretKey =
  /(?:^|[._-])(?:secret|password|passwd|passphrase|token|tokens|credential|credentials|access_key|api_key|private_key|account_key|sas)(?:$|[._-])/i;

/** Whether a key by this name holds something that must not be shown, whoever defined it. */
export const isSecretKey = (key: string, definition?: ConfigEntry): boolean =>
  definition?.secret === true || secretKey.test(key);

/** A setting as it may appear in logs, REST answers and `SHOW`: secrets as `***`, also those inside a URL. */
export function redactValue<V extends ConfigValue | undefined>(
  key: string,
  value: V,
  definition?: ConfigEntry,
): V | string {
  if (value === null || value === undefined || value === '') return value;
  if (isSecretKey(key, definition)) return redacted;
  return typeof value === 'string' ? value.replaceAll(/(\/\/)[^/@\s]*@/g, `$1${redacted}@`) : value;
}

/** Key-value pairs of a message or a map, secrets hidden. */
export const redactPairs = <P extends { readonly key: string; readonly value?: string }>(pairs: readonly P[]): P[] =>
  pairs.map((pair) => (pair.value === undefined ? pair : { ...pair, value: redactValue(pair.key, pair.value) }));
