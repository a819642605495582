/** A table's name: bare, with schema, or with catalog and schema. Names are already normalised (case folded). */
export interface TableReference {
  readonly catalog?: string;
  readonly schema?: string;
  readonly table: string;
}

export const tableReference = (table: string, schema?: string, catalog?: string): TableReference => ({
  table,
  ...(schema !== undefined && { schema }),
  ...(catalog !== undefined && { catalog }),
});

const plainName = /^[a-z_][a-z0-9_$]*$/;
/** The name as SQL would have to spell it: quoted unless it is a plain lower-case word. */
export const quoteIdentifier = (name: string): string =>
  plainName.test(name) ? name : `"${name.replaceAll('"', '""')}"`;

/** `catalog.schema.table`, each part quoted where needed. */
export const formatTableReference = (of: TableReference): string =>
  [of.catalog, of.schema, of.table]
    .filter((part) => part !== undefined)
    .map(quoteIdentifier)
    .join('.');

export const tableReferenceEquals = (a: TableReference, b: TableReference): boolean =>
  a.table === b.table && a.schema === b.schema && a.catalog === b.catalog;

/** Whether a column's written qualifier means this table: each part that both name must agree (`t` matches `s.t`). */
export const resolvesTo = (written: TableReference, table: TableReference): boolean =>
  written.table === table.table &&
  (written.schema === undefined || table.schema === undefined || written.schema === table.schema) &&
  (written.catalog === undefined || table.catalog === undefined || written.catalog === table.catalog);

/** Reads the dotted text form back (`a."B.c".d`). The inverse of `formatTableReference`. */
export function parseTableReference(text: string): TableReference {
  const parts: string[] = [];
  const pattern = /"((?:[^"]|"")*)"|([^."]+)/g;
  for (const match of text.matchAll(pattern)) parts.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
  const [table = text, schema, catalog] = parts.reverse();
  return tableReference(table, schema, catalog);
}
