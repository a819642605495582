import { ConfigError } from '../errors/errors.js';
import type { ConfigEntry } from './entry.js';
import type { ConfigValue } from './value-type.js';

/** Keys with their entries, as `defineConfig` takes and gives them. */
export type ConfigDefinitions = Readonly<Record<string, ConfigEntry>>;

/** The value type of each key of a set of definitions. */
export type ConfigValues<D extends ConfigDefinitions> = {
  readonly [K in keyof D]: D[K] extends ConfigEntry<infer T> ? T : never;
};

/** Several assignments: every key is optional. */
export type ConfigInputs<D extends ConfigDefinitions> = {
  readonly [K in keyof D]?: ConfigValues<D>[K];
};

const keyPattern = /^[a-z][a-z0-9_]*(?:\.[a-z0-9_]+)+$/;

/**
 * Declares configuration keys. An entry is the key's type: for
 * `defineConfig({ 'acme.codec': oneOf(['none', 'lz4'], { default: 'lz4', doc: '...' }) })` a session gives
 * `config.get('acme.codec')` the type `'none' | 'lz4'`.
 *
 * @throws ConfigError when a key is not lower case words joined by dots, or a default is not a value of its key.
 */
export function defineConfig<const D extends ConfigDefinitions>(definitions: D): D {
  for (const [key, definition] of Object.entries(definitions)) {
    if (!keyPattern.test(key)) {
      throw new ConfigError(
        `${JSON.stringify(key)} cannot be a configuration key: use lower case words joined by dots`,
        key,
      );
    }
    // A default that depends on the machine is a number of cores; asking for it here would run code on import.
    if (definition.defaultText === undefined) checkDefault(key, definition, definition.engineDefault());
    if (definition.sessionDefault !== undefined) checkDefault(key, definition, definition.sessionDefault.value);
  }
  return definitions;
}

function checkDefault(key: string, definition: ConfigEntry, value: ConfigValue): void {
  const fits = value === null ? definition.optional : definition.type.read(value).ok;
  if (!fits) {
    throw new ConfigError(
      `the default of ${key} is ${JSON.stringify(value)}, but it takes ${definition.type.expected}`,
      key,
    );
  }
}
