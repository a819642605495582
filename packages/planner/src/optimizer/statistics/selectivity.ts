import {
  type BinaryOperator,
  type DFSchema,
  type Expr,
  findColumn,
  formatExpr,
  isString,
  type LiteralExpr,
  splitChain,
  splitConjunction,
} from '@ballista-ts/core';
import type { ColumnEstimate, Estimate } from './estimate.js';
import { asNumber } from './estimate-scan.js';

// What to believe of conditions of which nothing is known. LIKE with a known start is like a narrow range.
const equality = 0.1;
const inequality = 1 / 3;
const likePrefix = 0.05;
const likeAnywhere = 0.1;

/** Share of rows that all terms let pass, taken as independent, except for the two ends of a range, which belong together. */
export function selectivity(terms: readonly Expr[], of: Estimate, schema: DFSchema, fallback: number): number {
  const ranges = new Map<number, { low: number; high: number; known: boolean }>();
  let product = 1;
  for (const term of terms) {
    const bound = rangeBound(term, of, schema);
    if (bound === undefined) {
      product *= termSelectivity(term, of, schema, fallback);
      continue;
    }
    const range = ranges.get(bound.index) ?? { low: 0, high: 1, known: false };
    if (bound.upper) range.high = Math.min(range.high, bound.fraction);
    else range.low = Math.max(range.low, bound.fraction);
    ranges.set(bound.index, { ...range, known: true });
  }
  for (const [index, { low, high }] of ranges) {
    const smallest = 1 / Math.max(of.columns[index]?.domain ?? of.rows, 1);
    product *= Math.max(high - low, smallest);
  }
  return clamp(product);
}

const clamp = (share: number): number => Math.min(Math.max(share, 0), 1);

/** `column < constant` as the share of the column's range below the constant. */
function rangeBound(
  term: Expr,
  of: Estimate,
  schema: DFSchema,
): { readonly index: number; readonly fraction: number; readonly upper: boolean } | undefined {
  if (term.kind !== 'BinaryExpr' || term.right.kind !== 'Literal') return undefined;
  const upper = term.op === 'Lt' || term.op === 'LtEq';
  if (!upper && term.op !== 'Gt' && term.op !== 'GtEq') return undefined;
  const index = columnIndex(term.left, schema);
  const column = index === undefined ? undefined : of.columns[index];
  const value = asNumber(term.right.value.value, term.right.value.type);
  if (index === undefined || column?.min === undefined || column.max === undefined || value === undefined) {
    return undefined;
  }
  const span = column.max - column.min;
  return { index, fraction: clamp(span <= 0 ? 0.5 : (value - column.min) / span), upper };
}

function columnIndex(expr: Expr, schema: DFSchema): number | undefined {
  const inner = expr.kind === 'Cast' ? expr.expr : expr;
  return inner.kind === 'Column' ? findColumn(schema, inner.name, inner.relation) : undefined;
}

const columnOf = (expr: Expr, of: Estimate, schema: DFSchema): ColumnEstimate | undefined => {
  const index = columnIndex(expr, schema);
  return index === undefined ? undefined : of.columns[index];
};

function termSelectivity(term: Expr, of: Estimate, schema: DFSchema, fallback: number): number {
  switch (term.kind) {
    case 'Literal':
      return term.value.value === true ? 1 : 0;
    case 'Column':
      return 0.5;
    case 'Not':
      return clamp(1 - termSelectivity(term.expr, of, schema, fallback));
    case 'BinaryExpr': {
      if (term.op === 'And') return selectivity(splitConjunction(term), of, schema, fallback);
      if (term.op === 'Or') {
        const misses = splitChain(term, 'Or').map(
          (branch) => 1 - selectivity(splitConjunction(branch), of, schema, fallback),
        );
        return clamp(1 - misses.reduce((product, miss) => product * miss, 1));
      }
      return comparison(term.left, term.op, term.right, of, schema, fallback);
    }
    case 'InList': {
      const one = equalityShare(columnOf(term.expr, of, schema), of);
      const share = clamp(one * term.list.length);
      return term.negated ? 1 - share : share;
    }
    case 'IsNull':
      return columnOf(term.expr, of, schema)?.nullFraction ?? 0.1;
    case 'IsNotNull':
      return 1 - (columnOf(term.expr, of, schema)?.nullFraction ?? 0.1);
    case 'Like': {
      const share = likeShare(term.pattern);
      return term.negated ? 1 - share : share;
    }
    default:
      return fallback;
  }
}

function comparison(
  left: Expr,
  op: BinaryOperator,
  right: Expr,
  of: Estimate,
  schema: DFSchema,
  fallback: number,
): number {
  const column = columnOf(left, of, schema);
  const constant = right.kind === 'Literal';
  switch (op) {
    case 'Eq':
    case 'IsNotDistinctFrom': {
      if (constant) return outside(column, right) ? 1 / Math.max(of.rows, 1) : equalityShare(column, of);
      const other = columnOf(right, of, schema);
      const domain = Math.max(column?.domain ?? 0, other?.domain ?? 0);
      return domain > 0 ? 1 / domain : equality;
    }
    case 'NotEq':
    case 'IsDistinctFrom':
      return formatExpr(left) === formatExpr(right) ? 0 : 1 - equalityShare(column, of);
    case 'Lt':
    case 'LtEq':
    case 'Gt':
    case 'GtEq':
      return inequality;
    default:
      return fallback;
  }
}

/** Whether a constant lies beyond everything the column holds. */
function outside(column: ColumnEstimate | undefined, literal: LiteralExpr): boolean {
  const value = asNumber(literal.value.value, literal.value.type);
  if (column?.min === undefined || column.max === undefined || value === undefined) return false;
  return value < column.min || value > column.max;
}

function equalityShare(column: ColumnEstimate | undefined, of: Estimate): number {
  if (column?.domain !== undefined) return clamp(1 / Math.max(column.domain, 1));
  return Math.max(equality, 1 / Math.max(of.rows, 1));
}

function likeShare(pattern: Expr): number {
  if (pattern.kind !== 'Literal' || !isString(pattern.value.type)) return likeAnywhere;
  const text = String(pattern.value.value ?? '');
  return text.startsWith('%') || text.startsWith('_') ? likeAnywhere : likePrefix;
}
