import { type ExecutionPlan, type OperatorMetricsSet, planChildren } from '@ballista-ts/core';

/** What one operator counted in one task. Times are nanoseconds. */
export interface OperatorCounters {
  outputRows: number;
  outputBatches: number;
  /** Time inside this operator and the ones below it. */
  elapsedWithInputs: number;
  readonly counts: Map<string, number>;
}

/** The counters of every operator of a task's plan. */
export interface TaskMetrics {
  of(plan: ExecutionPlan): OperatorCounters;
  /** One set per operator, parents first, as the wire wants them. */
  report(plan: ExecutionPlan): OperatorMetricsSet[];
}

export function createTaskMetrics(): TaskMetrics {
  const counters = new Map<ExecutionPlan, OperatorCounters>();
  const of = (plan: ExecutionPlan): OperatorCounters => {
    let found = counters.get(plan);
    if (found === undefined) {
      found = { outputRows: 0, outputBatches: 0, elapsedWithInputs: 0, counts: new Map() };
      counters.set(plan, found);
    }
    return found;
  };
  return {
    of,
    report(root) {
      const sets: OperatorMetricsSet[] = [];
      const pending: ExecutionPlan[] = [root];
      for (let plan = pending.pop(); plan !== undefined; plan = pending.pop()) {
        const own = of(plan);
        const children = planChildren(plan);
        const below = children.reduce((sum, child) => sum + of(child).elapsedWithInputs, 0);
        sets.push({
          metrics: [
            { value: { kind: 'outputRows', value: own.outputRows } },
            { value: { kind: 'outputBatches', value: own.outputBatches } },
            { value: { kind: 'elapsedCompute', value: Math.max(Math.round(own.elapsedWithInputs - below), 0) } },
            ...[...own.counts].map(([name, value]) => ({ value: { kind: 'count' as const, name, value } })),
          ],
        });
        for (let index = children.length - 1; index >= 0; index -= 1) pending.push(children[index]!);
      }
      return sets;
    },
  };
}

/** Adds to a named counter. */
export const addCount = (counters: OperatorCounters, name: string, by: number): void => {
  counters.counts.set(name, (counters.counts.get(name) ?? 0) + by);
};
