import type { LogicalPlan } from '@ballista-ts/core';
import { alias, schemaOf } from '@ballista-ts/core';
import { columnFor, projection, union } from '../../logical-build.js';
import { changed, unchanged } from '../../rule.js';
import type { OptimizerRule } from '../optimize.js';

/** A union in a union is one union; a union of one input is that input. A thousand branches then are one node, not a tower. */
export const eliminateNestedUnion: OptimizerRule = {
  name: 'eliminate_nested_union',
  applyOrder: 'bottomUp',
  rewrite(plan, ctx) {
    if (plan.kind !== 'Union') return unchanged(plan);
    if (plan.inputs.length === 1) {
      const input = plan.inputs[0]!;
      const exprs = schemaOf(input).fields.map((one) => alias(columnFor(one), one.field.name));
      return changed(projection(exprs, input, ctx.functions));
    }
    if (!plan.inputs.some((input) => input.kind === 'Union')) return unchanged(plan);
    return changed(
      union(plan.inputs.flatMap((input): readonly LogicalPlan[] => (input.kind === 'Union' ? input.inputs : [input]))),
    );
  },
};
