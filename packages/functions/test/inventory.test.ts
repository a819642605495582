import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createFunctionRegistry } from '../src/registry.js';

/** Names and aliases of DataFusion's functions at the release we follow, `kind name` a line. */
const inventory = readFileSync(new URL('../testdata/inventory.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split(' ') as ['scalar' | 'aggregate' | 'window' | 'table', string]);

/** What is not there yet, and what it waits for. */
const missing = [
  // Lambdas have no physical expression.
  'array_any_match',
  'list_any_match',
  'any_match',
  'array_filter',
  'list_filter',
  'array_first',
  'list_first',
  'array_transform',
  'list_transform',
  // Signatures do not see names and metadata of fields.
  'arrow_field',
  'arrow_metadata',
  'with_metadata',
  // Only a scan knows.
  'file_row_index',
  'input_file_name',
];

it('has every function of the inventory but those known to be missing', () => {
  const registry = createFunctionRegistry();
  const absent = inventory.filter(([kind, name]) => registry[kind](name) === undefined).map(([, name]) => name);
  expect([...absent].sort()).toEqual([...missing].sort());
});

it('documents every function', () => {
  for (const one of createFunctionRegistry().definitions()) {
    expect(one.doc.summary, one.name).toMatch(/\.$/);
    expect(one.doc.syntax, one.name).toMatch(new RegExp(`^${one.name}\\(`));
    expect(one.doc.section, one.name).not.toBe('');
  }
});
