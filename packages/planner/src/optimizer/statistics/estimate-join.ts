import type { JoinType } from '@ballista-ts/core';
import type { ColumnEstimate, Estimate } from './estimate.js';

/** A pair of key columns; undefined for keys that are computed. */
export interface KeyPair {
  readonly left: ColumnEstimate | undefined;
  readonly right: ColumnEstimate | undefined;
}

/**
 * The chance that a row of one side meets a row of the other by these keys. Per pair it is one in the number of values of the
 * larger domain, as far as values were counted; upper bounds say so of the smaller one, since a foreign key has no more
 * values than what it refers to. Keys of the same two tables together have no more values than the smaller of them has rows.
 */
export function keyChance(pairs: readonly KeyPair[], leftRows: number, rightRows: number): number {
  const groups = new Map<string, { values: number; most: number; keys: number }>();
  const tables = new Map<object, number>();
  const idOf = (column: ColumnEstimate | undefined): number => {
    if (column?.origin === undefined) return -1;
    const { table } = column.origin;
    if (!tables.has(table)) tables.set(table, tables.size);
    return tables.get(table)!;
  };
  for (const { left, right } of pairs) {
    const values = domainOf(left, right, leftRows, rightRows);
    const key = `${idOf(left)}|${idOf(right)}`;
    const most = Math.min(left?.origin?.rows ?? leftRows, right?.origin?.rows ?? rightRows);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { values, most, keys: 1 });
    else {
      group.values *= values;
      group.keys += 1;
    }
  }
  let chance = 1;
  for (const { values, most, keys } of groups.values()) {
    chance /= Math.max(keys === 1 ? values : Math.min(values, most), 1);
  }
  return chance;
}

function domainOf(
  left: ColumnEstimate | undefined,
  right: ColumnEstimate | undefined,
  leftRows: number,
  rightRows: number,
): number {
  const l = left?.domain;
  const r = right?.domain;
  if (l === undefined && r === undefined)
    return Math.min(left?.origin?.rows ?? leftRows, right?.origin?.rows ?? rightRows);
  if (l === undefined || r === undefined) return (l ?? r)!;
  return left!.counted && right!.counted ? Math.max(l, r) : Math.min(l, r);
}

/** Rows of a join, given the chance that a pair of rows matches. */
export function joinRows(type: JoinType, left: number, right: number, chance: number): number {
  const inner = left * right * chance;
  // The share of one side's rows that have a match at all.
  const leftMatched = Math.min(1, right * chance);
  const rightMatched = Math.min(1, left * chance);
  switch (type) {
    case 'inner':
      return inner;
    case 'left':
      return Math.max(inner, left);
    case 'right':
      return Math.max(inner, right);
    case 'full':
      return Math.max(inner, left, right);
    case 'leftSemi':
      return left * leftMatched;
    case 'rightSemi':
      return right * rightMatched;
    case 'leftAnti':
      return left * Math.max(1 - leftMatched, 0.05);
    case 'rightAnti':
      return right * Math.max(1 - rightMatched, 0.05);
    case 'leftMark':
      return left;
    case 'rightMark':
      return right;
  }
}

/** Columns of both sides, left ones first. */
export const joinColumns = (left: Estimate, right: Estimate): ColumnEstimate[] => [...left.columns, ...right.columns];
