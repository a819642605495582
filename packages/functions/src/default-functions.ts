import type { FunctionDefinition } from './registry.js';
import { coalesce } from './scalar/conditional/coalesce.js';

/** Every built-in function. */
export const defaultFunctions: readonly FunctionDefinition[] = [coalesce];
