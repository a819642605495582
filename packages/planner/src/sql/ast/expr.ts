import type { StringStyle } from '../token.js';
import type { Ident, ObjectName, Span } from './common.js';
import type { SqlDataType } from './data-type.js';
import type { OrderByItem, Query } from './query.js';

/** A plain or dotted name in an expression: a column, a column of a table, or a field of a struct column. */
export interface NameExpr {
  readonly kind: 'Name';
  readonly parts: ObjectName;
  readonly span: Span;
}
/** A number as written, digit separators removed. */
export interface NumberLiteral {
  readonly kind: 'Number';
  readonly text: string;
  readonly span: Span;
}
export interface StringLiteral {
  readonly kind: 'String';
  readonly value: string;
  readonly style: StringStyle;
  readonly span: Span;
}
/** X'1F' (hexadecimal digits) or B'101' (binary digits). */
export interface BytesLiteral {
  readonly kind: 'Bytes';
  readonly digits: string;
  readonly base: 'hex' | 'bit';
  readonly span: Span;
}
export interface BooleanLiteral {
  readonly kind: 'Boolean';
  readonly value: boolean;
  readonly span: Span;
}
export interface NullLiteral {
  readonly kind: 'Null';
  readonly span: Span;
}
/** `DATE '2020-01-01'`, `TIMESTAMP '...'`, `DECIMAL(10, 2) '1.50'`. */
export interface TypedLiteral {
  readonly kind: 'TypedLiteral';
  readonly type: SqlDataType;
  readonly value: string;
  readonly span: Span;
}
/** `INTERVAL '1 month 2 days'`, `INTERVAL '1' MONTH`, `INTERVAL '1-2' YEAR TO MONTH`. */
export interface IntervalExpr {
  readonly kind: 'Interval';
  readonly value: SqlExpr;
  /** Upper case, as written: `MONTH`, `DAYS`. */
  readonly leadingField?: string;
  readonly leadingPrecision?: number;
  readonly lastField?: string;
  readonly fractionalPrecision?: number;
  readonly span: Span;
}
/** `$1`, `$name`, or `?`. */
export interface PlaceholderExpr {
  readonly kind: 'Placeholder';
  readonly id: string;
  readonly span: Span;
}

/**
 * Operators between two operands, by their canonical spelling: upper case for words, `=` for `==`, `<>` for `!=`.
 */
export type SqlBinaryOperator =
  | 'OR'
  | 'AND'
  | 'XOR'
  | '='
  | '<>'
  | '<'
  | '<='
  | '>'
  | '>='
  | '<=>'
  | '~'
  | '~*'
  | '!~'
  | '!~*'
  | '~~'
  | '~~*'
  | '!~~'
  | '!~~*'
  | '+'
  | '-'
  | '*'
  | '/'
  | '//'
  | '%'
  | '||'
  | '&'
  | '|'
  | '^'
  | '#'
  | '<<'
  | '>>'
  | '->'
  | '->>'
  | '#>'
  | '#>>'
  | '#-'
  | '@>'
  | '<@'
  | '@@'
  | '@?'
  | '?'
  | '?&'
  | '?|';

