import { type JobId, jobId, type TaskStatus } from '@ballista-ts/core';
import fc from 'fast-check';
import type { CoreRun, Launched } from './core-run.js';
import {
  executionError,
  executor,
  fetchFailed,
  ioError,
  killed,
  planned,
  type StageShape,
  succeeded,
} from './stages.js';

/** What may happen next; numbers pick from what there is. */
export const happening = fc.oneof(
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('finish' as const), pick: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('ioError' as const), pick: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('killed' as const), pick: fc.nat() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('fetchFailed' as const), pick: fc.nat(), from: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('executionError' as const), pick: fc.nat() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('old' as const), pick: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('lose' as const), pick: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('register' as const), pick: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('terminate' as const), pick: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), pick: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), pick: fc.nat({ max: 60_000 }) }) },
);

/** Trees and chains of stages: each reads some of those before it that nobody reads yet; the last one reads the rest. */
export const shapes = fc
  .array(
    fc.record({
      scan: fc.integer({ min: 1, max: 5 }),
      reads: fc.integer({ min: 0, max: 2 }),
      merge: fc.boolean(),
      again: fc.boolean(),
    }),
    { minLength: 0, maxLength: 5 },
  )
  .map((specs): StageShape[] => {
    const stages: StageShape[] = [];
    let open: number[] = [];
    for (const { scan, reads, merge, again } of specs) {
      const inputs = open.slice(0, reads);
      // An output that two stages read.
      if (!again) open = open.slice(reads);
      stages.push(inputs.length === 0 ? { scan, hashInto: 3 } : { reads: inputs, hashInto: 3, merge });
      open.push(stages.length);
    }
    const used = new Set(stages.flatMap((stage) => stage.reads ?? []));
    const rest = stages.map((_, index) => index + 1).filter((id) => !used.has(id));
    return [...stages, rest.length === 0 ? { scan: 2 } : { reads: rest }];
  });

export const names = ['a', 'b', 'c', 'd'];

function report(kind: string, { bound, job }: Launched, from: number): TaskStatus {
  const own = (status: TaskStatus): TaskStatus => ({ ...status, jobId: job });
  switch (kind) {
    case 'ioError':
      return ioError(bound, 'x', job);
    case 'killed':
      return own(killed(bound));
    case 'executionError':
      return own(executionError(bound));
    case 'fetchFailed': {
      const input = bound.plan.kind === 'ShuffleWriterExec' || bound.plan.kind === 'SortShuffleWriterExec';
      return fetchFailed(bound, names[from % names.length]!, input ? readsOf(bound.plan) : 1, 'x', job);
    }
    default:
      return succeeded(bound, undefined, job);
  }
}

function readsOf(plan: unknown): number {
  const text = JSON.stringify(plan, (key, value) => (key === 'schema' ? undefined : value));
  const found = /"stageId":(\d+),[^{]*"partitioning"/.exec(text);
  return found === null ? 1 : Number(found[1]);
}

export type Happening = typeof happening extends fc.Arbitrary<infer T> ? T : never;

/** Two executors, these jobs, and whatever happens to them. Answers the jobs, and the tasks that nobody has reported yet. */
export function play(
  run: CoreRun,
  jobs: readonly StageShape[][],
  happenings: readonly Happening[],
): { readonly ids: readonly JobId[]; readonly open: readonly Launched[] } {
  run.register('a', 2);
  run.register('b', 3);
  const ids: JobId[] = jobs.map((stages, index) => run.submit(`j${index}`, planned(stages, jobId(`j${index}`))));
  const open: Launched[] = [];
  const done: Launched[] = [];
  for (const step of happenings) {
    open.push(...run.takeLaunched());
    const alive = run.core.executors().map((one) => one.metadata.id);
    switch (step.kind) {
      case 'lose':
        if (alive.length > 0) {
          const executorId = alive[step.pick % alive.length]!;
          run.apply({ kind: 'executorLost', executorId, reason: 'chance' });
        }
        break;
      case 'register':
        run.register(names[step.pick % names.length]!, 1 + (step.pick % 4), step.pick % 3 > 0);
        break;
      case 'terminate':
        if (alive.length > 0) run.heartbeat(alive[step.pick % alive.length]!, 'terminating');
        break;
      case 'cancel':
        if (step.pick % 4 === 0) run.apply({ kind: 'jobCancelled', jobId: ids[step.pick % ids.length]! });
        break;
      case 'wait':
        for (const id of alive) run.heartbeat(id);
        run.advance(step.pick);
        break;
      case 'old': {
        const task = done[step.pick % Math.max(done.length, 1)];
        if (task !== undefined) run.report(task.executor, succeeded(task.bound, undefined, task.job));
        break;
      }
      default: {
        if (open.length === 0) break;
        const [task] = open.splice(step.pick % open.length, 1);
        done.push(task!);
        run.report(task!.executor, report(step.kind, task!, 'from' in step ? step.from : 0));
      }
    }
  }
  open.push(...run.takeLaunched());
  return { ids, open };
}

/** Fair weather: whatever the state, it must lead to an end. */
export function clearUp(run: CoreRun, open: readonly Launched[]): void {
  for (const name of ['x', 'y']) run.register(name, 4);
  const launched = [...open, ...run.takeLaunched()];
  for (const task of launched) run.report(task.executor, succeeded(task.bound, undefined, task.job));
  // Executors that were lost or restarted never report; those that go on to be known have their tasks taken back.
  for (const name of names) run.apply({ kind: 'executorLost', executorId: executor(name).id, reason: 'the end' });
  run.runAll();
}
