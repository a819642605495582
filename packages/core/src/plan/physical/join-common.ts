import type { Field, Schema } from '../../types/field.js';
import { type JoinType, joinOutput } from '../join-type.js';
import { absent, inexact, known, type Statistics, unknownColumn } from '../statistics.js';
import { formatPhysicalExpr } from './format-physical-expr.js';
import type { PhysicalExpr } from './physical-expr.js';

/** A pair of equal keys: `left` over the left input's schema, `right` over the right one's. */
export interface JoinOn {
  readonly left: PhysicalExpr;
  readonly right: PhysicalExpr;
}

/** Where a column of a join filter's own schema comes from. */
export interface JoinFilterColumn {
  readonly side: 'left' | 'right';
  readonly index: number;
}

/** The part of a join condition that is not equality of keys; it addresses a small schema of its own. */
export interface JoinFilter {
  readonly expr: PhysicalExpr;
  readonly columns: readonly JoinFilterColumn[];
  readonly schema: Schema;
}

/** Columns of a join before any embedded projection: left ones, right ones, then the mark. */
export function joinSchema(left: Schema, right: Schema, type: JoinType): Schema {
  const output = joinOutput(type);
  const fields: Field[] = [];
  if (output.left) fields.push(...left.fields.map((one) => (output.leftNullable ? { ...one, nullable: true } : one)));
  if (output.right)
    fields.push(...right.fields.map((one) => (output.rightNullable ? { ...one, nullable: true } : one)));
  if (output.mark) fields.push({ name: 'mark', type: { kind: 'Boolean' }, nullable: false });
  return { fields };
}

/**
 * Rows of an equi-join by the textbook: |L| * |R| / max(distinct keys), keys assumed independent and contained. Unknown
 * distinct counts fall back to the smaller side being unique.
 */
export function joinStatistics(left: Statistics, right: Statistics, on: readonly JoinOn[], type: JoinType): Statistics {
  const output = joinOutput(type);
  const columns = [
    ...(output.left ? left.columns : []),
    ...(output.right ? right.columns : []),
    ...(output.mark ? [unknownColumn] : []),
  ].map((one) => ({ ...one, nullCount: absent, byteSize: absent }));
  const leftRows = known(left.numRows);
  const rightRows = known(right.numRows);
  if (leftRows === undefined || rightRows === undefined) return { numRows: absent, totalByteSize: absent, columns };
  let selectivity = 1;
  for (const { left: l, right: r } of on) {
    const leftDistinct = l.kind === 'Column' ? known(left.columns[l.index]?.distinctCount ?? absent) : undefined;
    const rightDistinct = r.kind === 'Column' ? known(right.columns[r.index]?.distinctCount ?? absent) : undefined;
    const distinct = Math.max(leftDistinct ?? 0, rightDistinct ?? 0) || Math.min(leftRows, rightRows);
    selectivity /= Math.max(distinct, 1);
  }
  const inner = leftRows * rightRows * selectivity;
  const rows = ((): number => {
    switch (type) {
      case 'inner':
        return inner;
      case 'left':
        return Math.max(inner, leftRows);
      case 'right':
        return Math.max(inner, rightRows);
      case 'full':
        return Math.max(inner, leftRows + rightRows);
      case 'leftSemi':
        return Math.min(leftRows, inner);
      case 'rightSemi':
        return Math.min(rightRows, inner);
      case 'leftAnti':
        return Math.max(leftRows - inner, 0);
      case 'rightAnti':
        return Math.max(rightRows - inner, 0);
      case 'leftMark':
        return leftRows;
      case 'rightMark':
        return rightRows;
    }
  })();
  return { numRows: inexact(Math.round(rows)), totalByteSize: absent, columns };
}

export const formatJoinOn = (on: readonly JoinOn[]): string =>
  `[${on.map(({ left, right }) => `(${formatPhysicalExpr(left)}, ${formatPhysicalExpr(right)})`).join(', ')}]`;
export const formatJoinFilter = (filter: JoinFilter | undefined): string =>
  filter === undefined ? '' : `, filter=${formatPhysicalExpr(filter.expr)}`;
export const formatProjection = (projection: readonly number[] | undefined, of: Schema): string =>
  projection === undefined
    ? ''
    : `, projection=[${projection.map((index) => `${of.fields[index]?.name ?? '?'}@${index}`).join(', ')}]`;
