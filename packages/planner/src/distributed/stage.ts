import type { ShuffleWriterExec, SortShuffleWriterExec } from '@ballista-ts/core';

/** One stage of a distributed plan: what its tasks run, and whom it reads from and writes for. */
export interface Stage {
  /** 1, 2, 3, ... in order of creation: a stage has a larger id than the stages it reads. */
  readonly stageId: number;
  /** Root is a shuffle writer; leaves are scans or unresolved shuffles. */
  readonly plan: ShuffleWriterExec | SortShuffleWriterExec;
  /** Partitions the stage's tasks own: those of the writer's input, at least 1. */
  readonly partitionCount: number;
  /** Partitions of the output for whoever reads it. */
  readonly outputPartitionCount: number;
  /** Ids of the stages it reads. */
  readonly inputs: readonly number[];
  /** Ids of the stages that read it; empty for the last one. */
  readonly outputLinks: readonly number[];
  /** Runs as one task that owns every partition. */
  readonly collapse: boolean;
}
