import { changed, unchanged } from '../../rule.js';
import { ensureRequirements } from '../ensure-requirements.js';
import type { PhysicalOptimizerRule } from '../optimize.js';

/** Gives every operator the partitions and the order it asks of its inputs, reusing what is there. */
export const enforceRequirements: PhysicalOptimizerRule = {
  name: 'enforce_requirements',
  rewrite(plan, ctx) {
    const next = ensureRequirements(plan, ctx.config);
    return next === plan ? unchanged(plan) : changed(next);
  },
};
