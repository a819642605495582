import { projectSchema, type Schema } from '../../types/field.js';
import type { FileFormat, FileScanConfig } from '../file-format.js';
import { formatPhysicalExpr } from './format-physical-expr.js';
import { unknownPartitioning } from './partitioning.js';
import type { PhysicalExpr } from './physical-expr.js';
import type { PlanNodeDefinition } from './plan-node-definition.js';
import { projectStatistics } from './statistics-rules.js';

/** Reads files of one format. */
export interface FileScanExec {
  readonly kind: 'FileScanExec';
  readonly format: FileFormat;
  readonly config: FileScanConfig;
  /**
   * Rows for which this is not true need not come out, over file columns + partition columns: row groups and pages are
   * pruned by it. The filter node above the scan still decides.
   */
  readonly predicate?: PhysicalExpr;
}

/** File columns, then partition columns, before the projection. */
export const fileScanFullSchema = (config: FileScanConfig): Schema => ({
  ...config.fileSchema,
  fields: [...config.fileSchema.fields, ...config.partitionColumns],
});

export const fileScanExec: PlanNodeDefinition<FileScanExec> = {
  kind: 'FileScanExec',
  children: () => [],
  withChildren: (plan) => plan,
  properties: ({ config }) => ({
    schema:
      config.projection === undefined
        ? fileScanFullSchema(config)
        : projectSchema(fileScanFullSchema(config), config.projection),
    partitioning: unknownPartitioning(Math.max(config.fileGroups.length, 1)),
    ordering: [],
  }),
  statistics: ({ config }) =>
    config.projection === undefined ? config.statistics : projectStatistics(config.statistics, config.projection),
  display: ({ config, format, predicate }) => {
    const names = fileScanFullSchema(config).fields.map((one) => one.name);
    const groups = config.fileGroups.map(
      (group) =>
        `[${group.map((file) => (file.range === undefined ? file.path : `${file.path}:${file.range.start}..${file.range.end}`)).join(', ')}]`,
    );
    return [
      `DataSourceExec: file_groups={${groups.length} group${groups.length === 1 ? '' : 's'}: [${groups.join(', ')}]}`,
      `projection=[${(config.projection ?? names.map((_name, index) => index)).map((index) => names[index]).join(', ')}]`,
      ...(config.limit === undefined ? [] : [`limit=${config.limit}`]),
      `file_type=${format.kind}`,
      ...(predicate === undefined ? [] : [`predicate=${formatPhysicalExpr(predicate)}`]),
    ].join(', ');
  },
};
