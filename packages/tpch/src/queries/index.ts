import { q01 } from './q01.js';
import { q02 } from './q02.js';
import { q03 } from './q03.js';
import { q04 } from './q04.js';
import { q05 } from './q05.js';
import { q06 } from './q06.js';
import { q07 } from './q07.js';
import { q08 } from './q08.js';
import { q09 } from './q09.js';
import { q10 } from './q10.js';
import { q11, q11At } from './q11.js';
import { q12 } from './q12.js';
import { q13 } from './q13.js';
import { q14 } from './q14.js';
import { q15 } from './q15.js';
import { q16 } from './q16.js';
import { q17 } from './q17.js';
import { q18 } from './q18.js';
import { q19 } from './q19.js';
import { q20 } from './q20.js';
import { q21 } from './q21.js';
import { q22 } from './q22.js';

/** Numbers of the queries, in order. */
export const queryNumbers = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22] as const;
export type QueryNumber = (typeof queryNumbers)[number];

/** The 22 queries with the specification's validation parameters for scale 1; `queries[1]` is Q1. */
export const queries: Readonly<Record<QueryNumber, string>> = {
  1: q01,
  2: q02,
  3: q03,
  4: q04,
  5: q05,
  6: q06,
  7: q07,
  8: q08,
  9: q09,
  10: q10,
  11: q11,
  12: q12,
  13: q13,
  14: q14,
  15: q15,
  16: q16,
  17: q17,
  18: q18,
  19: q19,
  20: q20,
  21: q21,
  22: q22,
};

/** The queries for another scale: only Q11 depends on it. */
export const queriesAt = (scale: number): Readonly<Record<QueryNumber, string>> => ({ ...queries, 11: q11At(scale) });
