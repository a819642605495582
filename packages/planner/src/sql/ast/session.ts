import type { Ident, ObjectName, Span } from './common.js';
import type { SqlDataType } from './data-type.js';
import type { SqlExpr } from './expr.js';
import type { Query } from './query.js';
import type { Statement } from './statement.js';

/** One option of `EXPLAIN (name value, ...)`; the name in upper case, the value as text. */
export interface ExplainOption {
  readonly name: string;
  readonly value?: string;
  readonly span: Span;
}
export interface Explain {
  readonly kind: 'Explain';
  readonly analyze: boolean;
  readonly verbose: boolean;
  /** As written. */
  readonly format?: string;
  /** Of the parenthesised form; empty in the other. */
  readonly options: readonly ExplainOption[];
  readonly statement: Statement;
  readonly span: Span;
}
export interface Describe {
  readonly kind: 'Describe';
  readonly target: Query | { readonly kind: 'Table'; readonly name: ObjectName; readonly span: Span };
  readonly span: Span;
}
export interface SetVariable {
  readonly kind: 'SetVariable';
  readonly scope?: 'SESSION' | 'LOCAL' | 'GLOBAL';
  readonly name: ObjectName;
  readonly values: readonly SqlExpr[];
  readonly span: Span;
}
export interface ResetVariable {
  readonly kind: 'ResetVariable';
  /** Absent: RESET ALL. */
  readonly name?: ObjectName;
  readonly span: Span;
}
export interface ShowVariable {
  readonly kind: 'ShowVariable';
  /** Absent: SHOW ALL. */
  readonly name?: ObjectName;
  readonly verbose: boolean;
  readonly span: Span;
}
export interface ShowTables {
  readonly kind: 'ShowTables';
  readonly full: boolean;
  readonly from?: ObjectName;
  readonly filter?: ShowFilter;
  readonly span: Span;
}
export interface ShowColumns {
  readonly kind: 'ShowColumns';
  readonly extended: boolean;
  readonly full: boolean;
  readonly table: ObjectName;
  readonly filter?: ShowFilter;
  readonly span: Span;
}
export type ShowFilter =
  | { readonly kind: 'Like' | 'ILike'; readonly pattern: string }
  | { readonly kind: 'Where'; readonly expr: SqlExpr };
export interface ShowCreate {
  readonly kind: 'ShowCreate';
  readonly target: 'TABLE' | 'VIEW';
  readonly name: ObjectName;
  readonly span: Span;
}
export interface ShowFunctions {
  readonly kind: 'ShowFunctions';
  readonly filter?: ShowFilter;
  readonly span: Span;
}
export interface Prepare {
  readonly kind: 'Prepare';
  readonly name: Ident;
  readonly types: readonly SqlDataType[];
  readonly statement: Statement;
  readonly span: Span;
}
export interface Execute {
  readonly kind: 'Execute';
  readonly name: Ident;
  readonly args: readonly SqlExpr[];
  readonly span: Span;
}
export interface Deallocate {
  readonly kind: 'Deallocate';
  /** Absent: DEALLOCATE ALL. */
  readonly name?: Ident;
  readonly span: Span;
}
export type IsolationLevel = 'READ UNCOMMITTED' | 'READ COMMITTED' | 'REPEATABLE READ' | 'SNAPSHOT' | 'SERIALIZABLE';
export interface BeginTransaction {
  readonly kind: 'BeginTransaction';
  readonly isolationLevel?: IsolationLevel;
  readonly accessMode?: 'READ ONLY' | 'READ WRITE';
  readonly span: Span;
}
export interface EndTransaction {
  readonly kind: 'EndTransaction';
  readonly conclusion: 'COMMIT' | 'ROLLBACK';
  readonly chain: boolean;
  readonly span: Span;
}
