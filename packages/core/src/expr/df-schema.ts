import { PlanError } from '../errors/errors.js';
import type { Field, Schema } from '../types/field.js';
import {
  formatTableReference,
  quoteIdentifier,
  resolvesTo,
  type TableReference,
  tableReferenceEquals,
} from './table-reference.js';

/** A column of a logical plan: a field, and the table it is visible under. */
export interface DFField {
  readonly qualifier?: TableReference;
  readonly field: Field;
}

/** The columns of a logical plan, each under the name(s) it can be referred to by. */
export interface DFSchema {
  readonly fields: readonly DFField[];
  readonly metadata?: ReadonlyMap<string, string>;
}

export const dfField = (field: Field, qualifier?: TableReference): DFField =>
  qualifier === undefined ? { field } : { field, qualifier };
export const emptyDFSchema: DFSchema = Object.freeze({ fields: Object.freeze([]) });

/** Every column of `of`, visible under one table name. */
export const qualifySchema = (of: Schema, qualifier: TableReference): DFSchema => ({
  ...(of.metadata !== undefined && { metadata: of.metadata }),
  fields: of.fields.map((field) => ({ qualifier, field })),
});

/** Left columns, then right columns. */
export const joinSchemas = (left: DFSchema, right: DFSchema): DFSchema => ({
  fields: [...left.fields, ...right.fields],
});

/** The schema without qualifiers, as the physical plan and the user see it. */
export const toSchema = (of: DFSchema): Schema => ({
  fields: of.fields.map((one) => one.field),
  ...(of.metadata !== undefined && { metadata: of.metadata }),
});

/** Positions of all columns a written name can mean. */
export function matchingColumns(of: DFSchema, name: string, relation?: TableReference): number[] {
  const found: number[] = [];
  of.fields.forEach((one, index) => {
    if (one.field.name !== name) return;
    if (relation !== undefined && (one.qualifier === undefined || !resolvesTo(relation, one.qualifier))) return;
    found.push(index);
  });
  return found;
}

/**
 * Position of the column that a reference means, or undefined when there is none. A name without table prefers the one
 * column that has no table either (a projection's alias hides nothing but itself).
 *
 * @throws PlanError when several columns fit.
 */
export function findColumn(of: DFSchema, name: string, relation?: TableReference): number | undefined {
  const found = matchingColumns(of, name, relation);
  if (found.length <= 1) return found[0];
  if (relation === undefined) {
    const bare = found.filter((index) => of.fields[index]!.qualifier === undefined);
    if (bare.length === 1) return bare[0];
  } else {
    const exact = found.filter((index) => tableReferenceEquals(of.fields[index]!.qualifier ?? { table: '' }, relation));
    if (exact.length === 1) return exact[0];
  }
  throw new PlanError(
    `Schema error: Ambiguous reference to unqualified field ${quoteIdentifier(name)}: it could be ${found
      .map((index) => formatColumn(of.fields[index]!))
      .join(' or ')}`,
  );
}

/** `table.column` as messages show it. */
export const formatColumn = (of: DFField): string =>
  of.qualifier === undefined
    ? quoteIdentifier(of.field.name)
    : `${formatTableReference(of.qualifier)}.${quoteIdentifier(of.field.name)}`;
