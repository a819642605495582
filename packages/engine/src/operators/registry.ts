import { type ExecutionPlan, InvalidArgumentError, NotYetSupportedError } from '@ballista-ts/core';
import { aggregateOperator } from './aggregate.js';
import { assertOperator } from './assert.js';
import { coalesceBatchesOperator } from './coalesce-batches.js';
import { coalescePartitionsOperator } from './coalesce-partitions.js';
import { crossJoinOperator } from './cross-join.js';
import { emptyOperator } from './empty.js';
import { explainOperator } from './explain.js';
import { fileScanOperator } from './file-scan.js';
import { filterOperator } from './filter.js';
import { hashJoinOperator } from './hash-join.js';
import { globalLimitOperator, localLimitOperator } from './limit.js';
import { memoryScanOperator } from './memory-scan.js';
import { nestedLoopJoinOperator } from './nested-loop-join.js';
import type { Operator } from './operator.js';
import { placeholderRowOperator } from './placeholder-row.js';
import { projectionOperator } from './projection.js';
import { repartitionOperator } from './repartition.js';
import { shuffleReaderOperator } from './shuffle-reader.js';
import { sortOperator } from './sort.js';
import { sortMergeJoinOperator } from './sort-merge-join.js';
import { sortPreservingMergeOperator } from './sort-preserving-merge.js';
import { interleaveOperator, unionOperator } from './union.js';
import { unnestOperator } from './unnest.js';
import { windowAggOperator } from './window-agg.js';

/** Finds the operator of a node. */
export interface OperatorRegistry {
  /** @throws NotYetSupportedError for a node nobody registered an operator for. */
  get(plan: ExecutionPlan): Operator;
}

// A registry holds operators of different nodes; which one fits is decided by the node's tag.
const widen = (operator: unknown): Operator => operator as Operator;

const builtin: readonly Operator[] = [
  fileScanOperator,
  memoryScanOperator,
  emptyOperator,
  placeholderRowOperator,
  filterOperator,
  assertOperator,
  projectionOperator,
  aggregateOperator,
  hashJoinOperator,
  sortMergeJoinOperator,
  nestedLoopJoinOperator,
  crossJoinOperator,
  sortOperator,
  sortPreservingMergeOperator,
  globalLimitOperator,
  localLimitOperator,
  coalesceBatchesOperator,
  coalescePartitionsOperator,
  repartitionOperator,
  unionOperator,
  interleaveOperator,
  unnestOperator,
  windowAggOperator,
  explainOperator,
  shuffleReaderOperator,
].map(widen);

/** The built-in operators and those of an application's extensions. @throws InvalidArgumentError when two have one name. */
export function createOperatorRegistry(extensions: readonly Operator[] = []): OperatorRegistry {
  const operators = new Map<string, Operator>();
  for (const operator of [...builtin, ...extensions]) {
    if (operators.has(operator.kind))
      throw new InvalidArgumentError(`two operators are registered for ${operator.kind}`);
    operators.set(operator.kind, operator);
  }
  return {
    get(plan) {
      const kind = plan.kind === 'ExtensionExec' ? plan.extension.type : plan.kind;
      const operator = operators.get(kind);
      if (operator === undefined)
        throw new NotYetSupportedError(
          `operator ${kind}`,
          'the engine has no way to run it; register one for an extension of your own',
        );
      return operator;
    },
  };
}
