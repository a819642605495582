import { setTimeout as sleep } from 'node:timers/promises';
import { ExecutionError, type JobStatus, type SessionConfig } from '@ballista-ts/core';
import {
  type ExecuteQueryParams,
  GetJobStatusParamsSchema,
  type GetJobStatusResult,
  type SchedulerGrpc,
} from '@ballista-ts/core/proto/ballista';
import { jobStatusFromProto } from '@ballista-ts/core/serde';
import { create } from '@bufbuild/protobuf';
import type { CallOptions, Client } from '@connectrpc/connect';

type SchedulerClient = Client<typeof SchedulerGrpc>;

/** One thing a scheduler says about a job. */
export interface JobNews {
  readonly status?: JobStatus;
  /** Settings that it did not take. */
  readonly warnings: readonly string[];
  readonly flightProxy: GetJobStatusResult['flightProxy'];
}

const pollMs = 50;

/** Submits a query and tells how its job stands until it has ended: pushed by the scheduler, or asked for again and again. */
export function followJob(
  client: SchedulerClient,
  params: ExecuteQueryParams,
  config: SessionConfig,
  call: { readonly signal: AbortSignal; readonly headers: Record<string, string> },
): AsyncGenerator<JobNews> {
  return config.get('ballista.client.pull')
    ? pulled(client, params, unary(config, call))
    : pushed(client, params, call);
}

/** Options of a call that has one answer; the time it may take is a setting. */
export const unary = (config: SessionConfig, call: CallOptions): CallOptions => ({
  ...call,
  timeoutMs: config.get('ballista.client.grpc_timeout_seconds') * 1000,
});

async function* pushed(
  client: SchedulerClient,
  params: ExecuteQueryParams,
  call: CallOptions,
): AsyncGenerator<JobNews> {
  for await (const message of client.executeQueryPush(params, call)) yield news(message);
}

async function* pulled(
  client: SchedulerClient,
  params: ExecuteQueryParams,
  call: CallOptions,
): AsyncGenerator<JobNews> {
  const { result, warnings } = await client.executeQuery(params, call);
  if (result.case === 'failure')
    throw new ExecutionError(`the scheduler refused the query: ${result.value.failure.value ?? 'it does not say why'}`);
  if (result.case === undefined) throw new ExecutionError('the scheduler answered a submission with nothing');
  yield { warnings, flightProxy: { case: undefined } };
  for (;;) {
    const message = news(
      await client.getJobStatus(create(GetJobStatusParamsSchema, { jobId: result.value.jobId }), call),
    );
    yield message;
    const kind = message.status?.status.kind;
    if (kind === 'failed' || kind === 'successful') return;
    await sleep(pollMs, undefined, call.signal === undefined ? {} : { signal: call.signal });
  }
}

const news = ({ status, warnings, flightProxy }: GetJobStatusResult): JobNews => ({
  ...(status !== undefined && { status: jobStatusFromProto(status) }),
  warnings,
  flightProxy,
});
