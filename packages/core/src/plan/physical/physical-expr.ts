import type { BinaryOperator } from '../../expr/operator.js';
import type { WindowFrame } from '../../expr/window-frame.js';
import type { DataType } from '../../types/data-type.js';
import type { Field } from '../../types/field.js';
import type { ScalarValue } from '../../types/scalar-value.js';

/** A column of the input by position; the name is for display only. */
export interface PhysicalColumn {
  readonly kind: 'Column';
  readonly name: string;
  readonly index: number;
}
export interface PhysicalLiteral {
  readonly kind: 'Literal';
  readonly value: ScalarValue;
}
/** Both sides already have the types the operator works on; the analyzer put the casts. */
export interface PhysicalBinaryExpr {
  readonly kind: 'BinaryExpr';
  readonly left: PhysicalExpr;
  readonly op: BinaryOperator;
  readonly right: PhysicalExpr;
}
export interface PhysicalUnaryExpr {
  readonly kind: 'Not' | 'Negative' | 'IsNull' | 'IsNotNull';
  readonly expr: PhysicalExpr;
}
export interface PhysicalCase {
  readonly kind: 'Case';
  readonly expr?: PhysicalExpr;
  readonly whenThen: readonly { readonly when: PhysicalExpr; readonly then: PhysicalExpr }[];
  readonly elseExpr?: PhysicalExpr;
}
export interface PhysicalCast {
  readonly kind: 'Cast' | 'TryCast';
  readonly expr: PhysicalExpr;
  readonly type: DataType;
}
export interface PhysicalInList {
  readonly kind: 'InList';
  readonly expr: PhysicalExpr;
  readonly list: readonly PhysicalExpr[];
  readonly negated: boolean;
}
export interface PhysicalLike {
  readonly kind: 'Like';
  readonly expr: PhysicalExpr;
  readonly pattern: PhysicalExpr;
  readonly negated: boolean;
  readonly caseInsensitive: boolean;
  /** Absent: the backslash. */
  readonly escapeChar?: string;
}
export interface PhysicalScalarFunction {
  readonly kind: 'ScalarFunction';
  readonly name: string;
  readonly args: readonly PhysicalExpr[];
  readonly returnType: DataType;
  readonly nullable: boolean;
}
/** A physical expression over the columns of one input schema. */
export type PhysicalExpr =
  | PhysicalColumn
  | PhysicalLiteral
  | PhysicalBinaryExpr
  | PhysicalUnaryExpr
  | PhysicalCase
  | PhysicalCast
  | PhysicalInList
  | PhysicalLike
  | PhysicalScalarFunction;

/** An expression and the name its column gets. */
export interface NamedExpr {
  readonly expr: PhysicalExpr;
  readonly name: string;
}

/** One key of a sort order. */
export interface PhysicalSortExpr {
  readonly expr: PhysicalExpr;
  readonly asc: boolean;
  readonly nullsFirst: boolean;
}

/** One aggregate of an AggregateExec. */
export interface PhysicalAggregateExpr {
  /** Registered name of the aggregate function. */
  readonly function: string;
  readonly args: readonly PhysicalExpr[];
  readonly distinct: boolean;
  readonly ignoreNulls: boolean;
  readonly orderBy: readonly PhysicalSortExpr[];
  readonly filter?: PhysicalExpr;
  /** Name of the output column, e.g. `sum(t.a)`. */
  readonly name: string;
  /** The finished value's column. */
  readonly field: Field;
  /** The columns that carry a partial state between phases, in the function's order. */
  readonly stateFields: readonly Field[];
}

/** One window expression. */
export interface PhysicalWindowExpr {
  readonly function: string;
  readonly functionKind: 'aggregate' | 'window';
  readonly args: readonly PhysicalExpr[];
  readonly partitionBy: readonly PhysicalExpr[];
  readonly orderBy: readonly PhysicalSortExpr[];
  readonly frame: WindowFrame;
  readonly ignoreNulls: boolean;
  readonly distinct: boolean;
  readonly filter?: PhysicalExpr;
  readonly name: string;
  readonly field: Field;
}
