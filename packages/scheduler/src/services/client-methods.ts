import { randomUUID } from 'node:crypto';
import { type JobId, type JobStatus, jobId, NotFoundError, sessionId } from '@ballista-ts/core';
import type {
  CancelJobParams,
  CleanJobDataParams,
  CreateUpdateSessionParams,
  ExecuteQueryParams,
  GetJobMetricsParams,
  GetJobStatusParams,
  GetJobStatusResultSchema,
  RemoveSessionParams,
} from '@ballista-ts/core/proto/ballista';
import { jobStatusToProto, stageMetricsToProto } from '@ballista-ts/core/serde';
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { HandlerContext } from '@connectrpc/connect';
import { jobMetrics } from '../metrics/stage-metrics.js';
import type { ServiceContext } from './context.js';
import { readSubmission } from './submission.js';
import { watchJob } from './watch-job.js';

type StatusMessage = MessageInitShape<typeof GetJobStatusResultSchema>;

const unknownJob = (id: JobId): NotFoundError =>
  new NotFoundError(`job ${id} is not known: it never was, or it ended too long ago`);

/** The methods that clients call. */
export const clientMethods = (ctx: ServiceContext) => {
  const { driver } = ctx;

  const submit = async (params: ExecuteQueryParams, followed: boolean) => {
    ctx.checkOpen();
    const submission = readSubmission(params, ctx);
    return { submission, job: await driver.submit({ ...submission, followed }) };
  };

  /** Whoever learns that a job has succeeded is about to fetch its result. */
  const seen = (status: JobStatus): void => {
    if (status.status.kind === 'successful') driver.dispatch({ kind: 'jobRead', jobId: status.jobId });
  };

  return {
    async *executeQueryPush(params: ExecuteQueryParams, call: HandlerContext): AsyncGenerator<StatusMessage> {
      const { submission, job } = await submit(params, true);
      let { warnings } = submission;
      for await (const status of watchJob(driver, job, call.signal)) {
        seen(status);
        yield { status: jobStatusToProto(status), warnings: [...warnings] };
        warnings = [];
      }
    },

    async executeQuery(params: ExecuteQueryParams) {
      const { submission, job } = await submit(params, false);
      return {
        operationId: submission.operationId,
        result: { case: 'success' as const, value: { jobId: job, sessionId: submission.sessionId } },
        warnings: [...submission.warnings],
      };
    },

    getJobStatus({ jobId: name }: GetJobStatusParams): StatusMessage {
      const id = jobId(name);
      const status = driver.core.status(id);
      if (status === undefined) throw unknownJob(id);
      seen(status);
      return { status: jobStatusToProto(status) };
    },

    getJobMetrics({ jobId: name }: GetJobMetricsParams) {
      const id = jobId(name);
      const job = driver.core.job(id);
      if (job === undefined) throw unknownJob(id);
      return { stages: job.graph === undefined ? [] : jobMetrics(job.graph).map(stageMetricsToProto) };
    },

    cancelJob({ jobId: name }: CancelJobParams) {
      const id = jobId(name);
      const job = driver.core.job(id);
      const active = job !== undefined && job.endedAt === undefined;
      if (active) driver.dispatch({ kind: 'jobCancelled', jobId: id });
      return { cancelled: active };
    },

    cleanJobData({ jobId: name, removeStageIds }: CleanJobDataParams) {
      driver.dispatch({ kind: 'jobDataCleaned', jobId: jobId(name), stageIds: removeStageIds });
      return {};
    },

    // Each query carries all of its settings, so there is nothing to keep for a session but its name.
    createUpdateSession({ sessionId: name }: CreateUpdateSessionParams) {
      return { sessionId: sessionId(name === '' ? randomUUID() : name) };
    },

    removeSession({ sessionId: name }: RemoveSessionParams) {
      sessionId(name);
      return { success: true };
    },
  };
};
