import type { LogicalPlan, ScalarValue, TableReference, TableSource } from '@ballista-ts/core';
import type { Statement } from '../sql/ast/statement.js';

/** A table as a statement sees it: frozen when the statement was resolved. */
export type ResolvedTable =
  | { readonly kind: 'source'; readonly source: TableSource }
  | { readonly kind: 'view'; readonly plan: LogicalPlan };

/** A table function's call that the resolve phase turned into a table. */
export interface ResolvedTableFunction {
  readonly name: string;
  readonly args: readonly ScalarValue[];
  readonly source: TableSource;
}

/** A statement with everything from outside that binding it needs. Immutable; binding it is synchronous and pure. */
export interface ResolvedStatement {
  readonly statement: Statement;
  readonly defaultCatalog: string;
  readonly defaultSchema: string;
  /** Tables that the statement names and that exist, by `tableKey` of their full reference. */
  readonly tables: ReadonlyMap<string, ResolvedTable>;
  readonly tableFunctions: readonly ResolvedTableFunction[];
  /** Names for "did you mean"; filled only when a named table does not exist. */
  readonly knownTables: readonly string[];
}

/** A reference with the defaults filled in. */
export const fullReference = (
  of: TableReference,
  defaults: { readonly defaultCatalog: string; readonly defaultSchema: string },
): Required<TableReference> => ({
  catalog: of.catalog ?? defaults.defaultCatalog,
  schema: of.schema ?? defaults.defaultSchema,
  table: of.table,
});

/** A text that identifies a full reference. */
export const tableKey = (of: Required<TableReference>): string => JSON.stringify([of.catalog, of.schema, of.table]);
