import { expect, test } from 'vitest';
import { addUp, countReport } from './lib/test-report.mjs';

const report = (passed, failed, testResults = []) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  numPendingTests: 1,
  numTodoTests: 2,
  testResults,
});

test('a report counts as it stands', () => {
  expect(countReport(report(5, 0), 0)).toEqual({ passed: 5, failed: 0, skipped: 3 });
  expect(countReport(report(5, 2), 1)).toEqual({ passed: 5, failed: 2, skipped: 3 });
});

test('a file that could not be loaded is a failure', () => {
  const files = [
    { status: 'failed', assertionResults: [] },
    { status: 'failed', assertionResults: [{ status: 'failed' }] },
    { status: 'passed', assertionResults: [{ status: 'passed' }] },
  ];
  expect(countReport(report(5, 1, files), 1).failed).toBe(2);
});

test('a run without a report is a failure, whatever its exit code', () => {
  expect(countReport(undefined, 0)).toMatchObject({ failed: 1, problem: 'the run wrote no report' });
  expect(countReport(undefined, undefined)).toMatchObject({ failed: 1, problem: 'the tests could not run' });
});

test('a run that fails although all tests passed is a failure', () => {
  expect(countReport(report(5, 0), 1)).toMatchObject({
    passed: 5,
    failed: 1,
    problem: expect.stringContaining('code 1'),
  });
});

test('a suite without tests passes', () => {
  expect(countReport({ numPassedTests: 0, numFailedTests: 0, testResults: [] }, 0)).toEqual({
    passed: 0,
    failed: 0,
    skipped: 0,
  });
});

test('counts add up', () => {
  expect(
    addUp([
      { passed: 1, failed: 2, skipped: 3 },
      { passed: 10, failed: 20, skipped: 30 },
    ]),
  ).toEqual({ passed: 11, failed: 22, skipped: 33 });
  expect(addUp([])).toEqual({ passed: 0, failed: 0, skipped: 0 });
});
