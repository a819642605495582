import { InvalidArgumentError } from '@ballista-ts/core';
import type { PlanningContext } from './planning-context.js';

/** What a rule made of a plan. `changed: false` means `plan` is the very object that came in. */
export interface Rewritten<P> {
  readonly plan: P;
  readonly changed: boolean;
}

/** The rule has nothing to do here. */
export const unchanged = <P>(plan: P): Rewritten<P> => ({ plan, changed: false });
/** The rule gives another plan. */
export const changed = <P>(plan: P): Rewritten<P> => ({ plan, changed: true });

/**
 * One rewrite of a plan. A rule keeps results and schema, and is idempotent: run on its own output it answers `unchanged`.
 *
 * With an `applyOrder` the rule sees one node at a time, a node before (`topDown`) or after (`bottomUp`) its inputs, plans
 * of subqueries included, and the driver rebuilds the tree. Without, it sees the root of the plan only and recurses itself.
 */
export interface PlanRule<P> {
  /** Unique in its list. What EXPLAIN VERBOSE and errors call it, e.g. `push_down_filter`. */
  readonly name: string;
  readonly applyOrder?: 'topDown' | 'bottomUp';
  rewrite(plan: P, ctx: PlanningContext): Rewritten<P>;
}

interface Named {
  readonly name: string;
}

function positionOf(rules: readonly Named[], name: string): number {
  const index = rules.findIndex((rule) => rule.name === name);
  if (index < 0) {
    throw new InvalidArgumentError(
      `there is no rule ${name}; the list has ${rules.map((rule) => rule.name).join(', ')}`,
    );
  }
  return index;
}

/** The list with `added` right before the rule called `name`. @throws InvalidArgumentError when there is none. */
export const insertBefore = <R extends Named>(
  rules: readonly R[],
  name: string,
  ...added: readonly R[]
): readonly R[] => rules.toSpliced(positionOf(rules, name), 0, ...added);
/** The list with `added` right after the rule called `name`. @throws InvalidArgumentError when there is none. */
export const insertAfter = <R extends Named>(rules: readonly R[], name: string, ...added: readonly R[]): readonly R[] =>
  rules.toSpliced(positionOf(rules, name) + 1, 0, ...added);
/** The list without the rule called `name`. @throws InvalidArgumentError when there is none. */
export const without = <R extends Named>(rules: readonly R[], name: string): readonly R[] =>
  rules.toSpliced(positionOf(rules, name), 1);
