import type { AggregateExec } from './aggregate-exec.js';
import type { AssertExec } from './assert-exec.js';
import type { CoalesceBatchesExec } from './coalesce-batches-exec.js';
import type { CoalescePartitionsExec } from './coalesce-partitions-exec.js';
import type { CrossJoinExec } from './cross-join-exec.js';
import type { EmptyExec } from './empty-exec.js';
import type { AnalyzeExec, ExplainExec } from './explain-exec.js';
import type { ExtensionExec } from './extension-exec.js';
import type { FileScanExec } from './file-scan-exec.js';
import type { FileSinkExec } from './file-sink-exec.js';
import type { FilterExec } from './filter-exec.js';
import type { HashJoinExec } from './hash-join-exec.js';
import type { GlobalLimitExec, LocalLimitExec } from './limit-exec.js';
import type { MemoryScanExec } from './memory-scan-exec.js';
import type { NestedLoopJoinExec } from './nested-loop-join-exec.js';
import type { PlaceholderRowExec } from './placeholder-row-exec.js';
import type { ProjectionExec } from './projection-exec.js';
import type { RepartitionExec } from './repartition-exec.js';
import type { ShuffleReaderExec } from './shuffle-reader-exec.js';
import type { ShuffleWriterExec } from './shuffle-writer-exec.js';
import type { SortExec } from './sort-exec.js';
import type { SortMergeJoinExec } from './sort-merge-join-exec.js';
import type { SortPreservingMergeExec } from './sort-preserving-merge-exec.js';
import type { SortShuffleWriterExec } from './sort-shuffle-writer-exec.js';
import type { InterleaveExec, UnionExec } from './union-exec.js';
import type { UnnestExec } from './unnest-exec.js';
import type { UnresolvedShuffleExec } from './unresolved-shuffle-exec.js';
import type { WindowAggExec } from './window-agg-exec.js';

/** A physical plan: what to run, as plain data. `engine` knows how, by `kind`. */
export type ExecutionPlan =
  | FileScanExec
  | MemoryScanExec
  | EmptyExec
  | PlaceholderRowExec
  | FilterExec
  | AssertExec
  | ProjectionExec
  | AggregateExec
  | HashJoinExec
  | SortMergeJoinExec
  | NestedLoopJoinExec
  | CrossJoinExec
  | SortExec
  | SortPreservingMergeExec
  | GlobalLimitExec
  | LocalLimitExec
  | CoalesceBatchesExec
  | CoalescePartitionsExec
  | RepartitionExec
  | UnionExec
  | InterleaveExec
  | WindowAggExec
  | UnnestExec
  | ExplainExec
  | AnalyzeExec
  | FileSinkExec
  | ShuffleWriterExec
  | SortShuffleWriterExec
  | UnresolvedShuffleExec
  | ShuffleReaderExec
  | ExtensionExec;

export type ExecutionPlanKind = ExecutionPlan['kind'];
export type ExecutionPlanOf<K extends ExecutionPlanKind> = Extract<ExecutionPlan, { readonly kind: K }>;
