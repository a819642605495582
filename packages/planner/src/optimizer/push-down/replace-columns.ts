import { columnsOf, type DFSchema, type Expr, findColumn, transformExpr } from '@ballista-ts/core';
import { exprText } from '../expr-text.js';

/** The expression with each column, known by its position in `schema`, replaced; undefined when one has no replacement. */
export function replaceColumns(
  expr: Expr,
  schema: DFSchema,
  replacement: (index: number) => Expr | undefined,
): Expr | undefined {
  let complete = true;
  const replaced = transformExpr(expr, (part) => {
    if (part.kind !== 'Column') return part;
    const index = findColumn(schema, part.name, part.relation);
    const by = index === undefined ? undefined : replacement(index);
    if (by === undefined) complete = false;
    return by ?? part;
  });
  return complete ? replaced : undefined;
}

/** Positions in `schema` of the columns an expression reads, without repeats; undefined when one is not there. */
export function columnPositions(expr: Expr, schema: DFSchema): number[] | undefined {
  const found = new Set<number>();
  for (const one of columnsOf(expr)) {
    const index = findColumn(schema, one.name, one.relation);
    if (index === undefined) return undefined;
    found.add(index);
  }
  return [...found];
}

/** Terms without those whose text came before. */
export function distinctByText(terms: readonly Expr[]): readonly Expr[] {
  const seen = new Set<string>();
  const kept = terms.filter((term) => {
    const text = exprText(term);
    if (seen.has(text)) return false;
    seen.add(text);
    return true;
  });
  return kept.length === terms.length ? terms : kept;
}
