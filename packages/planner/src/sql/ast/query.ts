import type { Ident, ObjectName, Span } from './common.js';
import type { SqlDataType } from './data-type.js';
import type { FunctionArg, SqlExpr, WindowSpec } from './expr.js';

/** A query expression with everything around its body. */
export interface Query {
  readonly kind: 'Query';
  readonly with?: WithClause;
  readonly body: SetExpr;
  readonly orderBy?: OrderByClause;
  /** Absent for LIMIT ALL. */
  readonly limit?: SqlExpr;
  readonly offset?: SqlExpr;
  readonly fetch?: FetchClause;
  readonly span: Span;
}
export interface WithClause {
  readonly recursive: boolean;
  readonly ctes: readonly CommonTableExpr[];
  readonly span: Span;
}
export interface CommonTableExpr {
  readonly name: Ident;
  readonly columns: readonly Ident[];
  readonly query: Query;
  readonly span: Span;
}
export interface FetchClause {
  /** Absent: one row. */
  readonly quantity?: SqlExpr;
  readonly percent: boolean;
  readonly withTies: boolean;
}

export type SetExpr = Select | ValuesClause | SetOperation | Query;

/** Left-deep: `a UNION b UNION c` is `(a UNION b) UNION c`. Chains may be thousands long. */
export interface SetOperation {
  readonly kind: 'SetOperation';
  readonly op: 'UNION' | 'INTERSECT' | 'EXCEPT';
  readonly all: boolean;
  readonly byName: boolean;
  readonly left: SetExpr;
  readonly right: SetExpr;
  readonly span: Span;
}
export interface ValuesClause {
  readonly kind: 'Values';
  readonly rows: readonly (readonly SqlExpr[])[];
  readonly span: Span;
}
export interface Select {
  readonly kind: 'Select';
  /** `true` for DISTINCT, the list for DISTINCT ON. */
  readonly distinct: boolean | { readonly on: readonly SqlExpr[] };
  /** Empty for `SELECT FROM t`; a bare `FROM t` selects `*`. */
  readonly items: readonly SelectItem[];
  readonly into?: ObjectName;
  readonly from: readonly TableWithJoins[];
  readonly where?: SqlExpr;
  readonly groupBy?: GroupByClause;
  readonly having?: SqlExpr;
  readonly windows: readonly NamedWindow[];
  readonly qualify?: SqlExpr;
  readonly span: Span;
}
export type SelectItem =
  | { readonly kind: 'Expr'; readonly expr: SqlExpr; readonly alias?: Ident; readonly span: Span }
  | {
      readonly kind: 'Wildcard';
      readonly qualifier?: ObjectName;
      /** Columns of EXCLUDE or EXCEPT. */
      readonly exclude?: readonly Ident[];
      readonly replace?: readonly { readonly expr: SqlExpr; readonly name: Ident }[];
      readonly rename?: readonly { readonly from: Ident; readonly to: Ident }[];
      readonly span: Span;
    };

/** One element of GROUP BY. */
export type GroupByElement =
  | { readonly kind: 'Expr'; readonly expr: SqlExpr }
  /** ROLLUP and CUBE: each entry is one expression or a parenthesised list that counts as one. */
  | { readonly kind: 'Rollup' | 'Cube'; readonly sets: readonly (readonly SqlExpr[])[]; readonly span: Span }
  | { readonly kind: 'GroupingSets'; readonly sets: readonly GroupingSetElement[]; readonly span: Span };
export type GroupingSetElement =
  | { readonly kind: 'Set'; readonly exprs: readonly SqlExpr[] }
  | Exclude<GroupByElement, { readonly kind: 'Expr' }>;
export type GroupByClause =
  | { readonly kind: 'All'; readonly span: Span }
  | { readonly kind: 'Elements'; readonly elements: readonly GroupByElement[]; readonly span: Span };

/** `name AS (spec)` or `name AS other`. */
export interface NamedWindow {
  readonly name: Ident;
  readonly window: WindowSpec | Ident;
}

export interface OrderByItem {
  readonly expr: SqlExpr;
  /** Absent: as the dialect says (ascending). */
  readonly direction?: 'ASC' | 'DESC';
  readonly nulls?: 'FIRST' | 'LAST';
}
export type OrderByClause =
  | { readonly kind: 'Items'; readonly items: readonly OrderByItem[]; readonly span: Span }
  | {
      readonly kind: 'All';
      readonly direction?: 'ASC' | 'DESC';
      readonly nulls?: 'FIRST' | 'LAST';
      readonly span: Span;
    };

export interface TableWithJoins {
  readonly relation: TableFactor;
  readonly joins: readonly Join[];
}
export type SqlJoinKind =
  | 'INNER'
  | 'LEFT'
  | 'RIGHT'
  | 'FULL'
  | 'CROSS'
  | 'LEFT SEMI'
  | 'RIGHT SEMI'
  | 'LEFT ANTI'
  | 'RIGHT ANTI';
export interface Join {
  readonly join: SqlJoinKind;
  readonly relation: TableFactor;
  /** Absent only for CROSS, and for a join whose condition was left out. */
  readonly constraint?: JoinConstraint;
  readonly span: Span;
}
export type JoinConstraint =
  | { readonly kind: 'On'; readonly expr: SqlExpr }
  | { readonly kind: 'Using'; readonly columns: readonly Ident[] }
  | { readonly kind: 'Natural' };

export interface TableAlias {
  readonly name: Ident;
  readonly columns: readonly { readonly name: Ident; readonly type?: SqlDataType }[];
}
export type TableFactor =
  | {
      readonly kind: 'Table';
      readonly name: ObjectName;
      readonly alias?: TableAlias;
      readonly span: Span;
    }
  | {
      /** `f(args)`, `LATERAL f(args)` or `TABLE(f(args))` in FROM. */
      readonly kind: 'TableFunction';
      readonly lateral: boolean;
      readonly name: ObjectName;
      readonly args: readonly FunctionArg[];
      readonly withOrdinality: boolean;
      readonly alias?: TableAlias;
      readonly span: Span;
    }
  | {
      readonly kind: 'Derived';
      readonly lateral: boolean;
      readonly query: Query;
      readonly alias?: TableAlias;
      readonly span: Span;
    }
  | {
      readonly kind: 'Unnest';
      readonly lateral: boolean;
      readonly exprs: readonly SqlExpr[];
      readonly withOrdinality: boolean;
      readonly alias?: TableAlias;
      readonly span: Span;
    }
  | {
      /** Joins in parentheses. */
      readonly kind: 'NestedJoin';
      readonly table: TableWithJoins;
      readonly alias?: TableAlias;
      readonly span: Span;
    };