/** Left-deep for chains of one precedence: `a + b + c` is `(a + b) + c`. Chains may be thousands long. */
export interface BinaryExpr {
  readonly kind: 'Binary';
  readonly left: SqlExpr;
  readonly op: SqlBinaryOperator;
  readonly right: SqlExpr;
  readonly span: Span;
}
export interface UnaryExpr {
  readonly kind: 'Unary';
  readonly op: '-' | '+' | '~' | 'NOT';
  readonly expr: SqlExpr;
  readonly span: Span;
}
export interface IsExpr {
  readonly kind: 'Is';
  readonly expr: SqlExpr;
  readonly test: 'NULL' | 'TRUE' | 'FALSE' | 'UNKNOWN';
  readonly negated: boolean;
  readonly span: Span;
}
/** `left IS [NOT] DISTINCT FROM right`. */
export interface IsDistinctExpr {
  readonly kind: 'IsDistinct';
  readonly left: SqlExpr;
  readonly right: SqlExpr;
  readonly negated: boolean;
  readonly span: Span;
}
export interface LikeExpr {
  readonly kind: 'Like';
  readonly operator: 'LIKE' | 'ILIKE' | 'SIMILAR TO' | 'RLIKE';
  readonly expr: SqlExpr;
  readonly pattern: SqlExpr;
  readonly negated: boolean;
  readonly escape?: string;
  readonly span: Span;
}
export interface BetweenExpr {
  readonly kind: 'Between';
  readonly expr: SqlExpr;
  readonly low: SqlExpr;
  readonly high: SqlExpr;
  readonly negated: boolean;
  readonly span: Span;
}
export interface InListExpr {
  readonly kind: 'InList';
  readonly expr: SqlExpr;
  readonly list: readonly SqlExpr[];
  readonly negated: boolean;
  readonly span: Span;
}
export interface InSubqueryExpr {
  readonly kind: 'InSubquery';
  readonly expr: SqlExpr;
  readonly query: Query;
  readonly negated: boolean;
  readonly span: Span;
}
export interface InUnnestExpr {
  readonly kind: 'InUnnest';
  readonly expr: SqlExpr;
  readonly array: SqlExpr;
  readonly negated: boolean;
  readonly span: Span;
}
/** `left op ANY (...)` or `left op ALL (...)`; SOME is ANY. */
export interface QuantifiedExpr {
  readonly kind: 'Quantified';
  readonly left: SqlExpr;
  readonly op: SqlBinaryOperator;
  readonly quantifier: 'ANY' | 'ALL';
  /** A query, or an expression that gives a list. */
  readonly right: Query | SqlExpr;
  readonly span: Span;
}
export interface ExistsExpr {
  readonly kind: 'Exists';
  readonly query: Query;
  readonly negated: boolean;
  readonly span: Span;
}
/** A query in parentheses used as a value. */
export interface SubqueryExpr {
  readonly kind: 'Subquery';
  readonly query: Query;
  readonly span: Span;
}
/** `ARRAY(SELECT ...)`. */
export interface ArraySubqueryExpr {
  readonly kind: 'ArraySubquery';
  readonly query: Query;
  readonly span: Span;
}
export interface CaseExpr {
  readonly kind: 'Case';
  readonly operand?: SqlExpr;
  readonly branches: readonly { readonly when: SqlExpr; readonly then: SqlExpr }[];
  readonly otherwise?: SqlExpr;
  readonly span: Span;
}
/** `form` tells CAST, TRY_CAST (also SAFE_CAST) and `::` apart; the last two words mean different things, the first and last do not. */
export interface CastExpr {
  readonly kind: 'Cast';
  readonly form: 'CAST' | 'TRY_CAST' | '::';
  readonly expr: SqlExpr;
  readonly type: SqlDataType;
  readonly format?: string;
  readonly span: Span;
}
export interface AtTimeZoneExpr {
  readonly kind: 'AtTimeZone';
  readonly expr: SqlExpr;
  readonly timeZone: SqlExpr;
  readonly span: Span;
}
export interface CollateExpr {
  readonly kind: 'Collate';
  readonly expr: SqlExpr;
  readonly collation: ObjectName;
  readonly span: Span;
}
/** `EXTRACT(field FROM expr)`. `field` is as written. */
export interface ExtractExpr {
  readonly kind: 'Extract';
  readonly field: string;
  readonly expr: SqlExpr;
  readonly span: Span;
}
/** `POSITION(needle IN text)`. */
export interface PositionExpr {
  readonly kind: 'Position';
  readonly needle: SqlExpr;
  readonly text: SqlExpr;
  readonly span: Span;
}
/** `SUBSTRING(text FROM from FOR length)`; the form with commas is the same node. */
export interface SubstringExpr {
  readonly kind: 'Substring';
  readonly text: SqlExpr;
  readonly from?: SqlExpr;
  readonly length?: SqlExpr;
  readonly span: Span;
}
export interface TrimExpr {
  readonly kind: 'Trim';
  readonly side?: 'BOTH' | 'LEADING' | 'TRAILING';
  readonly characters?: SqlExpr;
  readonly text: SqlExpr;
  readonly span: Span;
}
export interface OverlayExpr {
  readonly kind: 'Overlay';
  readonly text: SqlExpr;
  readonly replacement: SqlExpr;
  readonly from: SqlExpr;
  readonly length?: SqlExpr;
  readonly span: Span;
}
/** `CEIL(expr TO field)`, `FLOOR(expr TO field)`. Without TO they are ordinary calls. */
export interface RoundToExpr {
  readonly kind: 'RoundTo';
  readonly direction: 'CEIL' | 'FLOOR';
  readonly expr: SqlExpr;
  readonly field: string;
  readonly span: Span;
}

/** An argument of a call: a value, `name => value`, `value AS name` (struct), `*`, or `t.*`. */
export type FunctionArg =
  | { readonly kind: 'Positional'; readonly expr: SqlExpr }
  | { readonly kind: 'Named'; readonly name: Ident; readonly expr: SqlExpr }
  | { readonly kind: 'Aliased'; readonly expr: SqlExpr; readonly name: Ident }
  | { readonly kind: 'Star'; readonly qualifier?: ObjectName; readonly span: Span };

