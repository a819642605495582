import { type LogicalPlan, logicalChildren } from '@ballista-ts/core';

/** How few and how many rows a plan gives, whatever the data; `most` undefined: any number. */
interface Bounds {
  readonly least: number;
  readonly most: number | undefined;
}

const unbounded: Bounds = { least: 0, most: undefined };

/** Whether a plan gives one row for any data, like `SELECT max(a) FROM t`. */
export const exactlyOneRow = (plan: LogicalPlan): boolean => {
  const { least, most } = bounds(plan);
  return least === 1 && most === 1;
};

/** The number of rows that a plan never exceeds, or undefined. */
export const mostRows = (plan: LogicalPlan): number | undefined => bounds(plan).most;

const cache = new WeakMap<LogicalPlan, Bounds>();

/** Once per node, without recursion. */
function bounds(plan: LogicalPlan): Bounds {
  const stack: LogicalPlan[] = [plan];
  for (let node = stack[stack.length - 1]; node !== undefined; node = stack[stack.length - 1]) {
    const children = logicalChildren(node);
    const missing = cache.has(node) ? [] : children.filter((child) => !cache.has(child));
    if (missing.length > 0) {
      stack.push(...missing);
      continue;
    }
    if (!cache.has(node)) {
      cache.set(
        node,
        boundsOf(
          node,
          children.map((child) => cache.get(child)!),
        ),
      );
    }
    stack.pop();
  }
  return cache.get(plan)!;
}

function boundsOf(plan: LogicalPlan, inputs: readonly Bounds[]): Bounds {
  const input = inputs[0] ?? unbounded;
  switch (plan.kind) {
    case 'Projection':
    case 'SubqueryAlias':
    case 'Window':
    case 'Repartition':
    case 'Assert':
      return input;
    case 'Sort':
      return plan.fetch === undefined ? input : limited(input, 0, plan.fetch);
    case 'Filter':
      return { least: 0, most: input.most };
    case 'Distinct':
      return { least: Math.min(input.least, 1), most: input.most };
    case 'Aggregate':
      if (plan.groupBy.length === 0) return { least: 1, most: 1 };
      return plan.groupBy[0]!.kind === 'GroupingSet'
        ? unbounded
        : { least: Math.min(input.least, 1), most: input.most };
    case 'Limit':
      return limited(input, plan.skip, plan.fetch);
    case 'Values':
      return { least: plan.rows.length, most: plan.rows.length };
    case 'EmptyRelation': {
      const rows = plan.produceOneRow ? 1 : 0;
      return { least: rows, most: rows };
    }
    case 'Union':
      return inputs.reduce(
        (sum, one) => ({
          least: sum.least + one.least,
          most: sum.most === undefined || one.most === undefined ? undefined : sum.most + one.most,
        }),
        { least: 0, most: 0 } as Bounds,
      );
    case 'Join': {
      const [left, right] = inputs as [Bounds, Bounds];
      const pairs = left.most === undefined || right.most === undefined ? undefined : left.most * right.most;
      if (plan.joinType === 'inner') {
        const cross = plan.on.length === 0 && plan.filter === undefined;
        return { least: cross ? left.least * right.least : 0, most: pairs };
      }
      if (plan.joinType === 'leftMark') return left;
      if (plan.joinType === 'leftSemi' || plan.joinType === 'leftAnti') return { least: 0, most: left.most };
      if (plan.joinType === 'left') {
        return { least: left.least, most: pairs === undefined ? undefined : Math.max(pairs, left.most!) };
      }
      return unbounded;
    }
    case 'TableScan':
      return { least: 0, most: plan.fetch };
    default:
      return unbounded;
  }
}

const limited = (input: Bounds, skip: number, fetch: number | undefined): Bounds => ({
  least: Math.min(Math.max(input.least - skip, 0), fetch ?? Number.POSITIVE_INFINITY),
  most: input.most === undefined ? fetch : Math.min(Math.max(input.most - skip, 0), fetch ?? Number.POSITIVE_INFINITY),
});
