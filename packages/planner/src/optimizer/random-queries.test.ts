import { displayLogicalPlan, NotYetSupportedError } from '@ballista-ts/core';
import { seededRandom, seeds } from '@ballista-ts/testing';
import { describe, expect, test } from 'vitest';
import { RandomQuery, randomData } from '../testing/random-query.js';
import { answers } from '../testing/same-answer.js';
import { severalRows } from './decorrelate/unnest-expr.js';

describe('random queries answer as written', () => {
  test.each(seeds(30))('seed %i', async (seed) => {
    const random = seededRandom(seed);
    const data = randomData(random);
    for (let count = 0; count < 5; count += 1) {
      const sql = new RandomQuery(random).query();
      let result: Awaited<ReturnType<typeof answers>>;
      try {
        result = await answers(sql, data);
      } catch (error) {
        // What is not supported says so. Everything else is a bug.
        if (error instanceof NotYetSupportedError) continue;
        throw new Error(`${sql}\n${error instanceof Error ? error.stack : String(error)}`, { cause: error });
      }
      const { plain, optimized, plan } = result;
      // Which condition is asked first is nobody's promise: a plan may avoid an error, but never make one, except that a
      // subquery which is the same for every row is computed also when there is no row.
      if (!Array.isArray(plain) || ('error' in optimized && optimized.error === severalRows)) continue;
      expect(optimized, `${sql}\n${displayLogicalPlan(plan)}`).toEqual(plain);
    }
  });
});
