import {
  type JobId,
  jobId,
  operationId,
  SessionConfig,
  schedulerId,
  sessionId,
  type TaskStatus,
} from '@ballista-ts/core';
import {
  type BoundTask,
  biasDistribution,
  checkCoreInvariants,
  defaultCoreOptions,
  type PlannedStage,
  SchedulerCore,
  type SchedulerCoreOptions,
  type SchedulerEffect,
  type SchedulerEvent,
  type Timer,
} from '../../src/index.js';
import { executor, succeeded } from './stages.js';

type Fresh = SchedulerEvent extends infer E ? (E extends { now: number } ? Omit<E, 'now'> : never) : never;

export interface Launched {
  readonly executor: string;
  readonly job: JobId;
  readonly bound: BoundTask;
}

/** A core whose invariants are checked after every event, with a world of lists around it. */
export class CoreRun {
  readonly core: SchedulerCore;
  readonly effects: SchedulerEffect[] = [];
  readonly launched: Launched[] = [];
  readonly timers: { at: number; timer: Timer }[] = [];
  now = 1_000_000;

  /** @param onApplied hears of every event after it has been applied */
  constructor(
    options: Partial<SchedulerCoreOptions> = {},
    private readonly onApplied: (event: SchedulerEvent) => void = () => {},
  ) {
    this.core = new SchedulerCore({
      ...defaultCoreOptions,
      schedulerId: schedulerId('s'),
      distribution: biasDistribution(),
      ...options,
    });
  }

  apply(event: Fresh): SchedulerEffect[] {
    const complete = { ...event, now: this.now } as SchedulerEvent;
    const effects = this.core.apply(complete);
    checkCoreInvariants(this.core);
    this.onApplied(complete);
    this.effects.push(...effects);
    for (const effect of effects) {
      if (effect.kind === 'setTimer') this.timers.push({ at: this.now + effect.delayMs, timer: effect.timer });
      if (effect.kind === 'launchTasks') {
        for (const { job, bound } of effect.tasks) {
          this.launched.push({ executor: effect.executor.id, job: job.jobId, bound });
        }
      }
    }
    return effects;
  }

  register(name: string, vcores = 4, fresh = true): SchedulerEffect[] {
    const registration = { ...executor(name, vcores), protocolVersion: 3 };
    return this.apply({ kind: 'executorRegistered', registration, fresh });
  }

  submit(name: string, stages?: readonly PlannedStage[], config = SessionConfig.withBallista()): JobId {
    const job = jobId(name);
    this.apply({
      kind: 'jobQueued',
      job: { jobId: job, jobName: name, sessionId: sessionId('s'), operationId: operationId(`op-${name}`), config },
    });
    if (stages !== undefined) this.apply({ kind: 'jobPlanned', jobId: job, stages });
    return job;
  }

  report(name: string, ...statuses: TaskStatus[]): SchedulerEffect[] {
    return this.apply({ kind: 'taskStatuses', executorId: executor(name).id, statuses });
  }

  heartbeat(name: string, state: 'active' | 'terminating' = 'active'): SchedulerEffect[] {
    return this.apply({ kind: 'executorHeartbeat', executorId: executor(name).id, state, metrics: [] });
  }

  /** Takes what was launched since the last call. */
  takeLaunched(): Launched[] {
    return this.launched.splice(0);
  }

  /** Lets every task that was launched succeed, and those that follow, until nothing is launched any more. */
  runAll(): void {
    for (let round = this.takeLaunched(); round.length > 0; round = this.takeLaunched()) {
      for (const { executor: who, job, bound } of round) this.report(who, succeeded(bound, undefined, job));
    }
  }

  /** Moves time on and fires what becomes due, in order. */
  advance(ms: number): void {
    const until = this.now + ms;
    for (;;) {
      this.timers.sort((a, b) => a.at - b.at);
      const next = this.timers[0];
      if (next === undefined || next.at > until) break;
      this.timers.shift();
      this.now = next.at;
      this.apply({ kind: 'timer', timer: next.timer });
    }
    this.now = until;
  }

  status(job: JobId): string {
    const status = this.core.status(job)?.status;
    return status === undefined ? 'unknown' : status.kind === 'failed' ? `failed: ${status.error}` : status.kind;
  }
}

export const ofKind = <K extends SchedulerEffect['kind']>(
  effects: readonly SchedulerEffect[],
  kind: K,
): Extract<SchedulerEffect, { kind: K }>[] =>
  effects.filter((effect): effect is Extract<SchedulerEffect, { kind: K }> => effect.kind === kind);
