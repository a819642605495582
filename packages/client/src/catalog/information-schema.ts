import {
  Boolean_,
  batchFromRows,
  type DataType,
  type Field,
  formatDataType,
  NotYetSupportedError,
  type SessionConfig,
  type TableProvider,
  type TableReference,
  UInt64,
  Utf8,
  type Value,
} from '@ballista-ts/core';
import type { FunctionDefinition, FunctionRegistry } from '@ballista-ts/functions';
import { memoryTable } from '../statements/memory-table.js';

/** What information_schema tells of a session besides its tables. */
export interface InformationSchemaSession {
  readonly config: SessionConfig;
  readonly functions: FunctionRegistry;
}

/** What a catalog holds. */
export interface CatalogContents {
  list(): readonly { readonly reference: Required<TableReference>; readonly provider: TableProvider }[];
  listSchemas(): readonly { readonly catalog: string; readonly schema: string }[];
  listCatalogs(): readonly string[];
}

interface View {
  readonly fields: readonly Field[];
  readonly rows: (contents: CatalogContents, session: InformationSchemaSession) => Value[][];
}

const text = (name: string, nullable = false): Field => ({ name, type: Utf8, nullable });
const nullableText = (name: string): Field => text(name, true);
const nullableCount = (name: string): Field => ({ name, type: UInt64, nullable: true });

const tables: View = {
  fields: [text('table_catalog'), text('table_schema'), text('table_name'), text('table_type')],
  rows: (contents) => [
    ...contents
      .list()
      .map(({ reference, provider }) => [
        reference.catalog,
        reference.schema,
        reference.table,
        provider.tableType as string,
      ]),
    ...contents
      .listCatalogs()
      .flatMap((catalog) => informationSchemaTables.map((name) => [catalog, 'information_schema', name, 'VIEW'])),
  ],
};

const viewsView: View = {
  fields: [text('table_catalog'), text('table_schema'), text('table_name'), nullableText('definition')],
  rows: (contents) =>
    contents
      .list()
      .map(({ reference, provider }) => [
        reference.catalog,
        reference.schema,
        reference.table,
        provider.definition ?? null,
      ]),
};

const columns: View = {
  fields: [
    text('table_catalog'),
    text('table_schema'),
    text('table_name'),
    text('column_name'),
    { name: 'ordinal_position', type: UInt64, nullable: false },
    nullableText('column_default'),
    text('is_nullable'),
    text('data_type'),
    nullableCount('character_maximum_length'),
    nullableCount('character_octet_length'),
    nullableCount('numeric_precision'),
    nullableCount('numeric_precision_radix'),
    nullableCount('numeric_scale'),
    nullableCount('datetime_precision'),
    nullableText('interval_type'),
  ],
  rows: (contents) =>
    contents
      .list()
      .flatMap(({ reference, provider }) =>
        provider.schema.fields.map((field, index) => [
          reference.catalog,
          reference.schema,
          reference.table,
          field.name,
          BigInt(index),
          null,
          field.nullable ? 'YES' : 'NO',
          formatDataType(field.type),
          null,
          octetLength(field.type),
          ...numericColumns(field.type),
          null,
          null,
        ]),
      ),
};

/** The most bytes that fit into one value. */
function octetLength(type: DataType): Value {
  switch (type.kind) {
    case 'Utf8':
    case 'Binary':
      return 2_147_483_647n;
    case 'LargeUtf8':
    case 'LargeBinary':
      return 9_223_372_036_854_775_807n;
    default:
      return null;
  }
}

const binaryDigits: Partial<Record<DataType['kind'], bigint>> = {
  Int8: 8n,
  UInt8: 8n,
  Int16: 16n,
  UInt16: 16n,
  Int32: 32n,
  UInt32: 32n,
  Int64: 64n,
  UInt64: 64n,
  Float16: 11n,
  Float32: 24n,
  Float64: 53n,
};

/** Precision, its radix, and scale. */
function numericColumns(type: DataType): [Value, Value, Value] {
  if (type.kind === 'Decimal128' || type.kind === 'Decimal256') {
    return [BigInt(type.precision), 10n, type.scale < 0 ? null : BigInt(type.scale)];
  }
  const digits = binaryDigits[type.kind];
  return digits === undefined ? [null, null, null] : [digits, 2n, null];
}

const schemata: View = {
  fields: [
    text('catalog_name'),
    text('schema_name'),
    nullableText('schema_owner'),
    nullableText('default_character_set_catalog'),
    nullableText('default_character_set_schema'),
    nullableText('default_character_set_name'),
    nullableText('sql_path'),
  ],
  rows: (contents) =>
    contents.listSchemas().map(({ catalog, schema }) => [catalog, schema, null, null, null, null, null]),
};

const settings: View = {
  fields: [text('name'), nullableText('value'), nullableText('description')],
  rows: (_contents, { config }) => config.showAll().map(({ name, value, description }) => [name, value, description]),
};

const functionTypes: Readonly<Record<FunctionDefinition['kind'], string>> = {
  scalar: 'SCALAR',
  aggregate: 'AGGREGATE',
  window: 'WINDOW',
  table: 'TABLE',
};

/** The result's type depends on the arguments' types, so there is none to name here. */
const routines: View = {
  fields: [
    ...['specific_catalog', 'specific_schema', 'specific_name'].map((name) => text(name)),
    ...['routine_catalog', 'routine_schema', 'routine_name', 'routine_type'].map((name) => text(name)),
    { name: 'is_deterministic', type: Boolean_, nullable: true },
    nullableText('data_type'),
    nullableText('function_type'),
    nullableText('description'),
    nullableText('syntax_example'),
  ],
  rows: (_contents, { config, functions }) => {
    const catalog = config.get('datafusion.catalog.default_catalog');
    const schema = config.get('datafusion.catalog.default_schema');
    return functions
      .definitions()
      .flatMap((definition) =>
        [definition.name, ...definition.aliases].map((name) => [
          ...[catalog, schema, name],
          ...[catalog, schema, name, 'FUNCTION'],
          definition.volatility === 'immutable',
          null,
          functionTypes[definition.kind],
          definition.doc.summary,
          definition.doc.syntax,
        ]),
      );
  },
};

const views: Readonly<Record<string, View>> = {
  tables,
  views: viewsView,
  columns,
  schemata,
  df_settings: settings,
  routines,
};

/** Signatures are functions here, so there are no rows that list them. */
const missing: readonly string[] = ['parameters'];

/** Names of the tables of information_schema that there are. */
export const informationSchemaTables: readonly string[] = Object.keys(views);

/**
 * A table of information_schema, as the session is when a statement is resolved; undefined when there is none of that name.
 * @throws NotYetSupportedError for one that is still missing.
 */
export function informationSchemaTable(
  name: string,
  contents: CatalogContents,
  session: InformationSchemaSession,
): TableProvider | undefined {
  if (missing.includes(name)) {
    throw new NotYetSupportedError(`information_schema.${name}`, 'information_schema.routines has the functions');
  }
  const view = Object.hasOwn(views, name) ? views[name] : undefined;
  if (view === undefined) return undefined;
  const schema = { fields: view.fields };
  return {
    schema,
    tableType: 'VIEW',
    resolve: async (options) => {
      const batch = batchFromRows(schema, view.rows(contents, session));
      return await memoryTable(schema, [batch]).resolve(options);
    },
  };
}
