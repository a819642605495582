import type { OptimizerRule } from './optimize.js';

export const defaultOptimizerRules: readonly OptimizerRule[] = [];
