import { randomUUID } from 'node:crypto';
import {
  CancelledError,
  ConfigError,
  ExecutionError,
  type JobId,
  type JobStatus,
  type LogicalPlan,
  type OperationId,
  operationId,
  type SessionConfig,
  type SessionId,
  sessionId,
} from '@ballista-ts/core';
import { CancelJobParamsSchema, ExecuteQueryParamsSchema, SchedulerGrpc } from '@ballista-ts/core/proto/ballista';
import { encodeLogicalPlan, jobStatusFromProto, pairsToProto } from '@ballista-ts/core/serde';
import { ConnectionPool, ensureIpcCodecs } from '@ballista-ts/flight';
import { create } from '@bufbuild/protobuf';
import { type Client, createClient } from '@connectrpc/connect';
import type { RecordBatch } from 'apache-arrow';
import type { ExecuteOptions, QueryBackend } from '../query-backend.js';
import { callError } from './call-error.js';
import { type FlightProxy, fetchResult } from './fetch-result.js';
import { schedulerUrl } from './scheduler-url.js';
import { createSchedulerTransport, type RemoteOptions } from './transport.js';

/** Runs queries on a cluster: submits plans to its scheduler and reads results from its executors. */
export class RemoteBackend implements QueryBackend {
  readonly #client: Client<typeof SchedulerGrpc>;
  readonly #pool: ConnectionPool;
  readonly #sessionId: SessionId;
  readonly #address: ReturnType<typeof schedulerUrl>;
  readonly #options: RemoteOptions;
  readonly #closed = new AbortController();

  constructor(url: string, options: RemoteOptions = {}) {
    this.#address = schedulerUrl(url);
    this.#options = options;
    this.#client = createClient(SchedulerGrpc, createSchedulerTransport(this.#address.baseUrl, options));
    this.#pool = new ConnectionPool();
    this.#sessionId = sessionId(options.sessionId ?? randomUUID());
  }

  async *execute(plan: LogicalPlan, config: SessionConfig, options: ExecuteOptions): AsyncGenerator<RecordBatch> {
    const stop = new AbortController();
    const signal = AbortSignal.any([
      stop.signal,
      this.#closed.signal,
      ...(options.signal === undefined ? [] : [options.signal]),
    ]);
    let job: JobId | undefined;
    let finished = false;
    try {
      await ensureIpcCodecs();
      const started = performance.now();
      const result = await this.#submit(plan, config, signal, (status) => {
        job = status.jobId;
        if (status.status.kind === 'queued' || status.status.kind === 'running')
          options.onProgress?.({ kind: status.status.kind, jobId: status.jobId });
      });
      finished = true;
      const { locations } = result.successful;
      options.onProgress?.({
        kind: 'successful',
        jobId: result.jobId,
        ...total(
          locations.map((one) => one.stats.numRows),
          'rows',
        ),
        ...total(
          locations.map((one) => one.stats.fileBytes),
          'bytes',
        ),
        elapsedMs: performance.now() - started,
      });
      yield* fetchResult(locations, {
        pool: this.#pool,
        proxy: result.proxy,
        secure: config.get('ballista.client.use_tls'),
        preferFlight: config.get('ballista.shuffle.remote_read_prefer_flight'),
        signal,
      });
    } catch (error) {
      if (signal.aborted && !(error instanceof CancelledError)) {
        throw new CancelledError(`the query${job === undefined ? '' : ` (job ${job})`} was cancelled`, {
          cause: signal.reason ?? error,
        });
      }
      throw error;
    } finally {
      stop.abort();
      // Leaving the status stream cancels the job as well; saying so is quicker and does not depend on the connection.
      if (!finished && job !== undefined) await this.#cancel(job);
    }
  }

  /** Follows the job until it ends. @throws the job's failure. */
  async #submit(
    plan: LogicalPlan,
    config: SessionConfig,
    signal: AbortSignal,
    onStatus: (status: JobStatus) => void,
  ): Promise<{
    readonly jobId: JobId;
    readonly successful: Extract<JobStatus['status'], { kind: 'successful' }>;
    readonly proxy: FlightProxy;
  }> {
    const operation: OperationId = operationId(randomUUID());
    const params = create(ExecuteQueryParamsSchema, {
      sessionId: this.#sessionId,
      operationId: operation,
      settings: pairsToProto(config.toWirePairs()),
      query: {
        case: 'logicalPlan',
        value: encodeLogicalPlan(
          plan,
          this.#options.logicalCodecs === undefined ? {} : { logicalCodecs: this.#options.logicalCodecs },
        ),
      },
    });
    try {
      for await (const message of this.#client.executeQueryPush(params, { signal })) {
        for (const warning of message.warnings) this.#options.onWarning?.(new ConfigError(warning, ''));
        if (message.status === undefined) continue;
        const status = jobStatusFromProto(message.status);
        onStatus(status);
        if (status.status.kind === 'failed')
          throw new ExecutionError(`Job ${status.jobId} failed: ${status.status.error.trimEnd()}`);
        if (status.status.kind === 'successful') {
          const { flightProxy } = message;
          const proxy: FlightProxy =
            flightProxy.case === 'local' && flightProxy.value
              ? { host: this.#address.host, port: this.#address.port }
              : flightProxy.case === 'external'
                ? schedulerUrl(
                    /^[a-z]+:\/\//.test(flightProxy.value) ? flightProxy.value : `http://${flightProxy.value}`,
                  )
                : undefined;
          return { jobId: status.jobId, successful: status.status, proxy };
        }
      }
    } catch (error) {
      throw callError(error, `cannot run the query on ${this.#address.baseUrl}`);
    }
    throw new ExecutionError(`the scheduler ${this.#address.baseUrl} stopped answering before the query ended`);
  }

  async #cancel(job: JobId): Promise<void> {
    try {
      await this.#client.cancelJob(create(CancelJobParamsSchema, { jobId: job }), { timeoutMs: 2_000 });
    } catch {
      // The scheduler is gone, and with it the job; whoever cancels has an error to throw already.
    }
  }

  async close(): Promise<void> {
    this.#closed.abort(new CancelledError('the session was closed'));
    await this.#pool.close();
  }
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

const total = <K extends 'rows' | 'bytes'>(
  parts: readonly (number | undefined)[],
  name: K,
): { readonly [P in K]?: number } => {
  let sum = 0;
  for (const part of parts) {
    if (part === undefined) return {};
    sum += part;
  }
  return { [name]: sum } as { readonly [P in K]?: number };
};
