import { InvalidArgumentError, quoteIdentifier } from '@ballista-ts/core';
import { generatedRows, type TpchTable, tpchTables } from './scale.js';

export type TpchFormat = 'parquet' | 'tbl';

/** How many files a table is cut into when `parts` are asked for: region and nation are too small to cut. */
export function partsOf(table: TpchTable, scale: number, parts: number): number {
  return table === 'region' || table === 'nation' ? 1 : Math.min(parts, generatedRows(table, scale));
}

/** Where a table's files go, relative to the output directory: one file, or with several parts a directory of files. */
export const tableLocation = (table: TpchTable, format: TpchFormat, parts: number): string =>
  parts === 1 ? `${table}.${format}` : `${table}/`;

/** The file of one part, relative to the output directory. */
export function partLocation(
  table: TpchTable,
  format: TpchFormat,
  part: number,
  partsOfTable: number,
  parts: number,
): string {
  if (parts === 1) return tableLocation(table, format, parts);
  return `${table}/part-${String(part).padStart(Math.max(3, String(partsOfTable).length), '0')}.${format}`;
}

/**
 * Statements that make tables of generated Parquet files known to a session.
 * @param directory the directory given to `generateTpch`, as a path or URL
 * @param options `parts` as given to `generateTpch`
 */
export function createTableStatements(
  directory: string,
  options: { readonly parts?: number; readonly tables?: readonly TpchTable[] } = {},
): readonly string[] {
  const { parts = 1, tables = tpchTables } = options;
  if (directory === '') throw new InvalidArgumentError('the directory of the tables is empty');
  const base = directory.endsWith('/') ? directory : `${directory}/`;
  return tables.map((table) => {
    const path = `${base}${tableLocation(table, 'parquet', parts)}`;
    return `CREATE EXTERNAL TABLE ${quoteIdentifier(table)} STORED AS PARQUET LOCATION '${path.replaceAll("'", "''")}'`;
  });
}
