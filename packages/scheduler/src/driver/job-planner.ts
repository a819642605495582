import {
  displayLogicalPlan,
  displayPlan,
  type ExecutionPlan,
  type JobId,
  type LogicalPlan,
  type ObjectStoreRegistry,
  type SessionConfig,
} from '@ballista-ts/core';
import { createFileMetadataCaches, createObjectStoreRegistry, resolveListingSource } from '@ballista-ts/datasource';
import type { Planner } from '@ballista-ts/planner';
import type { PlannedStage } from '../graph/stage.js';
import { resolveTables } from './resolve-tables.js';

/** What a client submitted. A physical plan was optimized by whoever sent it and is only cut into stages. */
export type Query =
  | { readonly kind: 'logical'; readonly plan: LogicalPlan }
  | { readonly kind: 'physical'; readonly plan: ExecutionPlan };

/** A query made ready to run, and texts of its plans for people. */
export interface JobPlan {
  readonly stages: readonly PlannedStage[];
  readonly logicalPlan?: string;
  readonly physicalPlan: string;
}

/** Makes stages of a query: everything between a submission and an execution graph. */
export interface JobPlanner {
  plan(request: {
    readonly jobId: JobId;
    readonly query: Query;
    readonly config: SessionConfig;
    /** Aborted when the job was cancelled. */
    readonly signal: AbortSignal;
  }): Promise<JobPlan>;
}

export interface JobPlannerOptions {
  readonly planner: Planner;
  /** @default local files */
  readonly objectStores?: ObjectStoreRegistry;
}

/** Lists the files of tables here, where the cluster is, and leaves the rest to the planner, which does no I/O. */
export function createJobPlanner({
  planner,
  objectStores = createObjectStoreRegistry(),
}: JobPlannerOptions): JobPlanner {
  const listing = { stores: objectStores, caches: createFileMetadataCaches() };
  return {
    async plan({ jobId, query, config, signal }) {
      if (query.kind === 'physical') {
        return { stages: planner.planStages(query.plan, { jobId, config }), physicalPlan: displayPlan(query.plan) };
      }
      const sizeHint = config.get('datafusion.execution.parquet.metadata_size_hint');
      const resolved = await resolveTables(query.plan, (source) =>
        resolveListingSource(source, listing, {
          ignoreSubdirectory: config.get('datafusion.execution.listing_table_ignore_subdirectory'),
          collectStatistics: config.get('datafusion.execution.collect_statistics'),
          concurrency: config.get('datafusion.execution.meta_fetch_concurrency'),
          ...(sizeHint !== null && { metadataSizeHint: sizeHint }),
          signal,
        }),
      );
      signal.throwIfAborted();
      const { logical, physical, stages } = planner.plan(resolved, { jobId, config });
      return { stages, logicalPlan: displayLogicalPlan(logical), physicalPlan: displayPlan(physical) };
    },
  };
}
