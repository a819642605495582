import {
  absent,
  type Catalog,
  type ColumnStatistics,
  type DataType,
  exact,
  type Field,
  field,
  type ListingTableSource,
  type Schema,
  type Statistics,
  schema,
  type TableProvider,
  tableReference,
  unknownColumn,
  type Value,
} from '@ballista-ts/core';

/** What a test says of a column's values. */
export interface TestColumn {
  readonly type: DataType;
  readonly nullable?: boolean;
  readonly min?: Value;
  readonly max?: Value;
  readonly distinct?: number;
}

export interface TestTable {
  readonly rows?: number;
  /** Bytes of each file; e.g. four files of 10 MiB. @default one file of 100 bytes a row */
  readonly files?: readonly number[];
  readonly columns: Readonly<Record<string, TestColumn>>;
}

/** A catalog of Parquet tables whose files nobody opens: only their statistics count. */
export function testCatalog(tables: Readonly<Record<string, TestTable>>): Catalog {
  const providers = new Map(Object.entries(tables).map(([name, table]) => [name, provider(name, table)]));
  return {
    defaultCatalog: 'datafusion',
    defaultSchema: 'public',
    table: async (reference) => providers.get(reference.table),
    tables: async () =>
      [...providers].map(([name, one]) => ({
        reference: tableReference(name, 'public', 'datafusion') as Required<ReturnType<typeof tableReference>>,
        provider: one,
      })),
    schemas: async () => [{ catalog: 'datafusion', schema: 'public' }],
  };
}

function provider(name: string, table: TestTable): TableProvider {
  const source = testSource(name, table);
  return { schema: source.fileSchema, tableType: 'BASE TABLE', resolve: async () => source };
}

/** The table as a snapshot of files with exact statistics. */
export function testSource(name: string, table: TestTable): ListingTableSource {
  const fields = Object.entries(table.columns).map(
    ([column, { type, nullable = true }]): Field => field(column, type, nullable),
  );
  const fileSchema: Schema = schema(fields);
  const files = table.files ?? [Math.max((table.rows ?? 1000) * 100, 1)];
  const statistics: Statistics = {
    numRows: table.rows === undefined ? absent : exact(table.rows),
    totalByteSize: table.rows === undefined ? absent : exact(files.reduce((sum, one) => sum + one, 0)),
    columns: Object.values(table.columns).map(columnStatistics),
  };
  return {
    kind: 'listing',
    paths: [`file:///data/${name}/`],
    format: { kind: 'parquet', options: new Map() },
    fileExtension: '.parquet',
    fileSchema,
    partitionColumns: [],
    fileSortOrder: [],
    resolved: {
      objectStoreUrl: 'file:///',
      files: files.map((size, index) => ({
        path: `data/${name}/part-${index}.parquet`,
        size,
        lastModifiedNs: 0n,
        partitionValues: [],
      })),
      statistics,
    },
  };
}

const columnStatistics = (of: TestColumn): ColumnStatistics => ({
  ...unknownColumn,
  nullCount: of.nullable === false ? exact(0) : absent,
  min: of.min === undefined ? absent : exact(of.min),
  max: of.max === undefined ? absent : exact(of.max),
  distinctCount: of.distinct === undefined ? absent : exact(of.distinct),
});
