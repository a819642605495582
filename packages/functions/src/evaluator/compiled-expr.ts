import type { DataType, PhysicalExpr, Schema, Value } from '@ballista-ts/core';
import type { ColumnBatch } from './column-batch.js';
import type { EvaluationContext } from './evaluation-context.js';

/** An expression made ready for batches of one schema. */
export interface CompiledExpr {
  readonly type: DataType;
  /** One value a row. The array may be shared: it must not be changed. */
  readonly evaluate: (batch: ColumnBatch) => readonly Value[];
}

/** What the compilers of parts that look after their operands themselves (CASE, AND) are given. */
export interface CompileScope {
  readonly schema: Schema;
  readonly context: EvaluationContext;
  readonly compile: (expr: PhysicalExpr) => CompiledExpr;
}
