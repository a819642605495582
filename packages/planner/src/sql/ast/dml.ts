import type { Ident, ObjectName, Span } from './common.js';
import type { SqlOption } from './ddl.js';
import type { SqlExpr } from './expr.js';
import type { Query, TableAlias, TableFactor, TableWithJoins } from './query.js';

/** A value to store, or the column's default. */
export type AssignedValue = SqlExpr | { readonly kind: 'Default'; readonly span: Span };

export interface Insert {
  readonly kind: 'Insert';
  readonly mode: 'INTO' | 'OVERWRITE' | 'REPLACE';
  readonly table: ObjectName;
  readonly columns: readonly Ident[];
  /** Absent for DEFAULT VALUES. */
  readonly source?: Query;
  readonly span: Span;
}
export interface CopyTo {
  readonly kind: 'CopyTo';
  readonly source: Query | { readonly kind: 'Table'; readonly name: ObjectName; readonly span: Span };
  readonly target: string;
  /** Upper case. */
  readonly storedAs?: string;
  readonly partitionedBy: readonly Ident[];
  readonly options: readonly SqlOption[];
  readonly span: Span;
}
export interface Assignment {
  readonly target: ObjectName;
  readonly value: AssignedValue;
  readonly span: Span;
}
export interface Update {
  readonly kind: 'Update';
  readonly table: ObjectName;
  readonly alias?: TableAlias;
  readonly assignments: readonly Assignment[];
  readonly from: readonly TableWithJoins[];
  readonly where?: SqlExpr;
  readonly returning: boolean;
  readonly span: Span;
}
export interface Delete {
  readonly kind: 'Delete';
  readonly table: ObjectName;
  readonly alias?: TableAlias;
  readonly using: readonly TableWithJoins[];
  readonly where?: SqlExpr;
  readonly returning: boolean;
  readonly span: Span;
}
export interface Truncate {
  readonly kind: 'Truncate';
  readonly tables: readonly ObjectName[];
  readonly cascade: boolean;
  readonly span: Span;
}
export type MergeMatch = 'MATCHED' | 'NOT MATCHED' | 'NOT MATCHED BY SOURCE';
export type MergeAction =
  | { readonly kind: 'MergeUpdate'; readonly assignments: readonly Assignment[] }
  | { readonly kind: 'MergeDelete' }
  | { readonly kind: 'MergeInsert'; readonly columns: readonly Ident[]; readonly values: readonly AssignedValue[] };
export interface MergeClause {
  readonly match: MergeMatch;
  readonly condition?: SqlExpr;
  readonly action: MergeAction;
  readonly span: Span;
}
export interface Merge {
  readonly kind: 'Merge';
  readonly table: ObjectName;
  readonly alias?: TableAlias;
  readonly source: TableFactor;
  readonly on: SqlExpr;
  readonly clauses: readonly MergeClause[];
  readonly span: Span;
}
