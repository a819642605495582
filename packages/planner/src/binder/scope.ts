import {
  column,
  type DFSchema,
  type Expr,
  type OuterReferenceExpr,
  resolvesTo,
  type TableReference,
  tableReferenceEquals,
} from '@ballista-ts/core';
import type { Ident } from '../sql/ast/common.js';
import type { WindowSpec } from '../sql/ast/expr.js';
import type { BindContext, BoundCte } from './bind-context.js';

/** One level of query nesting: what is the same for all clauses of a query. */
export interface QueryLevel {
  readonly context: BindContext;
  /** What the enclosing query offers for correlation. */
  readonly enclosing: Scope | undefined;
  readonly ctes: ReadonlyMap<string, BoundCte>;
  /** Columns of enclosing queries that this one refers to, filled while it is bound. */
  readonly outerReferences: OuterReferenceExpr[];
}

/** A column of a USING or NATURAL join: one name for a column of either side. */
export interface MergedColumn {
  readonly name: string;
  readonly expr: Expr;
  /** The columns that the name stands for; `*` shows the first only. */
  readonly members: readonly { readonly relation?: TableReference; readonly name: string }[];
}

/** Where the names of one clause are looked up. */
export interface Scope {
  readonly level: QueryLevel;
  readonly schema: DFSchema;
  readonly merged: readonly MergedColumn[];
  /** Names of the SELECT list. `first` hides columns (ORDER BY), `last` fills in what is no column (GROUP BY, HAVING). */
  readonly aliases?: {
    readonly priority: 'first' | 'last';
    readonly find: (name: string, ident: Ident) => Expr | undefined;
    /** What `find` gives inside an aggregate or window: the expression over the input. Absent: the same. */
    readonly findInput?: (name: string, ident: Ident) => Expr | undefined;
  };
  readonly windows?: ReadonlyMap<string, WindowSpec | Ident>;
  /** Parameters of the lambdas around, innermost last. */
  readonly lambdaParams?: ReadonlyMap<string, Expr>;
}

export const newLevel = (
  context: BindContext,
  enclosing: Scope | undefined,
  ctes: ReadonlyMap<string, BoundCte>,
): QueryLevel => ({ context, enclosing, ctes, outerReferences: [] });

/** A query that stands inside another without seeing its FROM (a derived table, a branch of a union): same outer columns. */
export const siblingLevel = (level: QueryLevel, ctes: ReadonlyMap<string, BoundCte> = level.ctes): QueryLevel => ({
  ...level,
  ctes,
});

/** How a column of a schema is referred to from above. */
export const columnAt = (schema: DFSchema, index: number): Expr => {
  const { field, qualifier } = schema.fields[index]!;
  return column(field.name, qualifier);
};

const positionsByName = new WeakMap<DFSchema, Map<string, number[]>>();
/** Positions of the columns with a name; indexed once per schema, since tables may have thousands of columns. */
function positions(schema: DFSchema, name: string): readonly number[] {
  let index = positionsByName.get(schema);
  if (index === undefined) {
    index = new Map();
    for (let at = 0; at < schema.fields.length; at += 1) {
      const own = schema.fields[at]!.field.name;
      const list = index.get(own);
      if (list === undefined) index.set(own, [at]);
      else list.push(at);
    }
    positionsByName.set(schema, index);
  }
  return index.get(name) ?? [];
}

/** What looking up a name gives: the column, nothing, or several candidates. */
export type Lookup =
  | { readonly expr: Expr; readonly index?: number }
  | { readonly ambiguous: readonly number[] }
  | undefined;

/** Looks a column up in the scope itself, not in enclosing queries. */
export function lookupColumn(scope: Scope, name: string, relation?: TableReference): Lookup {
  const found = positions(scope.schema, name).filter((index) => {
    const { qualifier } = scope.schema.fields[index]!;
    return relation === undefined || (qualifier !== undefined && resolvesTo(relation, qualifier));
  });
  if (found.length === 0) return undefined;
  if (relation === undefined) {
    const merged = scope.merged.find((one) => one.name === name);
    // Only when every candidate belongs to the merged column: a third table may have the name too.
    if (merged !== undefined && found.every((index) => isMember(scope.schema, index, merged)))
      return { expr: merged.expr };
  }
  if (found.length === 1) return { expr: columnAt(scope.schema, found[0]!), index: found[0]! };
  if (relation === undefined) {
    const bare = found.filter((index) => scope.schema.fields[index]!.qualifier === undefined);
    if (bare.length === 1) return { expr: columnAt(scope.schema, bare[0]!), index: bare[0]! };
  } else {
    const exact = found.filter((index) => tableReferenceEquals(scope.schema.fields[index]!.qualifier!, relation));
    if (exact.length === 1) return { expr: columnAt(scope.schema, exact[0]!), index: exact[0]! };
  }
  return { ambiguous: found };
}

export function isMember(schema: DFSchema, index: number, merged: MergedColumn): boolean {
  const { field, qualifier } = schema.fields[index]!;
  return merged.members.some(
    (member) =>
      member.name === field.name &&
      (member.relation === undefined
        ? qualifier === undefined
        : qualifier !== undefined && tableReferenceEquals(member.relation, qualifier)),
  );
}

/** Whether any column belongs to a table of that name. */
export const hasRelation = (schema: DFSchema, relation: TableReference): boolean =>
  schema.fields.some((one) => one.qualifier !== undefined && resolvesTo(relation, one.qualifier));
