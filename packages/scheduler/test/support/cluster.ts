import {
  alias,
  dfField,
  type ExecutorMetadata,
  emptyDFSchema,
  field,
  Int64,
  int64Literal,
  type JobStatus,
  type LogicalPlan,
  UnavailableError,
} from '@ballista-ts/core';
import { SchedulerGrpc } from '@ballista-ts/core/proto/ballista';
import { encodeLogicalPlan, jobStatusFromProto } from '@ballista-ts/core/serde';
import { toConnectError } from '@ballista-ts/flight';
import { recordingLogger } from '@ballista-ts/testing';
import { type Client, createClient, createRouterTransport } from '@connectrpc/connect';
import {
  createScheduler,
  type ExecutorConnection,
  type JobPlanner,
  type PlannedStage,
  type Scheduler,
  type SchedulerOptions,
  schedulerServiceRoutes,
} from '../../src/index.js';
import { FakeExecutor, type FakeExecutorOptions } from './fake-executor.js';
import { planned, type StageShape } from './stages.js';

/** `SELECT 1`, as good as any other query for a planner that does not look at it. */
export const anyPlan: LogicalPlan = {
  kind: 'Projection',
  exprs: [alias(int64Literal(1), 'n')],
  input: { kind: 'EmptyRelation', produceOneRow: true, schema: emptyDFSchema },
  schema: { fields: [dfField(field('n', Int64, false))] },
};

export const logicalQuery = (plan: LogicalPlan = anyPlan) => ({
  case: 'logicalPlan' as const,
  value: encodeLogicalPlan(plan),
});

/** Every query becomes a job of these stages. */
export const fixedPlanner = (shapes: readonly StageShape[]): JobPlanner => ({
  plan: async ({ jobId }): Promise<{ stages: readonly PlannedStage[]; physicalPlan: string }> => ({
    stages: planned(shapes, jobId),
    physicalPlan: 'the plan',
  }),
});

export const twoStages: readonly StageShape[] = [{ scan: 4, hashInto: 2 }, { reads: [1] }];

/** A scheduler and executors in one process, joined without sockets. */
export class Cluster {
  readonly scheduler: Scheduler;
  readonly client: Client<typeof SchedulerGrpc>;
  readonly logger = recordingLogger();
  readonly #executors = new Map<string, FakeExecutor>();
  readonly #broken = new Map<string, () => void>();

  constructor(options: SchedulerOptions = {}) {
    this.scheduler = createScheduler({
      jobPlanner: fixedPlanner(twoStages),
      logger: this.logger,
      connect: (executor) => this.#connect(executor),
      ...options,
    });
    this.scheduler.start();
    this.client = createClient(SchedulerGrpc, this.transport());
  }

  transport() {
    return createRouterTransport(schedulerServiceRoutes(this.scheduler));
  }

  /** An executor that exists, but is not registered. */
  add(options: FakeExecutorOptions): FakeExecutor {
    const executor = new FakeExecutor(options);
    executor.connect(this.transport());
    this.#executors.set(executor.metadata.id, executor);
    return executor;
  }

  async start(options: FakeExecutorOptions): Promise<FakeExecutor> {
    const executor = this.add(options);
    await executor.register();
    return executor;
  }

  /** The process of an executor is gone, and its connections with it. */
  kill(executor: FakeExecutor): void {
    this.#executors.delete(executor.metadata.id);
    this.#broken.get(executor.metadata.id)?.();
  }

  /** Follows a query to its end. */
  async run(request: Parameters<Client<typeof SchedulerGrpc>['executeQueryPush']>[0] = {}): Promise<JobStatus[]> {
    const statuses: JobStatus[] = [];
    for await (const message of this.client.executeQueryPush({ query: logicalQuery(), ...request } as never)) {
      statuses.push(jobStatusFromProto(message.status!));
    }
    return statuses;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.scheduler.close();
  }

  #connect({ id }: ExecutorMetadata): ExecutorConnection {
    // Made by the first call: a scheduler that was started again knows executors before a test has added them.
    let made: ReturnType<typeof createRouterTransport> | undefined;
    const transport = () => {
      made ??= createRouterTransport((router) => {
        this.#executors.get(id)?.routes(router);
      });
      return made;
    };
    const checked = async (): Promise<void> => {
      if (!this.#executors.has(id)) throw toConnectError(new UnavailableError(`nobody listens for ${id}`));
    };
    return {
      transport: {
        unary: async (...args) => {
          await checked();
          return transport().unary(...args);
        },
        stream: async (...args) => {
          await checked();
          return transport().stream(...args);
        },
      },
      onBroken: (listener) => void this.#broken.set(id, listener),
      close: () => {},
    };
  }
}

/** Waits until something holds; the test's timeout ends the wait. */
export async function eventually(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 2));
}
