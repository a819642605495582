import {
  type columnsOf,
  type DFField,
  type Expr,
  exprReturn,
  formatColumn,
  formatTableReference,
  type OuterReferenceExpr,
  quoteIdentifier,
  type TableReference,
  tableReference,
  transformExpr,
  unalias,
  utf8Literal,
} from '@ballista-ts/core';
import type { ObjectName, Span } from '../../sql/ast/common.js';
import { lookupColumn, type Scope } from '../scope.js';
import { nearestName } from '../suggest.js';

/** One way to read a dotted name: a table, a column of it, and fields inside that column. */
interface Reading {
  readonly relation?: TableReference;
  readonly column: string;
  readonly fields: readonly string[];
}

/**
 * All readings of a dotted name, those with the longest table name first: `a.b.c` is column c of table a.b, else field c of
 * column b of table a, else field c of field b of column a.
 */
function readings(parts: readonly string[]): Reading[] {
  const found: Reading[] = [];
  for (let at = Math.min(3, parts.length - 1); at >= 0; at -= 1) {
    const [table, schema, catalog] = parts.slice(0, at).reverse();
    const relation = table === undefined ? undefined : tableReference(table, schema, catalog);
    found.push({ ...(relation !== undefined && { relation }), column: parts[at]!, fields: parts.slice(at + 1) });
  }
  return found;
}

/** Resolves a name: in the scope, in the SELECT list where the clause may see it, then outwards through enclosing queries. */
export function bindName(parts: ObjectName, span: Span, scope: Scope): Expr {
  const { context } = scope.level;
  const names = parts.map((part) => context.name(part));
  const [first] = names;
  if (names.length >= 1 && scope.lambdaParams?.has(first!))
    return accessFields(scope.lambdaParams.get(first!)!, names.slice(1));
  if (parts.length === 1 && scope.aliases?.priority === 'first') {
    const aliased = scope.aliases.find(first!, parts[0]!);
    if (aliased !== undefined) return aliased;
  }
  const options = readings(names);
  const own = bindLocally(options, span, scope);
  if (own !== undefined) return own;
  if (parts.length === 1 && scope.aliases?.priority === 'last') {
    const aliased = scope.aliases.find(first!, parts[0]!);
    if (aliased !== undefined) return aliased;
  }
  const outer = bindOutside(options, span, scope);
  if (outer !== undefined) return outer;
  throw context.error(unknownColumn(names, scope), span);
}

function bindLocally(options: readonly Reading[], span: Span, scope: Scope): Expr | undefined {
  for (const { relation, column, fields } of options) {
    const found = lookupColumn(scope, column, relation);
    if (found === undefined) continue;
    if ('ambiguous' in found) {
      const candidates = found.ambiguous.map((index) => formatColumn(scope.schema.fields[index]!));
      throw scope.level.context.error(
        `Schema error: Ambiguous reference to ${relation === undefined ? 'unqualified field' : 'qualified field'} ${quoteIdentifier(column)}: it could be ${[...new Set(candidates)].join(' or ')}`,
        span,
      );
    }
    // What looks like a field may be a column of a table further out: only structs and maps have fields.
    if (fields.length > 0 && !mayHaveFields(found.expr, scope)) continue;
    return accessFields(unalias(found.expr), fields);
  }
  return undefined;
}

function mayHaveFields(expr: Expr, scope: Scope): boolean {
  const { type } = exprReturn(expr, { schema: scope.schema, functions: scope.level.context.functions });
  return type.kind === 'Struct' || type.kind === 'Map';
}

export const accessFields = (base: Expr, fields: readonly string[]): Expr =>
  fields.reduce<Expr>(
    (inner, name) => ({ kind: 'ScalarFunction', name: 'get_field', args: [inner, utf8Literal(name)] }),
    base,
  );

/** Looks in the enclosing queries, the nearest first, and notes the reference at every level it crosses. */
function bindOutside(options: readonly Reading[], span: Span, scope: Scope): Expr | undefined {
  const crossed = [scope.level];
  for (let outer = scope.level.enclosing; outer !== undefined; outer = outer.level.enclosing) {
    const found = bindLocally(options, span, { ...outer, schema: outer.schema });
    if (found !== undefined) {
      const { schema } = outer;
      return transformExpr(found, (part) => {
        if (part.kind !== 'Column') return part;
        const reference = toOuterReference(part, schema.fields);
        for (const level of crossed) note(level.outerReferences, reference);
        return reference;
      });
    }
    crossed.push(outer.level);
  }
  return undefined;
}

function toOuterReference(of: ReturnType<typeof columnsOf>[number], fields: readonly DFField[]): OuterReferenceExpr {
  const found = fields.find(
    (one) =>
      one.field.name === of.name &&
      (one.qualifier === undefined
        ? of.relation === undefined
        : of.relation !== undefined && formatTableReference(one.qualifier) === formatTableReference(of.relation)),
  );
  return {
    kind: 'OuterReferenceColumn',
    field: found!.field,
    ...(of.relation !== undefined && { relation: of.relation }),
    name: of.name,
  };
}

function note(references: OuterReferenceExpr[], reference: OuterReferenceExpr): void {
  const key = (of: OuterReferenceExpr): string =>
    `${of.relation === undefined ? '' : formatTableReference(of.relation)}|${of.name}`;
  if (!references.some((one) => key(one) === key(reference))) references.push(reference);
}

/** Says what is missing and what there is: the nearest name, and the first twenty columns. */
function unknownColumn(names: readonly string[], scope: Scope): string {
  const written = names.map(quoteIdentifier).join('.');
  const { fields } = scope.schema;
  if (fields.length === 0) return `Schema error: No field named ${written}.`;
  const last = names[names.length - 1]!;
  const nearest = nearestName(last, [...new Set(fields.map((one) => one.field.name))]);
  const hint =
    nearest === undefined ? '' : ` Did you mean '${formatColumn(fields.find((one) => one.field.name === nearest)!)}'?`;
  const valid = fields.slice(0, 20).map(formatColumn).join(', ');
  return `Schema error: No field named ${written}.${hint} Valid fields are ${valid}${fields.length > 20 ? ', ...' : ''}.`;
}
