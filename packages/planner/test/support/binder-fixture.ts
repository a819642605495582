import {
  Boolean_,
  type Catalog,
  type DataType,
  Date32,
  decimal128,
  displayLogicalPlan,
  Float64,
  Int32,
  Int64,
  type LogicalPlan,
  list,
  map,
  type ScalarValue,
  type Schema,
  SessionConfig,
  struct,
  type TableProvider,
  type TableReference,
  timestamp,
  Utf8,
} from '@ballista-ts/core';
import { createFunctionRegistry } from '@ballista-ts/functions';
import { bindStatement } from '../../src/binder/statement/bind-statement.js';
import { resolve } from '../../src/resolve/resolve.js';
import { parseStatements } from '../../src/sql/parser/statement.js';
import { sqlParserOptions } from '../../src/sql/parser-options.js';

/** `{ a: Int64 }` as a schema of nullable columns; a name that ends in `!` is never NULL. */
export const schemaFrom = (columns: Readonly<Record<string, DataType>>): Schema => ({
  fields: Object.entries(columns).map(([name, type]) => ({
    name: name.replace(/!$/, ''),
    type,
    nullable: !name.endsWith('!'),
  })),
});

/** A table without rows. */
export const emptyTable = (columns: Readonly<Record<string, DataType>>): TableProvider => {
  const schema = schemaFrom(columns);
  return { schema, tableType: 'BASE TABLE', resolve: async () => ({ kind: 'memory', schema, partitions: [] }) };
};

/** A catalog of tables by dotted name; names without dots are in `datafusion.public`. */
export function catalogOf(tables: Readonly<Record<string, TableProvider>>): Catalog {
  const entries = Object.entries(tables).map(([name, provider]) => {
    const [table, schema = 'public', catalog = 'datafusion'] = name.split('.').reverse();
    return { reference: { catalog, schema, table: table! }, provider };
  });
  return {
    defaultCatalog: 'datafusion',
    defaultSchema: 'public',
    table: async (reference: TableReference) =>
      entries.find(
        (one) =>
          one.reference.table === reference.table &&
          one.reference.schema === (reference.schema ?? 'public') &&
          one.reference.catalog === (reference.catalog ?? 'datafusion'),
      )?.provider,
    tables: async () => entries,
    schemas: async () => [{ catalog: 'datafusion', schema: 'public' }],
  };
}

/** The tables of the binder's tests. */
export const testCatalog: Catalog = catalogOf({
  t: emptyTable({ 'a!': Int64, b: Int32, c: Utf8, d: Float64, e: Date32 }),
  u: emptyTable({ a: Int64, x: Int64, y: Utf8 }),
  v: emptyTable({ a: Int64, z: Boolean_ }),
  n: emptyTable({
    id: Int64,
    l: list(Int64),
    ll: list(list(Int64)),
    s: struct([
      { name: 'f', type: Int64, nullable: true },
      { name: 'g', type: Utf8, nullable: true },
    ]),
    m: map(Utf8, Int64),
    ts: timestamp('nanosecond'),
    dec: decimal128(10, 2),
  }),
  'other.t': emptyTable({ q: Int64 }),
  Quoted: emptyTable({ Ab: Int64, ab: Int64 }),
  'information_schema.tables': emptyTable({
    table_catalog: Utf8,
    table_schema: Utf8,
    table_name: Utf8,
    table_type: Utf8,
  }),
  'information_schema.df_settings': emptyTable({ name: Utf8, value: Utf8, description: Utf8 }),
  'information_schema.columns': emptyTable({
    table_catalog: Utf8,
    table_schema: Utf8,
    table_name: Utf8,
    column_name: Utf8,
    ordinal_position: Int64,
    data_type: Utf8,
    is_nullable: Utf8,
  }),
  'information_schema.views': emptyTable({
    table_catalog: Utf8,
    table_schema: Utf8,
    table_name: Utf8,
    definition: Utf8,
  }),
  'information_schema.parameters': emptyTable({
    specific_catalog: Utf8,
    specific_schema: Utf8,
    specific_name: Utf8,
    ordinal_position: Int64,
    parameter_mode: Utf8,
    parameter_name: Utf8,
    data_type: Utf8,
    rid: Int64,
  }),
  'information_schema.routines': emptyTable({
    routine_name: Utf8,
    function_type: Utf8,
    description: Utf8,
    syntax_example: Utf8,
  }),
});

export const testFunctions = createFunctionRegistry();

export interface BindTestOptions {
  readonly catalog?: Catalog;
  readonly config?: SessionConfig;
  readonly parameters?: ReadonlyMap<string, ScalarValue>;
}

/** The plan of one statement, from text to binding. */
export async function bindSql(sql: string, options: BindTestOptions = {}): Promise<LogicalPlan> {
  const config = options.config ?? SessionConfig.withBallista();
  const bind = {
    config,
    functions: testFunctions,
    ...(options.parameters !== undefined && { parameters: options.parameters }),
  };
  const [statement] = parseStatements(sql, sqlParserOptions(config));
  return bindStatement(await resolve(statement!, options.catalog ?? testCatalog, bind), bind);
}

/** The plan as EXPLAIN shows it. */
export const planText = async (sql: string, options?: BindTestOptions): Promise<string> =>
  displayLogicalPlan(await bindSql(sql, options));
