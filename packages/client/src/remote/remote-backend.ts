import { randomUUID } from 'node:crypto';
import {
  CancelledError,
  ConfigError,
  ExecutionError,
  type JobId,
  type JobStatus,
  type LogicalPlan,
  type PartitionLocation,
  ResourcesExhaustedError,
  type SessionConfig,
  type SessionId,
  type StageMetrics,
  sessionId,
} from '@ballista-ts/core';
import {
  CancelJobParamsSchema,
  ExecuteQueryParamsSchema,
  GetJobMetricsParamsSchema,
  SchedulerGrpc,
} from '@ballista-ts/core/proto/ballista';
import { encodeLogicalPlan, pairsToProto, stageMetricsFromProto } from '@ballista-ts/core/serde';
import { ConnectionPool, ensureIpcCodecs } from '@ballista-ts/flight';
import { create } from '@bufbuild/protobuf';
import { type Client, createClient } from '@connectrpc/connect';
import type { RecordBatch } from 'apache-arrow';
import { once } from '../once.js';
import type { ExecuteOptions, QueryBackend } from '../query-backend.js';
import { callError } from './call-error.js';
import { type FlightProxy, fetchResult } from './fetch-result.js';
import { followJob, type JobNews, unary } from './follow-job.js';
import { reconnecting } from './reconnecting.js';
import { schedulerUrl } from './scheduler-url.js';
import { callHeaders, connectToScheduler, type RemoteOptions, type SchedulerConnection } from './transport.js';

/** A job that has succeeded, and where its result is. */
interface FinishedJob {
  readonly jobId: JobId;
  readonly locations: readonly PartitionLocation[];
  readonly proxy: FlightProxy;
}

const defaultReconnectTimeoutMs = 60_000;
/** How long the scheduler may take to acknowledge that a job is cancelled. */
const cancelTimeoutMs = 2_000;

/** Runs queries on a cluster: submits plans to its scheduler and reads results from its executors. */
export class RemoteBackend implements QueryBackend {
  readonly #pool = new ConnectionPool();
  readonly #sessionId: SessionId;
  readonly #address: ReturnType<typeof schedulerUrl>;
  readonly #options: RemoteOptions;
  readonly #closed = new AbortController();
  /** By the settings that belong to a connection. */
  readonly #connections = new Map<number, SchedulerConnection>();
  /** Jobs that run, each with the way to cancel it: once, however many ask for it. */
  readonly #unfinished = new Map<JobId, () => Promise<void>>();
  readonly #warned = new Set<string>();

  constructor(url: string, options: RemoteOptions = {}) {
    this.#address = schedulerUrl(url);
    this.#options = options;
    this.#sessionId = sessionId(options.sessionId ?? randomUUID());
  }

  async *execute(plan: LogicalPlan, config: SessionConfig, options: ExecuteOptions): AsyncGenerator<RecordBatch> {
    const run = this.#begin(options);
    try {
      await ensureIpcCodecs();
      const { locations, proxy } = await this.#runJob(plan, config, options, run);
      yield* fetchResult(locations, {
        pool: this.#pool,
        proxy,
        secure: config.get('ballista.client.use_tls'),
        preferFlight: config.get('ballista.shuffle.remote_read_prefer_flight'),
        retries: config.get('ballista.client.io_retries_times'),
        retryWaitMs: config.get('ballista.client.io_retry_wait_time_ms'),
        signal: run.signal,
      });
    } catch (error) {
      throw run.explain(error);
    } finally {
      await this.#end(run);
    }
  }

