import type { Value } from '../types/scalar-value.js';

/** A number we know, one we estimate, or one we have no idea of. Absent is never the same as zero. */
export type Precision<T> =
  | { readonly kind: 'exact'; readonly value: T }
  | { readonly kind: 'inexact'; readonly value: T }
  | { readonly kind: 'absent' };

export const absent: Precision<never> = Object.freeze({ kind: 'absent' });
export const exact = <T>(value: T): Precision<T> => ({ kind: 'exact', value });
export const inexact = <T>(value: T): Precision<T> => ({ kind: 'inexact', value });
/** The number whatever its quality, or undefined. */
export const known = <T>(of: Precision<T>): T | undefined => (of.kind === 'absent' ? undefined : of.value);
/** The same number, no longer vouched for. */
export const toInexact = <T>(of: Precision<T>): Precision<T> => (of.kind === 'exact' ? inexact(of.value) : of);

/** Combines two numbers; the result is exact only when both are. */
export function combine<A, B, C>(a: Precision<A>, b: Precision<B>, with_: (a: A, b: B) => C): Precision<C> {
  if (a.kind === 'absent' || b.kind === 'absent') return absent;
  const value = with_(a.value, b.value);
  return a.kind === 'exact' && b.kind === 'exact' ? exact(value) : inexact(value);
}

/** What is known of one column. `min` and `max` are in the JavaScript form of the column's type. */
export interface ColumnStatistics {
  readonly nullCount: Precision<number>;
  readonly min: Precision<Value>;
  readonly max: Precision<Value>;
  readonly distinctCount: Precision<number>;
  /** Bytes of the column's values in memory. */
  readonly byteSize: Precision<number>;
}

/** What is known of the rows of a plan, table or file. `columns` follows the schema. */
export interface Statistics {
  readonly numRows: Precision<number>;
  /** Bytes of all values in memory (not on disk). */
  readonly totalByteSize: Precision<number>;
  readonly columns: readonly ColumnStatistics[];
}

export const unknownColumn: ColumnStatistics = Object.freeze({
  nullCount: absent,
  min: absent,
  max: absent,
  distinctCount: absent,
  byteSize: absent,
});
/** Nothing is known of any of `columnCount` columns. */
export const unknownStatistics = (columnCount: number): Statistics => ({
  numRows: absent,
  totalByteSize: absent,
  columns: Array.from({ length: columnCount }, () => unknownColumn),
});
