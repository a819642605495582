import { type TableReference, tableReference } from '@ballista-ts/core';
import type { Ident, ObjectName } from '../sql/ast/common.js';
import { sqlLocationError } from './location.js';

/** How names without quotes read: folded to lower case unless `datafusion.sql_parser.enable_ident_normalization` is off. */
export interface IdentifierRules {
  readonly foldCase: boolean;
}

/** The name an identifier means. Folding is ASCII and Unicode lower case, as for every SQL engine of this family. */
export const normalizeIdent = (ident: Ident, rules: IdentifierRules): string =>
  ident.quoted || !rules.foldCase ? ident.value : ident.value.toLowerCase();

/**
 * The table a dotted name means: `table`, `schema.table` or `catalog.schema.table`.
 *
 * @throws PlanError for more parts than that.
 */
export function toTableReference(name: ObjectName, rules: IdentifierRules): TableReference {
  const parts = name.map((part) => normalizeIdent(part, rules));
  if (parts.length > 3) {
    throw sqlLocationError(
      `Unsupported compound identifier '${parts.join('.')}'. Expected 1, 2 or 3 parts, got ${parts.length}`,
      name[0]!.span,
    );
  }
  const [table, schema, catalog] = [...parts].reverse();
  return tableReference(table!, schema, catalog);
}
