import {
  type CopyToPlan,
  type DmlPlan,
  type ExecutionPlan,
  type FileSinkExec,
  formatTableReference,
  NotYetSupportedError,
  PlanError,
  planSchema,
} from '@ballista-ts/core';
import type { PlanningContext } from '../planning-context.js';

/** COPY TO. @throws PlanError when a column to partition by is not in the rows. */
export function planCopyTo(plan: CopyToPlan, input: ExecutionPlan, ctx: PlanningContext): FileSinkExec {
  const { objectStoreUrl, path } = splitUrl(plan.outputUrl);
  const outputSchema = planSchema(input);
  const partitionColumns = plan.partitionBy.map((name) => {
    const found = outputSchema.fields.find((field) => field.name === name);
    if (found === undefined) {
      throw new PlanError(
        `PARTITIONED BY column ${name} is not among the columns: ${outputSchema.fields.map((one) => one.name).join(', ')}`,
      );
    }
    return found;
  });
  return {
    kind: 'FileSinkExec',
    format: plan.format,
    objectStoreUrl,
    path,
    outputMode: 'automatic',
    insertMode: 'append',
    outputSchema,
    partitionColumns,
    keepPartitionByColumns: ctx.config.get('datafusion.execution.keep_partition_by_columns'),
    input,
  };
}

/** INSERT into a table of files. @throws NotYetSupportedError for everything else that changes a table. */
export function planDml(plan: DmlPlan, input: ExecutionPlan): FileSinkExec {
  const { operation, target } = plan;
  const name = formatTableReference(plan.tableName);
  if (operation !== 'insertAppend' && operation !== 'insertOverwrite') {
    throw new NotYetSupportedError(`${operation} of table ${name}`);
  }
  if (target.kind !== 'listing') {
    throw new NotYetSupportedError(`INSERT INTO ${name} as part of a distributed query`, 'its rows are not in files');
  }
  const location = target.paths[0];
  if (target.paths.length !== 1 || location === undefined || !location.endsWith('/')) {
    throw new PlanError(
      `INSERT INTO ${name} needs a table over one directory (its location ends in '/'); this one reads ${target.paths.join(', ')}`,
    );
  }
  return {
    kind: 'FileSinkExec',
    format: target.format,
    ...splitUrl(location),
    outputMode: 'directory',
    insertMode: operation === 'insertAppend' ? 'append' : 'overwrite',
    outputSchema: planSchema(input),
    partitionColumns: target.partitionColumns,
    keepPartitionByColumns: false,
    input,
  };
}

/** `s3://bucket/a/b` is the store `s3://bucket/` and the path `a/b`; what has no scheme is a local file. */
export function splitUrl(url: string): { readonly objectStoreUrl: string; readonly path: string } {
  const match = /^([a-z][a-z0-9+.-]*:\/\/[^/]*)\/?(.*)$/is.exec(url);
  if (match === null) return { objectStoreUrl: 'file:///', path: url.replace(/^\/+/, '') };
  return { objectStoreUrl: `${match[1]}/`, path: match[2]! };
}
