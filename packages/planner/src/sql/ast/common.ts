import type { SourceLocation } from '@ballista-ts/core';

/** Where a node begins in the text; an operator node points at its operator. */
export type Span = SourceLocation;

/** A name as written. Folding to lower case is the binder's business, and only for names without quotes. */
export interface Ident {
  readonly value: string;
  readonly quoted: boolean;
  readonly span: Span;
}

/** A dotted name: `table`, `schema.table`, `catalog.schema.table`, `table.column`, ... Never empty. */
export type ObjectName = readonly Ident[];
