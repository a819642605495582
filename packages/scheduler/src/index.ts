// For users.

export type { CoreSnapshot, JobSnapshot } from './core/core-snapshot.js';
export {
  biasDistribution,
  type ExecutorSlot,
  roundRobinDistribution,
  type TaskDistribution,
  type TaskPlacement,
} from './core/distribution.js';
// The pure parts.
export type { JobMetric, SchedulerEffect, TaskLaunch } from './core/effects.js';
export type { JobRequest, SchedulerEvent, Timer } from './core/events.js';
export type { ExecutorRecord } from './core/executor-pool.js';
export { checkCoreInvariants } from './core/invariants.js';
export type { Job } from './core/job.js';
export { defaultCoreOptions, type SchedulerCoreOptions } from './core/options.js';
export { SchedulerCore } from './core/scheduler-core.js';
// For other libraries: how executors are reached, how queries are planned, services without a port.
export {
  type ExecutorConnection,
  type ExecutorConnector,
  type GrpcConnectorOptions,
  grpcConnector,
} from './driver/executor-connection.js';
export {
  createJobPlanner,
  type JobPlan,
  type JobPlanner,
  type JobPlannerOptions,
  type Query,
} from './driver/job-planner.js';
export { createMemoryEventLog, type EventLog } from './event-log/event-log.js';
export { createFileEventLog, type FileEventLogOptions } from './event-log/file-event-log.js';
export type { BoundTask } from './graph/bind.js';
export type { GraphEffect } from './graph/effects.js';
export { ExecutionGraph, type GraphEvent } from './graph/execution-graph.js';
export type { GraphSnapshot, StageSnapshot, TaskSnapshot } from './graph/graph-snapshot.js';
export type { GraphLimits } from './graph/graph-state.js';
export { checkInvariants } from './graph/invariants.js';
export type { PlannedStage, Stage as GraphStage, StageState, TaskInfo, TaskState } from './graph/stage.js';
export { type SchedulerHandlerOptions, type Serving, schedulerHandler, schedulerServiceRoutes } from './handler.js';
export { main } from './main.js';
export { noMetrics, type SchedulerMetricsCollector } from './metrics/collector.js';
export { createPrometheusCollector } from './metrics/prometheus.js';
export type { SchedulerOptions } from './options.js';
export { createScheduler, type Scheduler } from './scheduler.js';
