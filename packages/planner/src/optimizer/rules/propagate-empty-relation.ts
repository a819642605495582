import {
  alias,
  booleanLiteral,
  type EmptyRelationPlan,
  type Expr,
  type JoinPlan,
  joinOutput,
  type LogicalPlan,
  schemaOf,
} from '@ballista-ts/core';
import { columnFor, projection, union } from '../../logical-build.js';
import type { PlanningContext } from '../../planning-context.js';
import { changed, unchanged } from '../../rule.js';
import type { OptimizerRule } from '../optimize.js';

/** Aliases stay above an empty relation: the mark of a mark join is found under the name of what it probes. */
function isEmpty(plan: LogicalPlan): boolean {
  let node = plan;
  while (node.kind === 'SubqueryAlias') node = node.input;
  return node.kind === 'EmptyRelation' && !node.produceOneRow;
}

const emptied = (plan: LogicalPlan): EmptyRelationPlan => ({
  kind: 'EmptyRelation',
  produceOneRow: false,
  schema: schemaOf(plan),
});

/** What an empty input makes empty is not computed. An aggregate over everything stays: it gives a row also for no rows. */
export const propagateEmptyRelation: OptimizerRule = {
  name: 'propagate_empty_relation',
  applyOrder: 'bottomUp',
  rewrite(plan, ctx) {
    switch (plan.kind) {
      case 'Projection':
      case 'Filter':
      case 'Sort':
      case 'Limit':
      case 'Window':
      case 'Distinct':
      case 'Repartition':
      case 'Assert':
        return isEmpty(plan.input) ? changed(emptied(plan)) : unchanged(plan);
      case 'Aggregate':
        return isEmpty(plan.input) && plan.groupBy.length > 0 && plan.groupBy[0]!.kind !== 'GroupingSet'
          ? changed(emptied(plan))
          : unchanged(plan);
      case 'Union': {
        const inputs = plan.inputs.filter((input) => !isEmpty(input));
        if (inputs.length === plan.inputs.length) return unchanged(plan);
        return changed(inputs.length === 0 ? emptied(plan) : named(plan, inputs, ctx));
      }
      case 'Join': {
        const next = joinWithEmpty(plan, ctx);
        return next === undefined ? unchanged(plan) : changed(next);
      }
      default:
        return unchanged(plan);
    }
  },
};

/** The rest of a union, under the names its first branch gave. */
function named(plan: LogicalPlan, inputs: readonly LogicalPlan[], ctx: PlanningContext): LogicalPlan {
  const rest = inputs.length === 1 ? inputs[0]! : union(inputs);
  const names = schemaOf(plan).fields;
  const exprs = schemaOf(rest).fields.map((one, index) => alias(columnFor(one), names[index]!.field.name));
  return projection(exprs, rest, ctx.functions);
}

function joinWithEmpty(plan: JoinPlan, ctx: PlanningContext): LogicalPlan | undefined {
  const left = isEmpty(plan.left);
  const right = isEmpty(plan.right);
  if (!left && !right) return undefined;
  switch (plan.joinType) {
    case 'inner':
    case 'leftSemi':
    case 'rightSemi':
      return emptied(plan);
    case 'left':
      return left ? emptied(plan) : withNulls(plan, 'left', ctx);
    case 'right':
      return right ? emptied(plan) : withNulls(plan, 'right', ctx);
    case 'full':
      return left && right ? emptied(plan) : withNulls(plan, left ? 'right' : 'left', ctx);
    case 'leftAnti':
      return left ? emptied(plan) : plan.left;
    case 'rightAnti':
      return right ? emptied(plan) : plan.right;
    case 'leftMark':
      return left ? emptied(plan) : unmarked(plan, 'left', ctx);
    case 'rightMark':
      return right ? emptied(plan) : unmarked(plan, 'right', ctx);
  }
}

/** The rows of one side, none of which has a match. */
function unmarked(plan: JoinPlan, kept: 'left' | 'right', ctx: PlanningContext): LogicalPlan {
  const mark = schemaOf(plan).fields.at(-1)!;
  const columns: Expr[] = schemaOf(plan[kept]).fields.map(columnFor);
  return projection(
    [...columns, alias(booleanLiteral(false), mark.field.name, mark.qualifier)],
    plan[kept],
    ctx.functions,
  );
}

/** The rows of one side beside NULLs for the other. */
function withNulls(plan: JoinPlan, kept: 'left' | 'right', ctx: PlanningContext): LogicalPlan {
  const output = joinOutput(plan.joinType);
  const columns = (side: 'left' | 'right'): Expr[] =>
    schemaOf(plan[side]).fields.map((one) =>
      side === kept
        ? columnFor(one)
        : alias({ kind: 'Literal', value: { type: one.field.type, value: null } }, one.field.name, one.qualifier),
    );
  return projection(
    [...(output.left ? columns('left') : []), ...(output.right ? columns('right') : [])],
    plan[kept],
    ctx.functions,
  );
}
