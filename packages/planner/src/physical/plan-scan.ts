import {
  type CustomTableSource,
  chooseTargetPartitions,
  conjunction,
  type DFSchema,
  type ExecutionPlan,
  type Expr,
  type FileScanConfig,
  type ListingTableSource,
  type MemoryTableSource,
  NotYetSupportedError,
  PlanError,
  planSchema,
  qualifySchema,
  type Statistics,
  type TableScanPlan,
  tableSourceSchema,
  toInexact,
} from '@ballista-ts/core';
import type { PlanningContext } from '../planning-context.js';
import { createPhysicalExpr } from './create-physical-expr.js';
import { mergeStatistics } from './merge-statistics.js';
import { pruneFiles } from './prune-files.js';
import { canSplit, splitFiles } from './split-files.js';

/** The scan of a table: files spread over partitions, rows in memory, or what the table's owner plans. */
export function planScan(plan: TableScanPlan, ctx: PlanningContext): ExecutionPlan {
  const { source } = plan;
  switch (source.kind) {
    case 'listing':
      return planFiles(plan, source, ctx);
    case 'memory':
      return planMemory(plan, source);
    case 'custom':
      return planCustom(plan, source, ctx);
    case 'cteWorkTable':
      throw new NotYetSupportedError('WITH RECURSIVE');
  }
}

const fullSchema = (plan: TableScanPlan): DFSchema => qualifySchema(tableSourceSchema(plan.source), plan.tableName);

function planFiles(plan: TableScanPlan, source: ListingTableSource, ctx: PlanningContext): ExecutionPlan {
  if (source.resolved === undefined) {
    throw new PlanError(
      `the files of table ${plan.tableName.table} were not listed; resolve the plan's tables before planning it physically`,
    );
  }
  const { resolved } = source;
  const schema = fullSchema(plan);
  const files = pruneFiles(resolved.files, plan.filters, source, schema, ctx);
  const statistics: Statistics =
    files.length === resolved.files.length
      ? resolved.statistics
      : (mergeStatistics(
          files,
          source.fileSchema.fields.map((field) => field.type),
          source.partitionColumns.length,
        ) ?? shrink(resolved.statistics, files.length, resolved.files.length));
  const { config } = ctx;
  const newlinesInValues =
    (source.format.options.get('newlines_in_values') ?? String(config.get('datafusion.catalog.newlines_in_values'))) ===
    'true';
  const fileGroups = splitFiles(files, {
    targetPartitions: chooseTargetPartitions(config),
    minBytes: config.get('datafusion.optimizer.repartition_file_min_size'),
    splitFiles: config.get('datafusion.optimizer.repartition_file_scans') && canSplit(source.format, newlinesInValues),
  });
  const scan: FileScanConfig = {
    objectStoreUrl: resolved.objectStoreUrl,
    fileGroups,
    fileSchema: source.fileSchema,
    partitionColumns: source.partitionColumns,
    ...(plan.projection !== undefined && { projection: plan.projection }),
    ...(plan.fetch !== undefined && { limit: plan.fetch }),
    statistics,
  };
  const predicate = conjunction(plan.filters);
  const node: ExecutionPlan = {
    kind: 'FileScanExec',
    format: source.format,
    config: scan,
    ...(predicate !== undefined && { predicate: createPhysicalExpr(predicate, { schema, functions: ctx.functions }) }),
  };
  return fileGroups.length === 0 ? { kind: 'EmptyExec', schema: planSchema(node), partitionCount: 1 } : node;
}

/** Statistics of some of the files, when only those of all are known. */
function shrink(of: Statistics, kept: number, all: number): Statistics {
  const share = (value: Statistics['numRows']): Statistics['numRows'] =>
    value.kind === 'absent' ? value : { kind: 'inexact', value: Math.ceil((value.value * kept) / all) };
  return {
    numRows: share(of.numRows),
    totalByteSize: share(of.totalByteSize),
    columns: of.columns.map((one) => ({
      nullCount: share(one.nullCount),
      min: toInexact(one.min),
      max: toInexact(one.max),
      distinctCount: toInexact(one.distinctCount),
      byteSize: share(one.byteSize),
    })),
  };
}

function planMemory(plan: TableScanPlan, source: MemoryTableSource): ExecutionPlan {
  return {
    kind: 'MemoryScanExec',
    partitions: source.partitions.length === 0 ? [new Uint8Array(0)] : source.partitions,
    schema: source.schema,
    ...(plan.projection !== undefined && { projection: plan.projection }),
    ...(plan.fetch !== undefined && { fetch: plan.fetch }),
    ...(source.statistics !== undefined && { statistics: source.statistics }),
  };
}

function planCustom(plan: TableScanPlan, source: CustomTableSource, ctx: PlanningContext): ExecutionPlan {
  const schema = fullSchema(plan);
  return source.scan({
    ...(plan.projection !== undefined && { projection: plan.projection }),
    filters: plan.filters.map((filter: Expr) => createPhysicalExpr(filter, { schema, functions: ctx.functions })),
    ...(plan.fetch !== undefined && { limit: plan.fetch }),
    targetPartitions: chooseTargetPartitions(ctx.config),
  });
}
