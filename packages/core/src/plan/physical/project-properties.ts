import type { Schema } from '../../types/field.js';
import { unknownPartitioning } from './partitioning.js';
import type { PhysicalExpr, PhysicalSortExpr } from './physical-expr.js';
import { mapPhysicalColumns } from './physical-expr-tree.js';
import type { PlanProperties } from './plan-node-definition.js';

/**
 * What survives when columns are picked or computed: `sources[i]` is the input column that output column `i` repeats, or
 * -1. Hash partitioning survives when all its columns do, an order up to the first column that does not.
 */
export function projectProperties(input: PlanProperties, schema: Schema, sources: readonly number[]): PlanProperties {
  const position = new Map<number, number>();
  sources.forEach((source, index) => {
    if (source >= 0 && !position.has(source)) position.set(source, index);
  });
  const rewrite = (expr: PhysicalExpr): PhysicalExpr | undefined =>
    mapPhysicalColumns(expr, (column) => {
      const index = position.get(column.index);
      return index === undefined ? undefined : { kind: 'Column', name: schema.fields[index]!.name, index };
    });
  const { partitioning } = input;
  const hashed = partitioning.kind === 'hash' ? partitioning.exprs.map(rewrite) : undefined;
  const ordering: PhysicalSortExpr[] = [];
  for (const key of input.ordering) {
    const expr = rewrite(key.expr);
    if (expr === undefined) break;
    ordering.push({ ...key, expr });
  }
  return {
    schema,
    ordering,
    partitioning:
      hashed === undefined
        ? partitioning
        : hashed.every((expr) => expr !== undefined)
          ? { kind: 'hash', exprs: hashed, partitionCount: partitioning.partitionCount }
          : unknownPartitioning(partitioning.partitionCount),
  };
}
