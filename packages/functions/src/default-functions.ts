import { avg } from './aggregate/avg.js';
import { count } from './aggregate/count.js';
import { max } from './aggregate/max.js';
import { min } from './aggregate/min.js';
import { sum } from './aggregate/sum.js';
import type { FunctionDefinition } from './registry.js';
import { coalesce } from './scalar/conditional/coalesce.js';

/** Every built-in function. */
export const defaultFunctions: readonly FunctionDefinition[] = [coalesce, count, sum, avg, min, max];
