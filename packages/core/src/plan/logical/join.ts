import { type DFField, dfField } from '../../expr/df-schema.js';
import type { Expr } from '../../expr/expr.js';
import { formatExpr } from '../../expr/format-expr.js';
import { Boolean_ } from '../../types/data-type.js';
import { formatJoinType, type JoinType, joinOutput, type NullEquality } from '../join-type.js';
import type { LogicalNodeDefinition } from './logical-node-definition.js';
import type { LogicalPlan } from './logical-plan.js';

/** A pair of keys that must be equal. */
export interface JoinKey {
  readonly left: Expr;
  readonly right: Expr;
}

/** Combines rows of two inputs. Without keys and filter an inner join is a cross join. */
export interface JoinPlan {
  readonly kind: 'Join';
  readonly left: LogicalPlan;
  readonly right: LogicalPlan;
  readonly on: readonly JoinKey[];
  /** What else must hold for a pair of rows to match. */
  readonly filter?: Expr;
  readonly joinType: JoinType;
  /** How it was written; `using` joins show one column per key to `*`. */
  readonly constraint: 'on' | 'using';
  readonly nullEquality: NullEquality;
  /** NOT IN semantics of an anti join. */
  readonly nullAware: boolean;
}

export const joinNode: LogicalNodeDefinition<JoinPlan> = {
  kind: 'Join',
  children: (plan) => [plan.left, plan.right],
  withChildren: (plan, [left, right]) => ({ ...plan, left: left!, right: right! }),
  exprs: (plan) => [
    ...plan.on.flatMap((key) => [key.left, key.right]),
    ...(plan.filter === undefined ? [] : [plan.filter]),
  ],
  withExprs: (plan, exprs) => ({
    ...plan,
    on: plan.on.map((_key, index) => ({ left: exprs[2 * index]!, right: exprs[2 * index + 1]! })),
    ...(plan.filter === undefined ? {} : { filter: exprs[exprs.length - 1]! }),
  }),
  schema: (plan, [left, right]) => {
    const output = joinOutput(plan.joinType);
    const nulled = (of: DFField, nullable: boolean): DFField =>
      nullable && !of.field.nullable ? { ...of, field: { ...of.field, nullable: true } } : of;
    return {
      fields: [
        ...(output.left ? left!.fields.map((one) => nulled(one, output.leftNullable)) : []),
        ...(output.right ? right!.fields.map((one) => nulled(one, output.rightNullable)) : []),
        ...(output.mark ? [dfField({ name: 'mark', type: Boolean_, nullable: false }, markQualifier(plan))] : []),
      ],
    };
  },
  display: (plan) => {
    const on = plan.on.map((key) => `${formatExpr(key.left)} = ${formatExpr(key.right)}`).join(', ');
    const filter = plan.filter === undefined ? '' : ` Filter: ${formatExpr(plan.filter)}`;
    if (plan.on.length === 0 && plan.filter === undefined && plan.joinType === 'inner') return 'Cross Join: ';
    const using = plan.constraint === 'using' ? `Using ${on}` : on;
    return `${formatJoinType(plan.joinType)} Join: ${using}${filter}${plan.nullAware ? ' null_aware' : ''}`;
  },
};

/** The mark is found under the name of the relation that was probed, so that several marks do not collide. */
const markQualifier = (plan: JoinPlan): DFField['qualifier'] => {
  const probed = plan.joinType === 'leftMark' ? plan.right : plan.left;
  return probed.kind === 'SubqueryAlias' ? probed.alias : undefined;
};
