import type { TableReference } from '../expr/table-reference.js';
import type { LogicalPlan } from '../plan/logical/logical-plan.js';
import type { TableSource } from '../plan/logical/table-source.js';
import type { Schema } from '../types/field.js';
import type { ReadOptions } from './object-store.js';

/** A table that can be registered in a catalog. */
export interface TableProvider {
  readonly schema: Schema;
  readonly tableType: 'BASE TABLE' | 'VIEW' | 'LOCAL TEMPORARY';
  /** Text of the statement that made it, for SHOW CREATE TABLE. */
  readonly definition?: string;
  /** A snapshot to plan a query with. All I/O of planning happens here. */
  resolve(options?: ReadOptions): Promise<TableSource>;
  /** For views: the plan that stands for the table. A provider with a view plan is never resolved. */
  readonly viewPlan?: LogicalPlan;
}

/** Looks tables up by name; the only thing that name resolution needs of a session. */
export interface Catalog {
  /** Catalog and schema that unqualified names belong to. */
  readonly defaultCatalog: string;
  readonly defaultSchema: string;
  table(reference: TableReference): Promise<TableProvider | undefined>;
  /** Every table, for information_schema and for suggestions. */
  tables(): Promise<readonly { readonly reference: Required<TableReference>; readonly provider: TableProvider }[]>;
  schemas(): Promise<readonly { readonly catalog: string; readonly schema: string }[]>;
}
