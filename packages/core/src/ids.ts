import { InvalidArgumentError } from './errors/errors.js';

declare const idBrand: unique symbol;
/** A string or number that only a constructor of this file hands out, so that a job id never lands where a stage id belongs. */
export type Branded<T, Name extends string> = T & { readonly [idBrand]: Name };

/** One query on a cluster. Used as a folder name by executors, hence the strict alphabet. */
export type JobId = Branded<string, 'JobId'>;
/** One executor process. */
export type ExecutorId = Branded<string, 'ExecutorId'>;
/** One scheduler process. */
export type SchedulerId = Branded<string, 'SchedulerId'>;
/** One client's session. */
export type SessionId = Branded<string, 'SessionId'>;
/** One submission of a query: the same id submitted twice is the same job. */
export type OperationId = Branded<string, 'OperationId'>;

// Ids become path segments and log fields: no separators, no dots-only names, nothing to quote.
const idPattern = /^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,127}$/;

function checkId(what: string, text: string): string {
  if (!idPattern.test(text)) {
    throw new InvalidArgumentError(
      `invalid ${what} ${JSON.stringify(text.slice(0, 160))}: expected 1 to 128 letters, digits, '_', '-' or '.', not starting with '.'`,
    );
  }
  return text;
}

/** @throws InvalidArgumentError when the text could not safely be a folder name. */
export const jobId = (text: string): JobId => checkId('job id', text) as JobId;
/** @throws InvalidArgumentError when the text is not an id. */
export const executorId = (text: string): ExecutorId => checkId('executor id', text) as ExecutorId;
/** @throws InvalidArgumentError when the text is not an id. */
export const schedulerId = (text: string): SchedulerId => {
  // Upstream writes `host:port` here, so the colon is allowed; a scheduler id is never a path segment.
  checkId('scheduler id', text.replaceAll(':', '_'));
  return text as SchedulerId;
};
/** @throws InvalidArgumentError when the text is not an id. */
export const sessionId = (text: string): SessionId => checkId('session id', text) as SessionId;
/** @throws InvalidArgumentError when the text is not an id. */
export const operationId = (text: string): OperationId => checkId('operation id', text) as OperationId;

/** One output partition of one stage. */
export interface PartitionId {
  readonly jobId: JobId;
  readonly stageId: number;
  readonly partitionId: number;
}

/** One task: `taskId` is its slot in the stage's append-only task list, so a retry has another id. */
export interface TaskKey {
  readonly jobId: JobId;
  readonly stageId: number;
  readonly taskId: number;
}
