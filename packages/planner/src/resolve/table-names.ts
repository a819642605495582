import type { ObjectName } from '../sql/ast/common.js';
import type { FunctionArg } from '../sql/ast/expr.js';
import type { Statement } from '../sql/ast/statement.js';

/** Every table a statement may read or write, and every call of a table function. Names of CTEs are among them. */
export interface NamedTables {
  readonly tables: readonly ObjectName[];
  readonly functions: readonly { readonly name: ObjectName; readonly args: readonly FunctionArg[] }[];
}

/** Tables that statements name outside a FROM clause. */
function targetsOf(node: { readonly kind: unknown }): readonly ObjectName[] {
  const statement = node as Statement;
  switch (statement.kind) {
    case 'Insert':
    case 'Update':
    case 'Delete':
    case 'Merge':
      return [statement.table];
    case 'Truncate':
      return statement.tables;
    case 'CreateTable':
    case 'CreateView':
    case 'CreateExternalTable':
      return [];
    default:
      return [];
  }
}

/**
 * Collects the names in one pass over the tree, with a stack of its own: expressions may be ten thousand operators deep, and
 * subqueries may stand anywhere.
 */
export function namedTables(statement: Statement): NamedTables {
  const tables: ObjectName[] = [];
  const functions: { name: ObjectName; args: readonly FunctionArg[] }[] = [];
  const pending: unknown[] = [statement];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (Array.isArray(node)) {
      for (const one of node) if (typeof one === 'object' && one !== null) pending.push(one);
      continue;
    }
    const object = node as Record<string, unknown>;
    if (typeof object['kind'] === 'string') {
      // A table in FROM, in COPY, or in DESCRIBE.
      if (object['kind'] === 'Table') tables.push(object['name'] as ObjectName);
      else if (object['kind'] === 'TableFunction') {
        functions.push({ name: object['name'] as ObjectName, args: object['args'] as readonly FunctionArg[] });
      } else tables.push(...targetsOf(object as { kind: unknown }));
    }
    for (const [key, value] of Object.entries(object)) {
      if (key !== 'span' && typeof value === 'object' && value !== null) pending.push(value);
    }
  }
  return { tables, functions };
}
