// Answers in files: SQL, data-driven cases, approved texts.
export { matchApproved } from './approved.js';
// Batches and rows.
export { batchOf, type RandomBatchOptions, randomBatch } from './batches.js';
export { checkDataDriven, type DataDrivenCase, isUpdating, parseDataDriven } from './data-driven.js';
export { type PlanTextOptions, stablePlanText } from './plan-text.js';
export {
  type ProcessExit,
  type SpawnOptions,
  spawnNode,
  spawnProcess,
  type TestProcess,
  type WaitOptions,
} from './process/test-process.js';
export { randomValue } from './random-value.js';
// The world around a test.
export { type LogLine, type RecordingLogger, recordingLogger } from './recording-logger.js';
export { assertSameRows, collectRows, type Rows, rowsOf, type SameRowsOptions } from './same-rows.js';
export { type SeededRandom, seededRandom } from './seeded-random.js';
// Chance and time.
export { forEachSeed, seeds } from './seeds.js';
export { diffLines, ignoreMark } from './slt/compare.js';
export { completeSlt } from './slt/complete.js';
export { formatColumnTypes, formatSltValue } from './slt/format.js';
export { parseSlt } from './slt/parse.js';
export type { SltCondition, SltExpectation, SltFile, SltRecord, SltSortMode } from './slt/record.js';
export {
  assertSlt,
  runSlt,
  type SltAnswer,
  type SltFailure,
  type SltOptions,
  type SltReport,
  type SltSession,
} from './slt/run.js';
export { type TempDirectory, tempDirectory } from './temp-directory.js';
export { type VirtualClock, virtualClock } from './virtual-clock.js';
