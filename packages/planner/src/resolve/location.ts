import { PlanError } from '@ballista-ts/core';
import type { Span } from '../sql/ast/common.js';

/** An error about the meaning of a statement, with the place in the text both as words and as data. */
export const sqlLocationError = (message: string, span: Span): PlanError =>
  new PlanError(`${message} at Line: ${span.line}, Column: ${span.column}`, span);

/** Runs `compute`; a PlanError without a place gets this one. */
export function located<T>(span: Span, compute: () => T): T {
  try {
    return compute();
  } catch (error) {
    if (error instanceof PlanError && error.location === undefined) {
      throw new PlanError(`${error.message} at Line: ${span.line}, Column: ${span.column}`, span, { cause: error });
    }
    throw error;
  }
}
