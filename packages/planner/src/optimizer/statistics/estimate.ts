/** One column as far as it can be guessed before a query runs. */
export interface ColumnEstimate {
  /**
   * Different values in the table the column comes from, filters disregarded: two keys of the same domain meet with a chance of
   * one in so many. Undefined when nothing is known.
   */
  readonly domain: number | undefined;
  /** Whether `domain` was counted; otherwise it is no more than an upper bound (rows, or width of the value range). */
  readonly counted: boolean;
  /** Range of numbers, dates and instants, as numbers. */
  readonly min?: number;
  readonly max?: number;
  /** Share of NULLs. */
  readonly nullFraction: number;
  /** Bytes of a value. */
  readonly width: number;
  /** The table the values come from, and its rows: several keys of one table together have no more values than it has rows. */
  readonly origin?: { readonly table: object; readonly rows: number };
}

/** How many rows a plan is believed to give, and what is in them. */
export interface Estimate {
  readonly rows: number;
  readonly columns: readonly ColumnEstimate[];
}

export const unknownEstimate = (width: number): ColumnEstimate => ({
  domain: undefined,
  counted: false,
  nullFraction: 0,
  width,
});

/** The estimate with other rows, in which nothing can have more values than there are rows. */
export const withRows = (of: Estimate, rows: number): Estimate => ({ ...of, rows: Math.max(rows, 1) });

/** Bytes of one row. */
export const rowWidth = (of: Estimate): number => of.columns.reduce((sum, one) => sum + one.width, 0);
