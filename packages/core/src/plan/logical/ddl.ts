import { emptyDFSchema } from '../../expr/df-schema.js';
import type { Expr, SortExpr } from '../../expr/expr.js';
import { formatTableReference, quoteIdentifier, type TableReference } from '../../expr/table-reference.js';
import type { Schema } from '../../types/field.js';
import type { LogicalNodeDefinition } from './logical-node-definition.js';
import type { LogicalPlan } from './logical-plan.js';

/** A table over files. `schema` is empty when it is to be inferred. */
export interface CreateExternalTablePlan {
  readonly kind: 'CreateExternalTable';
  readonly name: TableReference;
  readonly locations: readonly string[];
  /** As written after STORED AS, upper case. */
  readonly fileType: string;
  readonly schema: Schema;
  readonly partitionColumns: readonly string[];
  readonly ifNotExists: boolean;
  readonly orReplace: boolean;
  readonly temporary: boolean;
  readonly unbounded: boolean;
  readonly orders: readonly (readonly SortExpr[])[];
  readonly options: ReadonlyMap<string, string>;
  readonly columnDefaults: ReadonlyMap<string, Expr>;
  /** The statement's text. */
  readonly definition?: string;
}
/** A table whose rows are kept in memory, filled by `input`. */
export interface CreateMemoryTablePlan {
  readonly kind: 'CreateMemoryTable';
  readonly name: TableReference;
  readonly ifNotExists: boolean;
  readonly orReplace: boolean;
  readonly input: LogicalPlan;
}
export interface CreateViewPlan {
  readonly kind: 'CreateView';
  readonly name: TableReference;
  readonly orReplace: boolean;
  readonly temporary: boolean;
  readonly input: LogicalPlan;
  /** The query's text. */
  readonly definition?: string;
}
export interface DropPlan {
  readonly kind: 'DropTable' | 'DropView';
  readonly name: TableReference;
  readonly ifExists: boolean;
}
export interface CreateCatalogPlan {
  readonly kind: 'CreateCatalog';
  readonly catalog: string;
  readonly ifNotExists: boolean;
}
export interface CreateCatalogSchemaPlan {
  readonly kind: 'CreateCatalogSchema';
  readonly catalog?: string;
  readonly schemaName: string;
  readonly ifNotExists: boolean;
}
export interface DropCatalogSchemaPlan {
  readonly kind: 'DropCatalogSchema';
  readonly catalog?: string;
  readonly schemaName: string;
  readonly ifExists: boolean;
  readonly cascade: boolean;
}

/** Changes the session's catalog; run by whoever owns it, never by an executor. */
export type DdlPlan =
  | CreateExternalTablePlan
  | CreateMemoryTablePlan
  | CreateViewPlan
  | DropPlan
  | CreateCatalogPlan
  | CreateCatalogSchemaPlan
  | DropCatalogSchemaPlan;

/** One definition serves all: they differ only in what they hold. */
export const ddlNode: LogicalNodeDefinition<DdlPlan> = {
  kind: 'CreateExternalTable',
  children: (plan) => ('input' in plan ? [plan.input] : []),
  withChildren: (plan, [input]) => ('input' in plan ? { ...plan, input: input! } : plan),
  schema: () => emptyDFSchema,
  display: (plan) => {
    switch (plan.kind) {
      case 'CreateCatalog':
        return `CreateCatalog: ${quoteIdentifier(plan.catalog)}`;
      case 'CreateCatalogSchema':
      case 'DropCatalogSchema':
        return `${plan.kind}: ${[plan.catalog, plan.schemaName]
          .filter((part) => part !== undefined)
          .map(quoteIdentifier)
          .join('.')}`;
      default:
        return `${plan.kind}: ${formatTableReference(plan.name)}`;
    }
  },
};
