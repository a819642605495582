import {
  displayNode,
  type ExecutionPlan,
  formatPhysicalExpr,
  formatSortExprs,
  InternalError,
  planChildren,
  planPartitionCount,
  planProperties,
  planRequirements,
  visitPlan,
} from '@ballista-ts/core';
import { unchanged } from '../../rule.js';
import { satisfiesOrder } from '../ensure-requirements.js';
import { hashKeys } from '../hash-keys.js';
import type { PhysicalOptimizerRule } from '../optimize.js';

/** Refuses a plan in which an operator does not get what it asks for: it would give wrong answers. Changes nothing. */
export const sanityCheck: PhysicalOptimizerRule = {
  name: 'sanity_check',
  rewrite(plan) {
    visitPlan(plan, check);
    return unchanged(plan);
  },
};

function check(node: ExecutionPlan): void {
  const children = planChildren(node);
  const requirements = planRequirements(node);
  const fail = (index: number, what: string): never => {
    throw new InternalError(
      `${displayNode(node)} needs ${what} of its input ${index}, which is ${displayNode(children[index]!)}`,
    );
  };
  requirements.forEach(({ distribution, ordering }, index) => {
    const child = children[index]!;
    const count = planPartitionCount(child);
    if (distribution.kind === 'singlePartition' && count !== 1) fail(index, `one partition instead of ${count}`);
    if (distribution.kind === 'hash' && count !== 1 && !isSpread(child, distribution.exprs.map(formatPhysicalExpr))) {
      fail(index, 'rows spread by its keys');
    }
    if (ordering.length > 0 && !satisfiesOrder(planProperties(child).ordering, ordering)) {
      fail(index, `the order ${formatSortExprs(ordering)}`);
    }
  });
  if (requirements.length === 2 && requirements.every((one) => one.distribution.kind === 'hash')) {
    const [left, right] = children.map(planPartitionCount);
    if (left !== right) fail(1, `${left} partitions, as many as the other input has, instead of ${right}`);
  }
}

function isSpread(child: ExecutionPlan, keys: readonly string[]): boolean {
  const indices = keys.map((key) => Number(/@(\d+)$/.exec(key)?.[1] ?? -1));
  const spread = hashKeys(child);
  if (spread !== undefined) return spread.every((columns) => columns.some((column) => indices.includes(column)));
  const { partitioning } = planProperties(child);
  return partitioning.kind === 'hash' && partitioning.exprs.every((expr) => keys.includes(formatPhysicalExpr(expr)));
}
