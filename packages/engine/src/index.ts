// For users: run a plan, bring operators of your own.

// For other libraries.
export { execute } from './execute.js';
export { defineOperator, type Operator } from './operators/operator.js';
export { createOperatorRegistry, type OperatorRegistry } from './operators/registry.js';
export { createTaskContext, runPlan, type TaskContextOptions } from './run-plan.js';
export { createTaskMetrics, type OperatorCounters, type TaskMetrics } from './task/metrics.js';
export { runTask, type TaskRequest, type TaskResult } from './task/run-task.js';
export type { TaskContext } from './task/task-context.js';
