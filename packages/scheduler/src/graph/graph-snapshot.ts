import { InternalError, type JobId, type PartitionLocation, type ShuffleWritePartition } from '@ballista-ts/core';
import { type GraphLimits, GraphState } from './graph-state.js';
import { outputLocations, taskLocations } from './outputs.js';
import { PartitionQueue } from './partition-queue.js';
import type { PlannedStage, Stage, StageInput, TaskInfo, TaskState } from './stage.js';
import { TaskTable } from './task-table.js';

/** A task as it is written down: where its output lies follows from who ran it. */
export interface TaskSnapshot extends Omit<TaskInfo, 'status'> {
  readonly status:
    | Exclude<TaskState, { kind: 'successful' }>
    | { readonly kind: 'successful'; readonly pieces: readonly ShuffleWritePartition[] };
}

export interface StageSnapshot extends PlannedStage {
  readonly state: Stage['state'];
  readonly attempt: number;
  readonly nextTaskId: number;
  readonly tasks: readonly TaskSnapshot[];
  /** What the stage knows of each input; `asMade`: just what that stage has made. */
  readonly known: readonly {
    readonly stageId: number;
    readonly complete: boolean;
    readonly locations: 'asMade' | readonly (readonly PartitionLocation[])[];
  }[];
  readonly lastFailureReasons?: Extract<Stage, { state: 'unresolved' }>['lastFailureReasons'];
  readonly pending?: readonly number[];
  readonly failures?: readonly number[];
  readonly error?: string;
  /** Its inputs were there once: it has a plan with readers that are filled in. */
  readonly resolved: boolean;
}

/** All that a graph is, as values that can be written down. */
export interface GraphSnapshot {
  readonly stages: readonly StageSnapshot[];
  readonly failedAttempts: readonly (readonly [stageId: number, attempts: readonly number[]])[];
  readonly ended?: 'successful' | 'failed';
}

export const snapshotGraph = (state: GraphState): GraphSnapshot => ({
  stages: [...state.stages.values()].map((stage) => snapshotStage(state, stage)),
  failedAttempts: [...state.failedAttempts].map(([stageId, attempts]) => [stageId, [...attempts]] as const),
  ...(state.ended !== undefined && { ended: state.ended }),
});

function snapshotStage(state: GraphState, stage: Stage): StageSnapshot {
  const { stageId, plan, partitionCount, outputPartitionCount, inputs, collapse, attempt } = stage;
  const tasks = 'tasks' in stage ? stage.tasks : undefined;
  return {
    stageId,
    plan,
    partitionCount,
    outputPartitionCount,
    inputs,
    collapse,
    state: stage.state,
    attempt,
    nextTaskId: 'tasks' in stage ? stage.tasks.nextId : stage.nextTaskId,
    tasks: [...(tasks ?? [])].map(snapshotTask),
    known: [...stage.inputLocations].map(([inputId, input]) => ({
      stageId: inputId,
      complete: input.complete,
      locations: isAsMade(state, inputId, input) ? 'asMade' : input.locations,
    })),
    resolved: 'resolvedPlan' in stage && stage.resolvedPlan !== undefined,
    ...(stage.state === 'unresolved' && { lastFailureReasons: stage.lastFailureReasons }),
    ...(stage.state === 'running' && { pending: stage.pending.toArray(), failures: [...stage.failures] }),
    ...(stage.state === 'failed' && { error: stage.error }),
  };
}

function snapshotTask(task: TaskInfo): TaskSnapshot {
  const { status } = task;
  if (status.kind !== 'successful') return { ...task, status };
  const pieces = status.locations.map(
    ({ partitionId, stats, fileId, layout }): ShuffleWritePartition => ({
      partitionId: partitionId.partitionId,
      // Whole and known, as `taskLocations` made them of such a piece.
      ...(stats as Required<typeof stats>),
      ...(fileId !== undefined && { fileId }),
      layout,
    }),
  );
  return { ...task, status: { kind: 'successful', pieces } };
}

