import type {
  CreateDatabase,
  CreateExternalTable,
  CreateFunction,
  CreateIndex,
  CreateSchema,
  CreateTable,
  CreateView,
  Drop,
} from './ddl.js';
import type { CopyTo, Delete, Insert, Merge, Truncate, Update } from './dml.js';
import type { Query } from './query.js';
import type {
  BeginTransaction,
  Deallocate,
  Describe,
  EndTransaction,
  Execute,
  Explain,
  Prepare,
  ResetVariable,
  SetVariable,
  ShowColumns,
  ShowCreate,
  ShowFunctions,
  ShowTables,
  ShowVariable,
} from './session.js';

/** One SQL statement as written. */
export type Statement =
  | Query
  | Insert
  | CopyTo
  | Update
  | Delete
  | Truncate
  | Merge
  | CreateTable
  | CreateExternalTable
  | CreateView
  | CreateSchema
  | CreateDatabase
  | CreateFunction
  | CreateIndex
  | Drop
  | Explain
  | Describe
  | SetVariable
  | ResetVariable
  | ShowVariable
  | ShowTables
  | ShowColumns
  | ShowCreate
  | ShowFunctions
  | Prepare
  | Execute
  | Deallocate
  | BeginTransaction
  | EndTransaction;
export type StatementKind = Statement['kind'];
