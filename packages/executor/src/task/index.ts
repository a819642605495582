// Running a task without an executor around it: for simulations and for workers of your own. It loads the engine, which the process of an
// executor does not need: only its workers do.
export type { RunOutcome, RunRequest } from '../worker/messages.js';
export { type ExecutorExtensions, runTaskRequest, type TaskEnvironment } from '../worker/run-task.js';