/** By identity: readers are given the very locations that the tasks of the stage have. */
function isAsMade(state: GraphState, inputId: number, input: StageInput): boolean {
  const source = state.get(inputId);
  if (source.state !== 'successful') return false;
  const made = outputLocations(source);
  return (
    made.length === input.locations.length &&
    made.every((pieces, index) => {
      const known = input.locations[index]!;
      return pieces.length === known.length && pieces.every((piece, at) => piece === known[at]);
    })
  );
}

/** The graph of a snapshot. */
export function restoreGraph(jobId: JobId, snapshot: GraphSnapshot, limits: GraphLimits): GraphState {
  const state = new GraphState(jobId, snapshot.stages, limits);
  // Stages that others read come first: what they made is what the others know.
  const waiting = new Map(snapshot.stages.map((one) => [one.stageId, one]));
  const restore = (one: StageSnapshot): void => {
    if (!waiting.delete(one.stageId)) return;
    for (const inputId of one.inputs) {
      const input = waiting.get(inputId);
      if (input !== undefined) restore(input);
    }
    state.put(restoreStage(state, one));
  };
  for (const one of snapshot.stages) restore(one);
  for (const [stageId, attempts] of snapshot.failedAttempts) state.failedAttempts.set(stageId, new Set(attempts));
  state.ended = snapshot.ended;
  return state;
}

function restoreStage(state: GraphState, one: StageSnapshot): Stage {
  const inputLocations = new Map(
    one.known.map(({ stageId, complete, locations }): [number, StageInput] => [
      stageId,
      { complete, locations: locations === 'asMade' ? madeBy(state, stageId) : locations },
    ]),
  );
  const { stageId, plan, partitionCount, outputPartitionCount, inputs, collapse, attempt } = one;
  const { consumers } = state.get(stageId);
  const common = {
    ...{ stageId, plan, partitionCount, outputPartitionCount, inputs, collapse, attempt },
    ...{ inputLocations, consumers },
  };
  const waiting: Stage = {
    ...common,
    state: 'unresolved',
    nextTaskId: one.nextTaskId,
    lastFailureReasons: one.lastFailureReasons ?? [],
  };
  if (one.state === 'unresolved') return waiting;
  const resolvedPlan = one.resolved ? state.resolvedPlan(waiting) : undefined;
  const tasks = new TaskTable(one.nextTaskId, restoreTasks(state, one));
  if (one.state === 'failed') {
    return {
      ...common,
      state: 'failed',
      error: one.error ?? '',
      tasks,
      ...(resolvedPlan !== undefined && { resolvedPlan }),
    };
  }
  if (resolvedPlan === undefined) {
    throw new InternalError(`stage ${stageId} of job ${state.jobId} is ${one.state} and was never resolved`);
  }
  switch (one.state) {
    case 'resolved':
      return { ...common, state: 'resolved', nextTaskId: one.nextTaskId, resolvedPlan };
    case 'running': {
      const pending = new PartitionQueue(one.pending ?? []);
      return { ...common, state: 'running', resolvedPlan, tasks, pending, failures: [...(one.failures ?? [])] };
    }
    case 'successful':
      return { ...common, state: 'successful', resolvedPlan, tasks };
  }
}

function madeBy(state: GraphState, stageId: number): StageInput['locations'] {
  const source = state.get(stageId);
  if (source.state !== 'successful') {
    throw new InternalError(`stage ${stageId} of job ${state.jobId} is ${source.state}, and its output is known`);
  }
  return outputLocations(source);
}

const restoreTasks = (state: GraphState, { stageId, tasks }: StageSnapshot): TaskInfo[] =>
  tasks.map((task) => {
    const { status } = task;
    return {
      ...task,
      status:
        status.kind === 'successful'
          ? {
              kind: 'successful',
              locations: taskLocations({ stageId }, task, { partitions: status.pieces }, state.jobId),
            }
          : status,
    };
  });
