import type { ConfigDefinitions } from './define.js';
import { type ConfigEntry, formatValue } from './entry.js';
import type { ConfigValue } from './value-type.js';

/** A table of keys for the documentation: key, type, default, honoured, since, meaning. Sorted by key. */
export function configTable(definitions: ConfigDefinitions): string {
  const rows = Object.entries(definitions)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, definition]) => [
      code(key),
      escapeCell(typeCell(definition)),
      defaultCell(definition),
      escapeCell(honouredCell(definition)),
      definition.since,
      escapeCell(definition.doc),
    ]);
  const header = ['Key', 'Type', 'Default', 'Honoured', 'Since', 'Meaning'];
  const lines = [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return `${lines.join('\n')}\n`;
}

function typeCell({ type, optional }: ConfigEntry): string {
  const name = type.name === 'one of' || type.name === 'list' ? type.expected.replace(/^one of /, '') : type.name;
  return optional && type.nullText === undefined ? `${name}, or NULL` : name;
}

function defaultCell(definition: ConfigEntry): string {
  const own = definition.defaultText ?? shown(definition, definition.engineDefault());
  if (definition.sessionDefault === undefined) return own;
  return `${shown(definition, definition.sessionDefault.value)} (plain session: ${own})`;
}

function honouredCell(definition: ConfigEntry): string {
  if (definition.fixed !== undefined) return 'cannot be changed';
  if (definition.honoured === 'yes') return 'yes';
  if (definition.honoured === 'no') return 'not yet';
  return `only ${definition.honoured.map((value) => formatValue(definition, value) ?? 'NULL').join(', ')}`;
}

function shown(definition: ConfigEntry, value: ConfigValue): string {
  const text = formatValue(definition, value);
  if (text === undefined) return definition.type.nullText ?? 'NULL';
  return text === '' ? 'empty' : code(text);
}

const code = (text: string): string => `\`${escapeCell(text)}\``;
const escapeCell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
