/** Which topologies, or other labels of a run, a record is for. */
export interface SltCondition {
  readonly kind: 'onlyif' | 'skipif';
  readonly label: string;
}

/** The order in which rows are compared: as they come, by line, or value by value. */
export type SltSortMode = 'nosort' | 'rowsort' | 'valuesort';

/** What a statement or query must answer. `undefined` in a query: not filled in yet. */
export type SltExpectation =
  | { readonly kind: 'ok' }
  | { readonly kind: 'count'; readonly rows: number }
  /** `pattern` is a regular expression the message must match; `text` are lines it must contain; neither: any error. */
  | { readonly kind: 'error'; readonly pattern?: RegExp; readonly text?: readonly string[] }
  | { readonly kind: 'rows'; readonly lines: readonly string[] | undefined };

/** One statement or query of a `.slt` file. */
export interface SltRecord {
  readonly kind: 'statement' | 'query';
  readonly sql: string;
  readonly expect: SltExpectation;
  /** One letter a column, as `formatColumnTypes` gives them, or `?` for any. Empty for statements. */
  readonly types: string;
  readonly sort: SltSortMode;
  /** Queries with the same label must give the same rows. */
  readonly label?: string;
  readonly conditions: readonly SltCondition[];
  /** 1-based line of the `statement` or `query` word. */
  readonly line: number;
  /** 1-based line of the `----`, or of the line after the SQL when there is none. Completion rewrites from here ... */
  readonly answerLine: number;
  /** ... up to this line, exclusive: the blank line after the record, or one past the end. */
  readonly endLine: number;
}

/** A parsed `.slt` file. */
export interface SltFile {
  /** What messages call it. */
  readonly name: string;
  /** Its lines as read, without line ends. */
  readonly lines: readonly string[];
  readonly records: readonly SltRecord[];
}
