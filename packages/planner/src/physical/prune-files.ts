import {
  columnsOf,
  type DFSchema,
  type Expr,
  findColumn,
  type ListingTableSource,
  mapPhysicalColumns,
  type PartitionedFile,
  splitConjunction,
} from '@ballista-ts/core';
import type { PlanningContext } from '../planning-context.js';
import { createPhysicalExpr } from './create-physical-expr.js';

/**
 * The files that can hold rows the filters let pass, judged by the values of hive partition columns: with `year = 2024` a
 * file under `year=2023/` is not read. Such a filter is asked nowhere else.
 *
 * @throws ExecutionError when a filter cannot be computed for a file, as its rows would have made it fail.
 */
export function pruneFiles(
  files: readonly PartitionedFile[],
  filters: readonly Expr[],
  source: ListingTableSource,
  schema: DFSchema,
  ctx: PlanningContext,
): readonly PartitionedFile[] {
  const firstPartitionColumn = source.fileSchema.fields.length;
  if (source.partitionColumns.length === 0) return files;
  const tests = filters.flatMap(splitConjunction).flatMap((filter) => {
    const columns = columnsOf(filter).map((column) => findColumn(schema, column.name, column.relation) ?? -1);
    const onlyPartitions = columns.length > 0 && columns.every((index) => index >= firstPartitionColumn);
    return onlyPartitions ? [createPhysicalExpr(filter, { schema, functions: ctx.functions })] : [];
  });
  return files.filter((file) =>
    tests.every((test) => {
      const constant = mapPhysicalColumns(test, (column) => {
        const value = file.partitionValues[column.index - firstPartitionColumn];
        return value === undefined ? undefined : { kind: 'Literal', value };
      });
      if (constant === undefined) return true;
      return ctx.evaluate(constant).value === true;
    }),
  );
}
