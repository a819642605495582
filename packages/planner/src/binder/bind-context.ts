import type {
  DataType,
  FunctionCatalog,
  LogicalPlan,
  ScalarValue,
  SessionConfig,
  TableReference,
} from '@ballista-ts/core';
import { type IdentifierRules, normalizeIdent, toTableReference } from '../resolve/identifiers.js';
import { located, sqlLocationError } from '../resolve/location.js';
import { fullReference, type ResolvedStatement, type ResolvedTable, tableKey } from '../resolve/resolved-statement.js';
import type { Ident, ObjectName, Span } from '../sql/ast/common.js';

export interface BindOptions {
  readonly config: SessionConfig;
  readonly functions: FunctionCatalog;
  /** Values of placeholders, by id with the dollar sign (`$1`, `$name`). Placeholders without a value stay in the plan. */
  readonly parameters?: ReadonlyMap<string, ScalarValue>;
}

/** What stays the same while one statement is bound. */
export class BindContext implements IdentifierRules {
  readonly foldCase: boolean;
  /** Types that PREPARE declared for `$1`, `$2`, ... */
  parameterTypes: readonly DataType[] = [];
  private rowNumber = 0;

  constructor(
    readonly resolved: ResolvedStatement,
    readonly options: BindOptions,
  ) {
    this.foldCase = options.config.get('datafusion.sql_parser.enable_ident_normalization');
  }

  get config(): SessionConfig {
    return this.options.config;
  }
  get functions(): FunctionCatalog {
    return this.options.functions;
  }

  name(ident: Ident): string {
    return normalizeIdent(ident, this);
  }
  tableReference(name: ObjectName): TableReference {
    return toTableReference(name, this);
  }

  /** The table a name means in this statement's snapshot, or undefined. */
  table(reference: TableReference): ResolvedTable | undefined {
    return this.resolved.tables.get(tableKey(fullReference(reference, this.resolved)));
  }

  /** Where NULLs go in a sort that does not say. */
  nullsFirst(asc: boolean): boolean {
    switch (this.config.get('datafusion.sql_parser.default_null_ordering')) {
      case 'nulls_first':
        return true;
      case 'nulls_last':
        return false;
      case 'nulls_min':
        return asc;
      default:
        return !asc;
    }
  }

  /** A name that appears nowhere else in the plan. */
  uniqueName(prefix: string): string {
    this.rowNumber += 1;
    return `__${prefix}_${this.rowNumber}`;
  }

  error(message: string, span: Span): Error {
    return sqlLocationError(message, span);
  }
  located<T>(span: Span, compute: () => T): T {
    return located(span, compute);
  }
}

/** A common table expression in scope. */
export interface BoundCte {
  readonly plan: LogicalPlan;
}
