import type { Ident, ObjectName, Span } from './common.js';

/**
 * A type that is a name with numbers: `INT`, `DECIMAL(10, 2)`, `TIMESTAMP(3) WITH TIME ZONE`, `BIGINT UNSIGNED`. `name` is upper
 * case with single blanks (`DOUBLE PRECISION`). The parser takes every name it knows; which of them have an Arrow type is the
 * binder's business.
 */
export interface NamedType {
  readonly kind: 'NamedType';
  readonly name: string;
  readonly args: readonly number[];
  readonly unsigned: boolean;
  readonly timeZone?: 'with' | 'without';
  /** The field qualifier of an interval type, such as `YEAR TO MONTH`. */
  readonly qualifier?: string;
  readonly span: Span;
}
/** A name that is no built-in type, e.g. `my.type(1, x)`. */
export interface CustomType {
  readonly kind: 'CustomType';
  readonly name: ObjectName;
  readonly args: readonly string[];
  readonly span: Span;
}
/** `T[]`, `T[3]`, `ARRAY<T>`; `ARRAY` alone has no element. */
export interface ArrayType {
  readonly kind: 'ArrayType';
  readonly element?: SqlDataType;
  readonly size?: number;
  readonly span: Span;
}
/** `STRUCT<a INT, b TEXT>` or `STRUCT(a INT)`; names may be missing. */
export interface StructType {
  readonly kind: 'StructType';
  readonly fields: readonly StructTypeField[];
  readonly span: Span;
}
export interface StructTypeField {
  readonly name?: Ident;
  readonly type: SqlDataType;
}
export interface MapType {
  readonly kind: 'MapType';
  readonly key: SqlDataType;
  readonly value: SqlDataType;
  readonly span: Span;
}

export type SqlDataType = NamedType | CustomType | ArrayType | StructType | MapType;
