import { InternalError, type JobId, type PartitionLocation } from '@ballista-ts/core';
import { resolveStage } from '@ballista-ts/planner';
import type { GraphEffect } from './effects.js';
import { outputLocations } from './outputs.js';
import {
  inputsComplete,
  type PlannedStage,
  type RunningStage,
  type Stage,
  type StageInput,
  type SuccessfulStage,
} from './stage.js';
import { toResolved, toRunning, withInputs } from './transitions.js';

export interface GraphLimits {
  /** Failures of one partition, without a success between, that fail its stage. */
  readonly taskMaxFailures: number;
  /** Attempts of one stage that may see a fetch failure; that many fail the job. */
  readonly stageMaxFailures: number;
}

/** The mutable heart of a graph, shared by the files that each implement one kind of event. */
export class GraphState {
  readonly stages = new Map<number, Stage>();
  /** Per stage the attempts that saw a fetch failure; cleared when the stage succeeds. */
  readonly failedAttempts = new Map<number, Set<number>>();
  readonly finalStageId: number;
  ended: 'successful' | 'failed' | undefined;

  constructor(
    readonly jobId: JobId,
    planned: readonly PlannedStage[],
    readonly limits: GraphLimits,
  ) {
    if (planned.length === 0) throw new InternalError(`job ${jobId} has no stages`);
    this.finalStageId = Math.max(...planned.map((stage) => stage.stageId));
    for (const { stageId, plan, partitionCount, outputPartitionCount, inputs, collapse } of planned) {
      const consumers = planned.filter((other) => other.inputs.includes(stageId)).map((other) => other.stageId);
      if (consumers.length === 0 && stageId !== this.finalStageId) {
        throw new InternalError(`job ${jobId}: nobody reads stage ${stageId}, and it is not the last one`);
      }
      this.stages.set(stageId, {
        stageId,
        plan,
        partitionCount,
        outputPartitionCount,
        inputs,
        collapse,
        state: 'unresolved',
        attempt: 0,
        nextTaskId: 0,
        lastFailureReasons: [],
        consumers,
        inputLocations: new Map(inputs.map((id): [number, StageInput] => [id, { locations: [], complete: false }])),
      });
    }
  }

  get(stageId: number): Stage {
    const stage = this.stages.get(stageId);
    if (stage === undefined) throw new InternalError(`job ${this.jobId} has no stage ${stageId}`);
    return stage;
  }

  put(stage: Stage): void {
    this.stages.set(stage.stageId, stage);
  }

  /** The stage's plan with the readers pointing at where its inputs are now. */
  resolvedPlan(stage: Stage): Stage['plan'] {
    return resolveStage(stage.plan, new Map([...stage.inputLocations].map(([id, input]) => [id, input.locations])));
  }

  /** unresolved stages whose inputs are all complete become resolved. */
  resolveReady(): GraphEffect[] {
    const effects: GraphEffect[] = [];
    for (const stage of this.stages.values()) {
      if (stage.state !== 'unresolved' || !inputsComplete(stage)) continue;
      this.put(toResolved(stage, this.resolvedPlan(stage)));
      effects.push({ kind: 'stageRunnable', stageId: stage.stageId });
    }
    return effects;
  }

  /** Resolved stages start: their partitions are ready to be handed out. */
  revive(): void {
    for (const stage of this.stages.values()) if (stage.state === 'resolved') this.put(toRunning(stage));
  }

  running(): RunningStage[] {
    return [...this.stages.values()].filter((stage): stage is RunningStage => stage.state === 'running');
  }

  /**
   * Tells the waiting readers of a stage that its output is complete and where it lies. Those that run or are done keep what
   * they were given. So a stage's output is always made from one version of its inputs, which matters when a version is not
   * like the other (a LIMIT without order): a finished stage whose input was made anew starts from nothing if it has to run
   * again.
   */
  publish(stage: SuccessfulStage): void {
    const locations = outputLocations(stage);
    for (const consumerId of stage.consumers) {
      const consumer = this.get(consumerId);
      if (consumer.state !== 'unresolved') continue;
      this.put(
        withInputs(consumer, new Map(consumer.inputLocations).set(stage.stageId, { locations, complete: true })),
      );
    }
  }

  /**
   * Forgets pieces of one input of a stage, which is incomplete from then on. Answers which tasks had made them; none when
   * the stage knew of no such piece.
   */
  dropInput(stageId: number, inputId: number, gone: (location: PartitionLocation) => boolean): ReadonlySet<number> {
    const stage = this.get(stageId);
    const input = stage.inputLocations.get(inputId);
    const makers = new Set<number>();
    if (input === undefined) return makers;
    const locations = input.locations.map((pieces) =>
      pieces.filter((piece) => {
        if (!gone(piece)) return true;
        makers.add(piece.mapPartitionId);
        return false;
      }),
    );
    if (makers.size > 0) {
      this.put(withInputs(stage, new Map(stage.inputLocations).set(inputId, { locations, complete: false })));
    }
    return makers;
  }

  markIncomplete(stageId: number, inputId: number): void {
    const stage = this.get(stageId);
    const input = stage.inputLocations.get(inputId);
    if (input?.complete !== true) return;
    this.put(withInputs(stage, new Map(stage.inputLocations).set(inputId, { ...input, complete: false })));
  }
}
