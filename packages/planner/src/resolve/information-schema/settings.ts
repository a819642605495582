import { field, schema, Utf8 } from '@ballista-ts/core';
import type { InformationSchemaView } from './view.js';

/** What SHOW ALL lists: every configuration key with its value now. Secrets are hidden. */
export const settingsView: InformationSchemaView = {
  name: 'df_settings',
  schema: schema([field('name', Utf8, false), field('value', Utf8), field('description', Utf8)]),
  rows: async ({ config }) => config.showAll().map((row) => [row.name, row.value, row.description]),
};
