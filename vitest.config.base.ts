import { defineConfig } from 'vitest/config';

/**
 * What every package's tests share. A package's `vitest.config.ts` re-exports this, or merges something of its own into it.
 *
 * The root `test` command adds up the JSON reports, also those that turbo restores for packages that did not change.
 */
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    passWithNoTests: true,
    // Generous, because the machine may be busy: a test that needs this long is a bug, a timeout is not how we find slow code.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    teardownTimeout: 10_000,
    // Processes rather than threads: tests start worker threads, load wasm, and look at process-wide state.
    pool: 'forks',
    maxWorkers: 2,
    // Packages are built before tests run; their dist needs no transformation, and Node loads it faster by itself.
    server: { deps: { external: [/\/packages\/[^/]+\/dist\//, /\/node_modules\//] } },
    reporters: ['default', ['json', { outputFile: '.vitest/report.json' }]],
  },
});
