import type { DecimalColumn } from './decimal-column.js';
import type { Int32Column } from './int32-column.js';
import type { Int64Column } from './int64-column.js';
import type { Utf8Column } from './utf8-column.js';

/** A column being filled, in Arrow's layout. No column of TPC-H has nulls. */
export type Column = Int64Column | Int32Column | DecimalColumn | Utf8Column;

/** Some rows of a table; columns have room for more than `rowCount` rows. */
export interface ColumnBatch {
  readonly rowCount: number;
  readonly columns: readonly Column[];
}

/** Produces the rows of one part of a table. */
export interface RowSource {
  /** The next rows, at most `capacity` of them; undefined at the end. Columns are new with each call. */
  next(capacity: number): ColumnBatch | undefined;
}
