import { ConfigError } from '../errors/errors.js';
import { type BuiltinDefinitions, builtinDefinitions } from './builtin.js';
import { type ConfigDefinitions, defineConfig } from './define.js';
import type { ConfigEntry } from './entry.js';
import { nearestKey } from './nearest-key.js';
import { isSecretKey } from './redact.js';
import { removedKeys } from './sections/ballista-optimizer.js';
import type { ConfigValue } from './value-type.js';

const ballistaPrefix = 'ballista.';
const ownPrefixes = ['ballista.', 'datafusion.', 's3.'];

/** The keys that exist, by name. Immutable: `extend` gives another one. */
export class ConfigRegistry<out D extends ConfigDefinitions = BuiltinDefinitions> {
  readonly #entries: ReadonlyMap<string, ConfigEntry>;

  constructor(readonly definitions: D) {
    this.#entries = new Map(Object.entries(definitions));
    for (const [key, definition] of this.#entries) {
      const missing = definition.alsoSets.find((other) => !this.#entries.has(other));
      if (missing !== undefined) throw new ConfigError(`${key} also sets ${missing}, which does not exist`, key);
    }
  }

  /**
   * These keys and an embedder's. Theirs begin with a prefix of their own.
   * @throws ConfigError when a key is taken, or lies under `ballista.`, `datafusion.` or `s3.`.
   */
  extend<E extends ConfigDefinitions>(definitions: E): ConfigRegistry<D & E> {
    for (const key of Object.keys(defineConfig(definitions))) {
      const prefix = ownPrefixes.find((own) => key.startsWith(own));
      if (prefix !== undefined) {
        throw new ConfigError(`configuration key ${key} cannot be added: ${prefix}* belongs to this library`, key);
      }
      if (this.#entries.has(key)) throw new ConfigError(`configuration key ${key} is defined twice`, key);
    }
    return new ConfigRegistry({ ...this.definitions, ...definitions });
  }

  /** Every key, in the order of their definitions. */
  keys(): IterableIterator<string> {
    return this.#entries.keys();
  }

  entry(key: string): ConfigEntry | undefined {
    return this.#entries.get(key);
  }

  /** @throws ConfigError when there is no such key; the message names the nearest one. */
  require(key: string): ConfigEntry {
    const found = this.#entries.get(key);
    if (found === undefined) throw this.unknownKey(key);
    return found;
  }

  /** What `SET` of a key that does not exist fails with. */
  unknownKey(key: string): ConfigError {
    const shown = clip(key.startsWith(ballistaPrefix) ? key.slice(ballistaPrefix.length) : key, 200);
    const removed =
      key.startsWith(ballistaPrefix) && Object.hasOwn(removedKeys, shown) ? removedKeys[shown] : undefined;
    if (removed !== undefined) return new ConfigError(`configuration key \`${shown}\` does not exist: ${removed}`, key);
    const nearest = nearestKey(key, this.#entries.keys());
    const hint = nearest === undefined ? 'SHOW ALL lists every key' : `did you mean ${nearest}?`;
    return new ConfigError(`configuration key \`${shown}\` does not exist; ${hint}`, key);
  }

  /**
   * The value an input stands for: text as `SET` and the wire bring it, or a JavaScript value.
   * @throws ConfigError when the key does not exist or does not take the value; the message names key, value and what it takes.
   */
  read(key: string, input: unknown): ConfigValue {
    const definition = this.require(key);
    const { type, optional } = definition;
    const nullText = (type.nullText ?? 'null').toLowerCase();
    const word =
      typeof input === 'string' && optional && type.anyText !== true ? input.trim().toLowerCase() : undefined;
    if (input === null || word === 'null' || word === nullText) {
      if (optional) return null;
      throw new ConfigError(`configuration key ${key} must have a value: expected ${type.expected}`, key);
    }
    const result = type.read(input);
    if (result.ok) return result.value;
    const shown = isSecretKey(key, definition) ? '***' : describeInput(input);
    if (type.describeWrong !== undefined && typeof input === 'string') {
      throw new ConfigError(`${type.describeWrong(clip(input, 100))} (configuration key ${key})`, key);
    }
    const problem = result.problem === undefined || result.problem === '' ? '' : ` (${result.problem})`;
    const orNull = optional && type.nullText === undefined ? ', or NULL' : '';
    throw new ConfigError(
      `invalid value ${shown} for configuration key ${key}: expected ${type.expected}${orNull}${problem}`,
      key,
    );
  }
}

/** The registry of this library's own keys. */
export const builtinRegistry: ConfigRegistry<BuiltinDefinitions> = new ConfigRegistry(builtinDefinitions);

const clip = (text: string, length: number): string => (text.length <= length ? text : `${text.slice(0, length)}...`);

function describeInput(input: unknown): string {
  if (typeof input === 'string') return `'${clip(input, 100)}'`;
  if (typeof input === 'bigint') return clip(`${input}`, 100);
  if (typeof input === 'number' || typeof input === 'boolean' || input === undefined) return String(input);
  return Array.isArray(input) ? 'an array' : `a value of type ${typeof input}`;
}
