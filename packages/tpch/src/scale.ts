import { InvalidArgumentError } from '@ballista-ts/core';
import { nations, regions } from './text/word-lists.js';

/** The tables, in an order in which every table comes after those it refers to. */
export const tpchTables = [
  'region',
  'nation',
  'supplier',
  'customer',
  'part',
  'partsupp',
  'orders',
  'lineitem',
] as const;
export type TpchTable = (typeof tpchTables)[number];

/** From here on 31-bit random numbers do not reach every key, and the 64-bit generator takes over. */
export const WIDE_KEYS_SCALE = 30_000;

/** Rows of the scaled tables at scale 1. */
const BASE_ROWS = { supplier: 10_000, customer: 150_000, part: 200_000, orders: 1_500_000 } as const;
export type ScaledTable = keyof typeof BASE_ROWS;

/**
 * Rows of a scaled table. At scales that dbgen takes as they are (thousandths below 1, whole numbers above) this is dbgen's
 * number; other scales, which dbgen would round down, are honoured as given. Never less than one row.
 */
export function scaledRows(table: ScaledTable, scale: number): number {
  // Through a millionth: 0.29 * 1000 is 289.99999999999994 in floating point.
  return Math.max(1, Math.floor(Math.round(BASE_ROWS[table] * scale * 1e6) / 1e6));
}

/** Largest number on an order's `Clerk#` tag. */
export const clerkCount = (scale: number): number => Math.max(1000, Math.floor(scale * 1000));

/** @throws InvalidArgumentError unless the scale factor is a number in (0, 100000]. */
export function checkScale(scale: number): number {
  if (!(scale > 0 && scale <= 100_000)) {
    throw new InvalidArgumentError(`scale factor ${scale} is outside (0, 100000]; 1 is about 1 GB of text`);
  }
  return scale;
}

/**
 * Rows that are generated one by one and that parts are made of. Lineitem comes by the order and partsupp by the part, so for
 * them these are the rows of the other table.
 */
export function generatedRows(table: TpchTable, scale: number): number {
  switch (table) {
    case 'region':
      return regions.length;
    case 'nation':
      return nations.length;
    case 'partsupp':
      return scaledRows('part', scale);
    case 'lineitem':
      return scaledRows('orders', scale);
    default:
      return scaledRows(table, scale);
  }
}

/** Half-open range of generated rows, counted from 0. */
export interface RowRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The rows of part `part` of `parts`, counted from 1, cut as `dbgen -C parts -S part` does: equal parts, and the last one takes the
 * remainder. @throws InvalidArgumentError for a part that does not exist.
 */
export function partRange(rows: number, part: number, parts: number): RowRange {
  if (!Number.isSafeInteger(parts) || parts < 1) {
    throw new InvalidArgumentError(`${parts} parts: give a whole number from 1 on`);
  }
  if (!Number.isSafeInteger(part) || part < 1 || part > parts) {
    throw new InvalidArgumentError(`part ${part} of ${parts}: parts are numbered from 1 to ${parts}`);
  }
  const size = Math.floor(rows / parts);
  return { start: size * (part - 1), end: part === parts ? rows : size * part };
}
