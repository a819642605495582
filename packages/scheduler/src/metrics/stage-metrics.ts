import {
  displayNode,
  type ExecutionPlan,
  type OperatorMetric,
  planChildren,
  type StageMetrics,
} from '@ballista-ts/core';
import type { ExecutionGraph } from '../graph/execution-graph.js';
import { type Stage, shownPlan, tasksOf } from '../graph/stage.js';

type Value = OperatorMetric['value'];

/** The operators of a plan with their depth, parents first, as executors count them. */
export function operatorsOf(plan: ExecutionPlan): { readonly node: ExecutionPlan; readonly depth: number }[] {
  const operators: { readonly node: ExecutionPlan; readonly depth: number }[] = [];
  const pending = [{ node: plan, depth: 0 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    operators.push(next);
    const children = planChildren(next.node);
    for (let index = children.length - 1; index >= 0; index -= 1) {
      pending.push({ node: children[index]!, depth: next.depth + 1 });
    }
  }
  return operators;
}

/** What all stages of a job have counted so far. */
export const jobMetrics = (graph: ExecutionGraph): StageMetrics[] => graph.stages.map(stageMetrics);

/**
 * The numbers of one stage, per operator, over all tasks whose output counts. Work that was done again counts once. Each
 * number appears once: sums for counts and times, the widest span for time stamps.
 */
export function stageMetrics(stage: Stage): StageMetrics {
  const operators = operatorsOf(shownPlan(stage));
  const sums = operators.map(() => new Map<string, Value>());
  for (const { status, metrics } of tasksOf(stage)) {
    // A plan of another shape cannot be laid over this one; its numbers would land at the wrong operators.
    if (status.kind !== 'successful' || metrics?.length !== operators.length) continue;
    for (const [index, set] of metrics.entries()) {
      for (const { value } of set.metrics) {
        const key = 'name' in value ? `${value.kind} ${value.name}` : value.kind;
        const before = sums[index]!.get(key);
        sums[index]!.set(key, before === undefined ? value : merge(before, value));
      }
    }
  }
  return {
    stageId: stage.stageId,
    partitions: stage.partitionCount,
    operators: operators.map(({ node, depth }, index) => ({
      depth,
      operatorType: node.kind,
      operatorDesc: displayNode(node),
      metrics: [...sums[index]!.values()].map((value) => ({ value })),
    })),
  };
}

/** Two values under one key have one kind. */
function merge(a: Value, b: Value): Value {
  if (a.kind === 'pruning' && b.kind === 'pruning') {
    return { ...a, pruned: a.pruned + b.pruned, matched: a.matched + b.matched };
  }
  if (a.kind === 'ratio' && b.kind === 'ratio') return { ...a, part: a.part + b.part, total: a.total + b.total };
  if (!('value' in a && 'value' in b)) return a;
  switch (a.kind) {
    case 'startTimestamp':
      return { ...a, value: Math.min(a.value, b.value) };
    case 'endTimestamp':
      return { ...a, value: Math.max(a.value, b.value) };
    default:
      return { ...a, value: a.value + b.value };
  }
}

/** The sum of one number over operators; `name` for those that have one. */
export function sumOf(metrics: StageMetrics['operators'], kind: Value['kind'], name?: string): number {
  let sum = 0;
  for (const operator of metrics) {
    for (const { value } of operator.metrics) {
      if (value.kind !== kind || !('value' in value)) continue;
      if (name === undefined || ('name' in value && value.name === name)) sum += value.value;
    }
  }
  return sum;
}
