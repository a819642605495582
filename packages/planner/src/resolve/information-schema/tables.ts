import { field, schema, Utf8 } from '@ballista-ts/core';
import type { InformationSchemaView } from './view.js';

/** Every table and view of the session, and the views of information_schema itself. */
export const tablesView: InformationSchemaView = {
  name: 'tables',
  schema: schema([
    field('table_catalog', Utf8, false),
    field('table_schema', Utf8, false),
    field('table_name', Utf8, false),
    field('table_type', Utf8, false),
  ]),
  rows: async ({ catalog, views }) => [
    ...(await catalog.tables()).map(({ reference, provider }) => [
      reference.catalog,
      reference.schema,
      reference.table,
      provider.tableType,
    ]),
    ...views.map((view) => [catalog.defaultCatalog, 'information_schema', view, 'VIEW']),
  ],
};

/** Views, and tables that know the statement which made them. */
export const viewsView: InformationSchemaView = {
  name: 'views',
  schema: schema([
    field('table_catalog', Utf8, false),
    field('table_schema', Utf8, false),
    field('table_name', Utf8, false),
    field('definition', Utf8),
  ]),
  rows: async ({ catalog }) =>
    (await catalog.tables()).map(({ reference, provider }) => [
      reference.catalog,
      reference.schema,
      reference.table,
      provider.definition ?? null,
    ]),
};

export const schemataView: InformationSchemaView = {
  name: 'schemata',
  schema: schema([
    field('catalog_name', Utf8, false),
    field('schema_name', Utf8, false),
    field('schema_owner', Utf8),
    field('default_character_set_catalog', Utf8),
    field('default_character_set_schema', Utf8),
    field('default_character_set_name', Utf8),
    field('sql_path', Utf8),
  ]),
  rows: async ({ catalog }) =>
    (await catalog.schemas()).map((one) => [one.catalog, one.schema, null, null, null, null, null]),
};