  async analyze(plan: LogicalPlan, config: SessionConfig, options: ExecuteOptions): Promise<readonly StageMetrics[]> {
    const run = this.#begin(options);
    try {
      const { jobId } = await this.#runJob(plan, config, options, run);
      const call = unary(config, { signal: run.signal, headers: callHeaders(config, this.#options) });
      const { stages } = await this.#client(config).getJobMetrics(create(GetJobMetricsParamsSchema, { jobId }), call);
      return stages.map(stageMetricsFromProto);
    } catch (error) {
      throw run.explain(callError(error, `cannot ask ${this.#address.baseUrl} for metrics`, run.signal));
    } finally {
      await this.#end(run);
    }
  }

  #begin({ signal }: ExecuteOptions): Run {
    return new Run([this.#closed.signal, ...(signal === undefined ? [] : [signal])]);
  }

  /** Whatever is still under way is not wanted any more. */
  async #end(run: Run): Promise<void> {
    run.stop();
    // Leaving the status stream cancels the job as well; saying so is quicker and does not depend on the connection.
    if (run.jobId !== undefined) await this.#unfinished.get(run.jobId)?.();
  }

  /** Submits a plan and waits until its job has ended. @throws the job's failure. */
  async #runJob(plan: LogicalPlan, config: SessionConfig, options: ExecuteOptions, run: Run): Promise<FinishedJob> {
    const params = this.#request(plan, config);
    const started = performance.now();
    const call = { signal: run.signal, headers: callHeaders(config, this.#options) };
    const what = (): string => {
      const query = run.jobId === undefined ? 'the query' : `the query (job ${run.jobId})`;
      return `cannot run ${query} on ${this.#address.baseUrl}`;
    };
    const follow = (): AsyncGenerator<JobNews> => followJob(this.#client(config), params, config, call);
    const { reconnectTimeoutMs = defaultReconnectTimeoutMs } = this.#options;
    try {
      for await (const news of reconnecting(follow, { timeoutMs: reconnectTimeoutMs, signal: run.signal, what })) {
        this.#warn(news.warnings);
        if (news.status === undefined) continue;
        const { jobId, status } = news.status;
        // A scheduler that has forgotten the job has begun another one.
        if (run.jobId !== undefined && run.jobId !== jobId) this.#unfinished.delete(run.jobId);
        run.jobId = jobId;
        if (status.kind === 'queued' || status.kind === 'running') {
          if (!this.#unfinished.has(jobId))
            this.#unfinished.set(
              jobId,
              once(() => this.#cancel(jobId, config)),
            );
          options.onProgress?.({ kind: status.kind, jobId });
          continue;
        }
        this.#unfinished.delete(jobId);
        if (status.kind === 'failed') throw new ExecutionError(`Job ${jobId} failed: ${status.error.trimEnd()}`);
        options.onProgress?.({ kind: 'successful', jobId, ...totals(status), elapsedMs: performance.now() - started });
        return { jobId, locations: status.locations, proxy: this.#proxy(news) };
      }
    } catch (error) {
      throw callError(error, what(), run.signal);
    }
    throw new ExecutionError(`the scheduler ${this.#address.baseUrl} stopped answering before the query ended`);
  }

  #request(plan: LogicalPlan, config: SessionConfig) {
    const { logicalCodecs } = this.#options;
    const value = encodeLogicalPlan(plan, logicalCodecs === undefined ? {} : { logicalCodecs });
    const limit = config.get('ballista.client.grpc_max_message_size');
    if (value.byteLength > limit) {
      throw new ResourcesExhaustedError(
        `the plan of this query takes ${value.byteLength} bytes, more than ballista.client.grpc_max_message_size (${limit}) allows; rows of tables that are kept in the session travel with it, so write large ones to files`,
      );
    }
    return create(ExecuteQueryParamsSchema, {
      sessionId: this.#sessionId,
      operationId: randomUUID(),
      settings: pairsToProto(config.toWirePairs()),
      query: { case: 'logicalPlan', value },
    });
  }

  #proxy({ flightProxy }: JobNews): FlightProxy {
    if (flightProxy.case === 'external') {
      const { value } = flightProxy;
      return schedulerUrl(/^[a-z]+:\/\//.test(value) ? value : `http://${value}`);
    }
    return flightProxy.case === 'local' && flightProxy.value ? this.#address : undefined;
  }

  #warn(warnings: readonly string[]): void {
    for (const warning of warnings) {
      if (this.#warned.has(warning)) continue;
      this.#warned.add(warning);
      const { onWarning } = this.#options;
      if (onWarning === undefined) process.emitWarning(warning, 'BallistaWarning');
      else onWarning(new ConfigError(warning, ''));
    }
  }

  #client(config: SessionConfig): Client<typeof SchedulerGrpc> {
    const key = config.get('ballista.client.grpc_max_message_size');
    let connection = this.#connections.get(key);
    if (connection === undefined) {
      connection = connectToScheduler(this.#address.baseUrl, config, this.#options);
      this.#connections.set(key, connection);
    }
    return createClient(SchedulerGrpc, connection.transport);
  }

  async #cancel(jobId: JobId, config: SessionConfig): Promise<void> {
    try {
      await this.#client(config).cancelJob(create(CancelJobParamsSchema, { jobId }), {
        timeoutMs: cancelTimeoutMs,
        headers: callHeaders(config, this.#options),
      });
    } catch {
      // The scheduler is gone, and with it the job; whoever cancels has an error to throw already.
    } finally {
      this.#unfinished.delete(jobId);
    }
  }

  readonly close = once(async (): Promise<void> => {
    this.#closed.abort(new CancelledError('the session was closed'));
    await Promise.all([...this.#unfinished.values()].map((cancel) => cancel()));
    for (const connection of this.#connections.values()) connection.close();
    await this.#pool.close();
  });
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

/** One query under way. */
class Run {
  jobId: JobId | undefined;
  readonly signal: AbortSignal;
  readonly #stop = new AbortController();
  readonly #outer: AbortSignal;

  constructor(signals: readonly AbortSignal[]) {
    this.#outer = AbortSignal.any([...signals]);
    this.signal = AbortSignal.any([this.#stop.signal, this.#outer]);
  }

  stop(): void {
    this.#stop.abort();
  }

  /** Whatever breaks because somebody stopped the query is its cancellation. */
  explain(error: unknown): unknown {
    if (!this.#outer.aborted) return error;
    const { reason } = this.#outer;
    return new CancelledError(`the query${this.jobId === undefined ? '' : ` (job ${this.jobId})`} was cancelled`, {
      cause: reason ?? error,
    });
  }
}

/** Rows and bytes of a result, as far as all of its parts tell, and the times of its job. */
function totals({ locations, queuedAt, startedAt, endedAt }: Extract<JobStatus['status'], { kind: 'successful' }>): {
  readonly rows?: number;
  readonly bytes?: number;
  readonly schedulingMs: number;
  readonly executionMs: number;
} {
  const rows = sum(locations.map((one) => one.stats.numRows));
  const bytes = sum(locations.map((one) => one.stats.fileBytes));
  return {
    ...(rows !== undefined && { rows }),
    ...(bytes !== undefined && { bytes }),
    schedulingMs: Math.max(startedAt - queuedAt, 0),
    executionMs: Math.max(endedAt - startedAt, 0),
  };
}

const sum = (parts: readonly (number | undefined)[]): number | undefined =>
  parts.reduce<number | undefined>(
    (total, part) => (total === undefined || part === undefined ? undefined : total + part),
    0,
  );
