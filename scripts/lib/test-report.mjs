/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {string} [problem] why a count is not simply the report's
 */

/**
 * The counts of one vitest JSON report. What failed without being a test counts as one failure: a file that could not be loaded, a
 * run that died before it wrote its report, an error outside any test.
 *
 * @param {any} report parsed, or undefined when there is none
 * @param {number | undefined} exitCode of the run; undefined when it never started because something it needs failed
 * @returns {Counts}
 */
export function countReport(report, exitCode) {
  if (report === undefined)
    return {
      passed: 0,
      failed: 1,
      skipped: 0,
      problem: exitCode === 0 ? 'the run wrote no report' : 'the tests could not run',
    };
  const passed = report.numPassedTests ?? 0;
  const skipped = (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0);
  const unloadable = (report.testResults ?? []).filter(
    (/** @type {any} */ file) =>
      file.status === 'failed' && !file.assertionResults?.some((/** @type {any} */ one) => one.status === 'failed'),
  ).length;
  const failed = (report.numFailedTests ?? 0) + unloadable;
  if (failed === 0 && exitCode !== 0)
    return { passed, failed: 1, skipped, problem: `all tests passed, but the run ended with code ${exitCode}` };
  return { passed, failed, skipped };
}

/** @param {readonly Counts[]} all @returns {Counts} */
export function addUp(all) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const one of all) {
    sum.passed += one.passed;
    sum.failed += one.failed;
    sum.skipped += one.skipped;
  }
  return sum;
}
