// For users.
export {
  createExecutor,
  type Executor,
  type ExecutorExit,
  type ShutdownOptions,
} from './create-executor.js';
export type { ExecutorOptions } from './executor-options.js';
// For other libraries.
export { executorCommand, executorOptionsFromFlags, main } from './main.js';
export { type MemoryPool, type MemoryPoolOptions, parseByteSize, resolveMemoryPool } from './memory-pool.js';
export type { MetricsChoice } from './process-metrics.js';
export { type ExecutorControl, executorRoutes } from './push-service.js';
export { connectScheduler, type SchedulerLink, type SchedulerLinkOptions, schedulerLink } from './scheduler-link.js';
export {
  type FetchDemand,
  type FetchGovernor,
  type FetchLimits,
  LocalFetchGovernor,
} from './shuffle/fetch-governor.js';
export { FileShuffleStore } from './shuffle/file-shuffle-store.js';
export { FileTransport, type FileTransportOptions, type ShuffleCounters } from './shuffle/file-transport.js';
export { decodeIndex, encodeIndex } from './shuffle/index-file.js';
export { dataPath, indexPath } from './shuffle/paths.js';
export {
  asTaskStatus,
  type ExecutionResult,
  type ExecutionTimes,
  type TaskCompletionExtras,
} from './task/as-task-status.js';
export { classifyError } from './task/classify-error.js';
export { StatusReporter, type StatusReporterOptions } from './task/status-reporter.js';
export { openWorkDir, type WorkDir, type WorkDirOptions } from './work-dir.js';
export type { ExecutorExtensions } from './worker/run-task.js';
