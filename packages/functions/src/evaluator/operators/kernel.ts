import type { Value } from '@ballista-ts/core';

/** Computes one row of a binary operator; neither operand is NULL. */
export type BinaryKernel = (a: Value, b: Value) => Value;
