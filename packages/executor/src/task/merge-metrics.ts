import type { OperatorMetric, OperatorMetricsSet } from '@ballista-ts/core';

/** The metrics of a task whose partitions several workers ran: operator by operator, what counts is added up. */
export function mergeMetrics(parts: readonly (readonly OperatorMetricsSet[])[]): OperatorMetricsSet[] {
  const [first = [], ...others] = parts.filter((sets) => sets.length > 0);
  return first.map((set, operator) => ({
    metrics: others.reduce<OperatorMetric[]>(
      (sum, sets) => add(sum, sets[operator]?.metrics ?? []),
      set.metrics.slice(),
    ),
  }));
}

function add(into: OperatorMetric[], metrics: readonly OperatorMetric[]): OperatorMetric[] {
  for (const metric of metrics) {
    const at = into.findIndex((one) => keyOf(one) === keyOf(metric));
    if (at < 0) into.push(metric);
    else into[at] = sum(into[at]!, metric);
  }
  return into;
}

const keyOf = ({ partition, value }: OperatorMetric): string =>
  `${partition ?? ''} ${value.kind} ${'name' in value ? value.name : ''}`;

function sum(a: OperatorMetric, b: OperatorMetric): OperatorMetric {
  const [x, y] = [a.value, b.value];
  if (x.kind === 'pruning' && y.kind === 'pruning') {
    return { ...a, value: { ...x, pruned: x.pruned + y.pruned, matched: x.matched + y.matched } };
  }
  if (x.kind === 'ratio' && y.kind === 'ratio') {
    return { ...a, value: { ...x, part: x.part + y.part, total: x.total + y.total } };
  }
  if (!('value' in x) || !('value' in y)) return a;
  const value =
    x.kind === 'startTimestamp'
      ? Math.min(x.value, y.value)
      : x.kind === 'endTimestamp'
        ? Math.max(x.value, y.value)
        : x.value + y.value;
  return { ...a, value: { ...x, value } };
}
