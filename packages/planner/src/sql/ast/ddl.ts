import type { Ident, ObjectName, Span } from './common.js';
import type { SqlDataType } from './data-type.js';
import type { SqlExpr } from './expr.js';
import type { OrderByItem, Query } from './query.js';

export interface ColumnDef {
  readonly name: Ident;
  readonly type: SqlDataType;
  /** Absent when neither NULL nor NOT NULL was written. */
  readonly nullable?: boolean;
  readonly default?: SqlExpr;
  readonly primaryKey: boolean;
  readonly unique: boolean;
  readonly check?: SqlExpr;
  readonly references?: ForeignKeyTarget;
  readonly span: Span;
}
export interface ForeignKeyTarget {
  readonly table: ObjectName;
  readonly columns: readonly Ident[];
}
export type TableConstraint =
  | { readonly kind: 'PrimaryKey' | 'Unique'; readonly name?: Ident; readonly columns: readonly Ident[] }
  | {
      readonly kind: 'ForeignKey';
      readonly name?: Ident;
      readonly columns: readonly Ident[];
      readonly target: ForeignKeyTarget;
    }
  | { readonly kind: 'Check'; readonly name?: Ident; readonly expr: SqlExpr };

export interface CreateTable {
  readonly kind: 'CreateTable';
  readonly orReplace: boolean;
  readonly temporary: boolean;
  readonly ifNotExists: boolean;
  readonly name: ObjectName;
  readonly columns: readonly ColumnDef[];
  readonly constraints: readonly TableConstraint[];
  readonly query?: Query;
  readonly span: Span;
}

/** One pair of OPTIONS: the key as written (dots kept, case kept), the value as text. */
export interface SqlOption {
  readonly key: string;
  readonly value: string;
  readonly span: Span;
}
export interface CreateExternalTable {
  readonly kind: 'CreateExternalTable';
  readonly orReplace: boolean;
  readonly unbounded: boolean;
  readonly temporary: boolean;
  readonly ifNotExists: boolean;
  readonly name: ObjectName;
  readonly columns: readonly ColumnDef[];
  readonly constraints: readonly TableConstraint[];
  /** Upper case: CSV, JSON, PARQUET, AVRO, ARROW or the name of a registered factory. */
  readonly fileType: string;
  readonly locations: readonly string[];
  /** Columns with a type were declared here, those without only named. */
  readonly partitionedBy: readonly { readonly name: Ident; readonly type?: SqlDataType }[];
  /** One list per WITH ORDER clause. */
  readonly orders: readonly (readonly OrderByItem[])[];
  readonly options: readonly SqlOption[];
  readonly span: Span;
}
export interface CreateView {
  readonly kind: 'CreateView';
  readonly orReplace: boolean;
  readonly temporary: boolean;
  readonly materialized: boolean;
  readonly ifNotExists: boolean;
  readonly name: ObjectName;
  readonly columns: readonly Ident[];
  readonly query: Query;
  readonly span: Span;
}
export interface CreateSchema {
  readonly kind: 'CreateSchema';
  readonly ifNotExists: boolean;
  readonly name: ObjectName;
  readonly span: Span;
}
export interface CreateDatabase {
  readonly kind: 'CreateDatabase';
  readonly ifNotExists: boolean;
  readonly name: ObjectName;
  readonly span: Span;
}
export interface CreateFunction {
  readonly kind: 'CreateFunction';
  readonly orReplace: boolean;
  readonly temporary: boolean;
  readonly ifNotExists: boolean;
  readonly name: ObjectName;
  readonly args: readonly { readonly name?: Ident; readonly type: SqlDataType; readonly default?: SqlExpr }[];
  readonly returns?: SqlDataType;
  readonly language?: Ident;
  readonly behavior?: 'IMMUTABLE' | 'STABLE' | 'VOLATILE';
  /** `RETURN expr` or `AS 'text'`. */
  readonly body?: { readonly kind: 'Return' | 'As'; readonly expr: SqlExpr };
  readonly span: Span;
}
export interface CreateIndex {
  readonly kind: 'CreateIndex';
  readonly unique: boolean;
  readonly ifNotExists: boolean;
  readonly name?: ObjectName;
  readonly table: ObjectName;
  readonly using?: Ident;
  readonly columns: readonly OrderByItem[];
  readonly span: Span;
}
export type DropTarget = 'TABLE' | 'VIEW' | 'SCHEMA' | 'DATABASE' | 'FUNCTION' | 'INDEX';
export interface Drop {
  readonly kind: 'Drop';
  readonly target: DropTarget;
  readonly ifExists: boolean;
  readonly names: readonly ObjectName[];
  readonly cascade: boolean;
  readonly span: Span;
}
