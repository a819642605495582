import {
  batchFromRows,
  type Catalog,
  type FunctionCatalog,
  type MemoryTableSource,
  type Schema,
  type SessionConfig,
  unknownStatistics,
  type Value,
} from '@ballista-ts/core';
import { RecordBatchStreamWriter } from 'apache-arrow';

/** What the views are made of. */
export interface InformationSchemaContext {
  readonly catalog: Catalog;
  readonly config: SessionConfig;
  readonly functions: FunctionCatalog;
  /** Names of the views themselves. */
  readonly views: readonly string[];
}

/** One view of information_schema: its columns, and its rows as they are now. */
export interface InformationSchemaView {
  readonly name: string;
  readonly schema: Schema;
  readonly rows: (context: InformationSchemaContext) => Promise<readonly (readonly Value[])[]>;
}

/** The rows of a view as a table of the plan. */
export async function viewSource(
  view: InformationSchemaView,
  context: InformationSchemaContext,
): Promise<MemoryTableSource> {
  const rows = await view.rows(context);
  const bytes =
    rows.length === 0
      ? new Uint8Array()
      : RecordBatchStreamWriter.writeAll([batchFromRows(view.schema, rows)]).toUint8Array(true);
  return {
    kind: 'memory',
    schema: view.schema,
    partitions: [bytes],
    statistics: { ...unknownStatistics(view.schema.fields.length), numRows: { kind: 'exact', value: rows.length } },
  };
}
