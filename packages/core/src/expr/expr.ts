import type { LogicalPlan } from '../plan/logical/logical-plan.js';
import type { DataType } from '../types/data-type.js';
import type { Field } from '../types/field.js';
import type { ScalarValue } from '../types/scalar-value.js';
import type { BinaryOperator } from './operator.js';
import type { TableReference } from './table-reference.js';
import type { WindowFrame } from './window-frame.js';

/** A column by name. */
export interface ColumnExpr {
  readonly kind: 'Column';
  readonly relation?: TableReference;
  readonly name: string;
}
export interface LiteralExpr {
  readonly kind: 'Literal';
  readonly value: ScalarValue;
}
/** Gives an expression the name (and table) under which later nodes see it. */
export interface AliasExpr {
  readonly kind: 'Alias';
  readonly expr: Expr;
  readonly relation?: TableReference;
  readonly name: string;
}
export interface BinaryExpr {
  readonly kind: 'BinaryExpr';
  readonly left: Expr;
  readonly op: BinaryOperator;
  readonly right: Expr;
}
export interface NotExpr {
  readonly kind: 'Not';
  readonly expr: Expr;
}
export interface NegativeExpr {
  readonly kind: 'Negative';
  readonly expr: Expr;
}
/** The unary tests that never answer NULL. */
export interface IsExpr {
  readonly kind:
    | 'IsNull'
    | 'IsNotNull'
    | 'IsTrue'
    | 'IsFalse'
    | 'IsUnknown'
    | 'IsNotTrue'
    | 'IsNotFalse'
    | 'IsNotUnknown';
  readonly expr: Expr;
}
export interface BetweenExpr {
  readonly kind: 'Between';
  readonly expr: Expr;
  readonly negated: boolean;
  readonly low: Expr;
  readonly high: Expr;
}
/** `LIKE` and `ILIKE`. The escape character is a single character; DataFusion's default is the backslash. */
export interface LikeExpr {
  readonly kind: 'Like';
  readonly expr: Expr;
  readonly pattern: Expr;
  readonly negated: boolean;
  readonly caseInsensitive: boolean;
  readonly escapeChar?: string;
}
export interface SimilarToExpr {
  readonly kind: 'SimilarTo';
  readonly expr: Expr;
  readonly pattern: Expr;
  readonly negated: boolean;
}
/** With `expr` a simple CASE that compares, without it a searched CASE. */
export interface CaseExpr {
  readonly kind: 'Case';
  readonly expr?: Expr;
  readonly whenThen: readonly { readonly when: Expr; readonly then: Expr }[];
  readonly elseExpr?: Expr;
}
export interface CastExpr {
  /** `TryCast` answers NULL where `Cast` fails. */
  readonly kind: 'Cast' | 'TryCast';
  readonly expr: Expr;
  readonly type: DataType;
}
export interface InListExpr {
  readonly kind: 'InList';
  readonly expr: Expr;
  readonly list: readonly Expr[];
  readonly negated: boolean;
}
/** A plan inside an expression, and the columns of outer queries it refers to (each an `OuterReferenceColumn`). */
export interface Subquery {
  readonly plan: LogicalPlan;
  readonly outerReferences: readonly OuterReferenceExpr[];
}
export interface InSubqueryExpr {
  readonly kind: 'InSubquery';
  readonly expr: Expr;
  readonly subquery: Subquery;
  readonly negated: boolean;
}
export interface ExistsExpr {
  readonly kind: 'Exists';
  readonly subquery: Subquery;
  readonly negated: boolean;
}
export interface ScalarSubqueryExpr {
  readonly kind: 'ScalarSubquery';
  readonly subquery: Subquery;
}
/** `expr op ANY (subquery)` or `expr op ALL (subquery)`. */
export interface SetComparisonExpr {
  readonly kind: 'SetComparison';
  readonly expr: Expr;
  readonly op: BinaryOperator;
  readonly quantifier: 'any' | 'all';
  readonly subquery: Subquery;
}
/** A column of an enclosing query, seen from inside a subquery. */
export interface OuterReferenceExpr {
  readonly kind: 'OuterReferenceColumn';
  readonly field: Field;
  readonly relation?: TableReference;
  readonly name: string;
}
/** A call of a scalar function by its registered (canonical, lower-case) name. */
export interface ScalarFunctionExpr {
  readonly kind: 'ScalarFunction';
  readonly name: string;
  readonly args: readonly Expr[];
}
export type NullTreatment = 'respectNulls' | 'ignoreNulls';
export interface AggregateFunctionExpr {
  readonly kind: 'AggregateFunction';
  readonly name: string;
  /** Empty for `count(*)`. */
  readonly args: readonly Expr[];
  readonly distinct: boolean;
  readonly filter?: Expr;
  readonly orderBy: readonly SortExpr[];
  readonly nullTreatment?: NullTreatment;
}
export interface WindowFunctionExpr {
  readonly kind: 'WindowFunction';
  readonly name: string;
  /** Whether `name` is an aggregate used over a window, or a window function proper. */
  readonly functionKind: 'aggregate' | 'window';
  readonly args: readonly Expr[];
  readonly partitionBy: readonly Expr[];
  readonly orderBy: readonly SortExpr[];
  readonly frame: WindowFrame;
  readonly nullTreatment?: NullTreatment;
  readonly distinct: boolean;
  readonly filter?: Expr;
}
/** ROLLUP, CUBE or GROUPING SETS in a GROUP BY; `sets` are the element lists as written (one list for ROLLUP and CUBE). */
export interface GroupingSetExpr {
  readonly kind: 'GroupingSet';
  readonly form: 'rollup' | 'cube' | 'groupingSets';
  readonly sets: readonly (readonly Expr[])[];
}
/** `*` or `t.*`; the binder replaces it by columns, `count(*)` has no argument at all. */
export interface WildcardExpr {
  readonly kind: 'Wildcard';
  readonly qualifier?: TableReference;
}
/** `$1` or `$name`, including the dollar sign. */
export interface PlaceholderExpr {
  readonly kind: 'Placeholder';
  readonly id: string;
  readonly field?: Field;
}
export interface UnnestExpr {
  readonly kind: 'Unnest';
  readonly expr: Expr;
}
export interface LambdaExpr {
  readonly kind: 'Lambda';
  readonly params: readonly string[];
  readonly body: Expr;
}
export interface LambdaVariableExpr {
  readonly kind: 'LambdaVariable';
  readonly name: string;
  readonly field?: Field;
}

/** A logical expression: refers to columns by name, to functions by name, and may hold subqueries. */
export type Expr =
  | ColumnExpr
  | LiteralExpr
  | AliasExpr
  | BinaryExpr
  | NotExpr
  | NegativeExpr
  | IsExpr
  | BetweenExpr
  | LikeExpr
  | SimilarToExpr
  | CaseExpr
  | CastExpr
  | InListExpr
  | InSubqueryExpr
  | ExistsExpr
  | ScalarSubqueryExpr
  | SetComparisonExpr
  | OuterReferenceExpr
  | ScalarFunctionExpr
  | AggregateFunctionExpr
  | WindowFunctionExpr
  | GroupingSetExpr
  | WildcardExpr
  | PlaceholderExpr
  | UnnestExpr
  | LambdaExpr
  | LambdaVariableExpr;

export type ExprKind = Expr['kind'];

/** One key of an ORDER BY. */
export interface SortExpr {
  readonly expr: Expr;
  readonly asc: boolean;
  readonly nullsFirst: boolean;
}
