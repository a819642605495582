import { UInt64 } from '../../types/data-type.js';
import type { Field, Schema } from '../../types/field.js';
import type { FileFormat } from '../file-format.js';
import { exact, unknownStatistics } from '../statistics.js';
import type { ExecutionPlan } from './execution-plan.js';
import { unknownPartitioning } from './partitioning.js';
import type { PlanNodeDefinition } from './plan-node-definition.js';

/** Writes its input to files and answers with one row, the number of rows written. */
export interface FileSinkExec {
  readonly kind: 'FileSinkExec';
  readonly format: FileFormat;
  readonly objectStoreUrl: string;
  /** Directory or file, relative to the store. */
  readonly path: string;
  /** One file at `path`, or a directory of files. */
  readonly outputMode: 'automatic' | 'singleFile' | 'directory';
  readonly insertMode: 'append' | 'overwrite' | 'replace';
  readonly outputSchema: Schema;
  readonly partitionColumns: readonly Field[];
  readonly keepPartitionByColumns: boolean;
  readonly input: ExecutionPlan;
}

export const countSchema: Schema = { fields: [{ name: 'count', type: UInt64, nullable: false }] };

export const fileSinkExec: PlanNodeDefinition<FileSinkExec> = {
  kind: 'FileSinkExec',
  children: (plan) => [plan.input],
  withChildren: (plan, [input]) => ({ ...plan, input: input! }),
  properties: (_plan, [input]) => ({
    schema: countSchema,
    partitioning: unknownPartitioning(input!.partitioning.partitionCount),
    ordering: [],
  }),
  statistics: () => ({ ...unknownStatistics(1), numRows: exact(1) }),
  display: (plan) => `DataSinkExec: sink=${plan.format.kind}(${plan.objectStoreUrl}${plan.path})`,
};
