import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CoreRun } from '../../test/support/core-run.js';
import { clearUp, happening, play, shapes } from '../../test/support/weather.js';
import { biasDistribution, roundRobinDistribution } from './distribution.js';

test('whatever happens, nothing is lost or done twice, and every job ends', () => {
  const ends = { successful: 0, failed: 0 };
  fc.assert(
    fc.property(
      fc.array(shapes, { minLength: 1, maxLength: 2 }),
      fc.array(happening, { maxLength: 60 }),
      fc.boolean(),
      (jobs, happenings, fair) => {
        const run = new CoreRun({ distribution: fair ? roundRobinDistribution() : biasDistribution() });
        const { ids, open } = play(run, jobs, happenings);
        clearUp(run, open);
        for (const id of ids) {
          const status = run.core.status(id)?.status.kind;
          expect(['successful', 'failed']).toContain(status);
          ends[status as 'successful' | 'failed'] += 1;
        }
        for (const { usedVcores } of run.core.executors()) expect(usedVcores).toBe(0);
      },
    ),
    { numRuns: 400 },
  );
  // The weather must not be so bad that nothing ever succeeds, nor so good that nothing is tested.
  expect(ends.successful).toBeGreaterThan(50);
  expect(ends.failed).toBeGreaterThan(50);
});