export interface FunctionCall {
  readonly kind: 'Function';
  readonly name: ObjectName;
  /** False for words that are calls without parentheses, such as CURRENT_DATE. */
  readonly parentheses: boolean;
  readonly distinct: boolean;
  readonly args: readonly FunctionArg[];
  readonly orderBy: readonly OrderByItem[];
  readonly limit?: SqlExpr;
  readonly withinGroup: readonly OrderByItem[];
  readonly filter?: SqlExpr;
  readonly nullTreatment?: 'IGNORE' | 'RESPECT';
  readonly over?: WindowSpec | Ident;
  readonly span: Span;
}
export interface WindowSpec {
  readonly kind: 'WindowSpec';
  /** The named window this one builds on. */
  readonly base?: Ident;
  readonly partitionBy: readonly SqlExpr[];
  readonly orderBy: readonly OrderByItem[];
  readonly frame?: FrameClause;
  readonly span: Span;
}
export interface FrameClause {
  readonly units: 'ROWS' | 'RANGE' | 'GROUPS';
  readonly start: FrameBoundClause;
  /** Absent: CURRENT ROW. */
  readonly end?: FrameBoundClause;
  readonly exclude?: 'CURRENT ROW' | 'GROUP' | 'TIES' | 'NO OTHERS';
  readonly span: Span;
}
/** `value` absent means UNBOUNDED. */
export type FrameBoundClause =
  | { readonly kind: 'CurrentRow' }
  | { readonly kind: 'Preceding' | 'Following'; readonly value?: SqlExpr };

/** `[a, b]` or `ARRAY[a, b]`. */
export interface ArrayExpr {
  readonly kind: 'Array';
  readonly elements: readonly SqlExpr[];
  readonly span: Span;
}
/** `(a, b)` with two values or more. */
export interface TupleExpr {
  readonly kind: 'Tuple';
  readonly elements: readonly SqlExpr[];
  readonly span: Span;
}
/** `{a: 1, 'b': 2}`. */
export interface StructLiteralExpr {
  readonly kind: 'StructLiteral';
  readonly fields: readonly { readonly name: Ident; readonly value: SqlExpr }[];
  readonly span: Span;
}
/** `MAP {k: v}`. */
export interface MapLiteralExpr {
  readonly kind: 'MapLiteral';
  readonly entries: readonly { readonly key: SqlExpr; readonly value: SqlExpr }[];
  readonly span: Span;
}
/** `a[i]`, `a[from:to:stride]`. */
export interface SubscriptExpr {
  readonly kind: 'Subscript';
  readonly expr: SqlExpr;
  readonly index: SubscriptIndex;
  readonly span: Span;
}
export type SubscriptIndex =
  | { readonly kind: 'Index'; readonly expr: SqlExpr }
  | { readonly kind: 'Slice'; readonly from?: SqlExpr; readonly to?: SqlExpr; readonly stride?: SqlExpr };
/** `(expr).field`, `f(x).field`, `a[1].field`. Plain dotted names are one `Name`. */
export interface FieldAccessExpr {
  readonly kind: 'FieldAccess';
  readonly expr: SqlExpr;
  readonly field: Ident;
  readonly span: Span;
}
/** `x -> body` or `(x, y) -> body`, only where the dialect has lambdas. */
export interface LambdaExpr {
  readonly kind: 'Lambda';
  readonly params: readonly Ident[];
  readonly body: SqlExpr;
  readonly span: Span;
}

/** An expression as written: nothing resolved, nothing folded. */
export type SqlExpr =
  | NameExpr
  | NumberLiteral
  | StringLiteral
  | BytesLiteral
  | BooleanLiteral
  | NullLiteral
  | TypedLiteral
  | IntervalExpr
  | PlaceholderExpr
  | BinaryExpr
  | UnaryExpr
  | IsExpr
  | IsDistinctExpr
  | LikeExpr
  | BetweenExpr
  | InListExpr
  | InSubqueryExpr
  | InUnnestExpr
  | QuantifiedExpr
  | ExistsExpr
  | SubqueryExpr
  | ArraySubqueryExpr
  | CaseExpr
  | CastExpr
  | AtTimeZoneExpr
  | CollateExpr
  | ExtractExpr
  | PositionExpr
  | SubstringExpr
  | TrimExpr
  | OverlayExpr
  | RoundToExpr
  | FunctionCall
  | ArrayExpr
  | TupleExpr
  | StructLiteralExpr
  | MapLiteralExpr
  | SubscriptExpr
  | FieldAccessExpr
  | LambdaExpr;
