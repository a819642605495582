import { type JobId, type JobStatus, jobId, schedulerId } from '@ballista-ts/core';
import { SchedulerGrpc } from '@ballista-ts/core/proto/ballista';
import { jobStatusToProto } from '@ballista-ts/core/serde';
import { mapServiceErrors } from '@ballista-ts/flight';
import { createRouterTransport, type ServiceImpl, type Transport } from '@connectrpc/connect';

export const job: JobId = jobId('job-1');
const times = { queuedAt: 1, startedAt: 2, endedAt: 3 };

export const running: JobStatus = {
  jobId: job,
  jobName: '',
  status: { kind: 'running', queuedAt: 1, startedAt: 2, scheduler: schedulerId('s') },
};
export const failed = (error: string): JobStatus => ({
  jobId: job,
  jobName: '',
  status: { kind: 'failed', error, ...times },
});
export const successful = (
  locations: Extract<JobStatus['status'], { kind: 'successful' }>['locations'] = [],
): JobStatus => ({
  jobId: job,
  jobName: '',
  status: { kind: 'successful', locations, ...times },
});

/** A scheduler in this process that answers as a test says. */
export function fakeScheduler(service: Partial<ServiceImpl<typeof SchedulerGrpc>>): {
  readonly transport: Transport;
  /** Jobs that were cancelled. */
  readonly cancelled: string[];
} {
  const cancelled: string[] = [];
  const transport = createRouterTransport((router) => {
    router.service(
      SchedulerGrpc,
      {
        cancelJob: ({ jobId: id }) => {
          cancelled.push(id);
          return { cancelled: true };
        },
        ...service,
      },
      { interceptors: [mapServiceErrors] },
    );
  });
  return { transport, cancelled };
}

export const says = (status: JobStatus, warnings: string[] = []) => ({ status: jobStatusToProto(status), warnings });
