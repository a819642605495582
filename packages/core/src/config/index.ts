// Names for those who declare keys of their own, or make documents about keys. What sessions need is in the package's root.
export { type BuiltinDefinitions, builtinDefinitions, type ConfigKey } from './builtin.js';
export {
  type ConfigDefinitions,
  type ConfigInputs,
  type ConfigValues,
  defineConfig,
} from './define.js';
export type { ConfigEntry, EntryOptions, Honoured, SessionKind } from './entry.js';
export { bool, bytes, duration, float, int, oneOf, someOf, text } from './kinds.js';
export { configTable } from './markdown.js';
export { builtinRegistry, ConfigRegistry } from './registry.js';
export type { ConfigValue } from './value-type.js';
