import { BALLISTA_VERSION, describeError, executorId, type JobId, jobId, type Logger } from '@ballista-ts/core';
import type { Job } from '../core/job.js';
import type { SchedulerDriver } from '../driver/scheduler-driver.js';
import type { SchedulerMetricsCollector } from '../metrics/collector.js';
import { executorView } from './executor-views.js';
import { type Answer, failure, json, type Request, type Response, send, text } from './http.js';
import { jobDetail, jobList } from './job-views.js';
import { stageList } from './stage-views.js';

export interface RestContext {
  readonly driver: SchedulerDriver;
  readonly metrics: SchedulerMetricsCollector;
  readonly logger: Logger;
  readonly minReadyExecutors: number;
  /** Milliseconds since the epoch. */
  readonly startedAt: () => number;
}

/** The generation of DataFusion whose plans and functions we speak. */
const datafusionVersion = '55.0.0';

interface Route {
  readonly method: 'GET' | 'PATCH';
  readonly pattern: RegExp;
  readonly answer: (ctx: RestContext, id: string, query: URLSearchParams) => Answer;
}

const get = (pattern: RegExp, answer: Route['answer']): Route => ({ method: 'GET', pattern, answer });
const patch = (pattern: RegExp, answer: Route['answer']): Route => ({ method: 'PATCH', pattern, answer });

const routes: readonly Route[] = [
  get(/^\/healthz$/, () => text('ok')),
  get(/^\/readyz$/, readiness),
  get(/^\/api\/version$/, () => json({ version: BALLISTA_VERSION, datafusion_version: datafusionVersion })),
  get(/^\/api\/state$/, state),
  get(/^\/api\/executors$/, ({ driver }) => json(driver.core.executors().map(executorView))),
  get(/^\/api\/executor\/([^/]+)$/, ({ driver }, name) => {
    const record = driver.core.executor(executorId(name));
    return record === undefined ? failure(404, `executor ${name} is not registered`) : json(executorView(record));
  }),
  get(/^\/api\/jobs$/, ({ driver }) => json(jobList(driver))),
  get(/^\/api\/job\/([^/]+)$/, withJob(job)),
  patch(/^\/api\/job\/([^/]+)$/, withJob(cancel)),
  get(
    /^\/api\/job\/([^/]+)\/config$/,
    withJob((_ctx, { request }) => json(request.config.toJSON())),
  ),
  get(
    /^\/api\/job\/([^/]+)\/stages$/,
    withJob((_ctx, { graph }) => json(graph === undefined ? { stages: [] } : stageList(graph))),
  ),
  get(/^\/api\/metrics$/, ({ metrics }) => {
    const gathered = metrics.gather();
    return gathered === undefined ? { status: 204 } : { status: 200, ...gathered };
  }),
];

/** Answers what is a REST request; false for everything else, which is untouched then. */
export function handleRest(ctx: RestContext, request: Request, response: Response): boolean {
  const [path = '', search = ''] = (request.url ?? '').split('?', 2);
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const matching = routes.filter((route) => route.pattern.test(path));
  if (matching.length === 0) return false;
  const route = matching.find((one) => one.method === method);
  const answer =
    route === undefined
      ? failure(405, `${request.method} is not possible here`)
      : guarded(ctx, () => {
          const id = decodeURIComponent(route.pattern.exec(path)?.[1] ?? '');
          return route.answer(ctx, id, new URLSearchParams(search));
        });
  send(response, answer, request.method !== 'HEAD');
  return true;
}

function guarded(ctx: RestContext, answer: () => Answer): Answer {
  try {
    return answer();
  } catch (error) {
    // An id that is none names nothing.
    if (error instanceof URIError || (error instanceof Error && 'code' in error && error.code === 'INVALID_ARGUMENT')) {
      return failure(404, describeError(error));
    }
    ctx.logger.error('a REST request failed', { error: describeError(error) });
    return failure(500, describeError(error));
  }
}

function readiness({ driver, minReadyExecutors }: RestContext): Answer {
  const alive = driver.core.aliveExecutors();
  return alive >= minReadyExecutors
    ? text(`ready: ${alive} executors registered\n`)
    : text(`not ready: ${alive}/${minReadyExecutors} executors registered\n`, 503);
}

function state({ metrics, startedAt }: RestContext): Answer {
  return json({
    started: startedAt(),
    version: BALLISTA_VERSION,
    datafusion_version: datafusionVersion,
    substrait_support: false,
    keda_support: false,
    prometheus_support: metrics.gather() !== undefined,
    graphviz_support: false,
    spark_support: false,
    scheduling_policy: 'push-staged',
    enable_embedded_flight_proxy: false,
  });
}

type JobRoute = (ctx: RestContext, job: Job, query: URLSearchParams) => Answer;

function withJob(route: JobRoute): Route['answer'] {
  return (ctx, name, query) => {
    const id: JobId = jobId(name);
    const found = ctx.driver.core.job(id);
    return found === undefined ? failure(404, `job ${name} is not known`) : route(ctx, found, query);
  };
}

function job({ driver }: RestContext, found: Job, query: URLSearchParams): Answer {
  const format = query.get('plan_format') ?? 'default';
  if (format === 'tree') return failure(501, 'plan_format tree is not supported yet: use default or metrics');
  if (format !== 'default' && format !== 'metrics') {
    return failure(400, `plan_format ${format} does not exist: use default or metrics`);
  }
  const { jobId: id } = found.request;
  const status = driver.core.status(id);
  return status === undefined ? failure(404) : json(jobDetail(found, status, driver.details(id), format));
}

function cancel({ driver }: RestContext, found: Job): Answer {
  if (found.endedAt !== undefined) {
    const reason = found.error === undefined ? 'The job is already completed' : 'The job has failed';
    return json({ cancelled: false, reason }, 409);
  }
  driver.dispatch({ kind: 'jobCancelled', jobId: found.request.jobId });
  return json({ cancelled: true });
}
