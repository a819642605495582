import { type Catalog, type ExecutionPlan, SessionConfig, type TableProvider } from '@ballista-ts/core';
import { createFileMetadataCaches, createListingTable, createObjectStoreRegistry } from '@ballista-ts/datasource';
import type { TaskContextOptions } from '@ballista-ts/engine';
import { createFunctionRegistry } from '@ballista-ts/functions';
import { bindStatement, createPlanner, parseStatements, resolve } from '@ballista-ts/planner';
import { tpchTables } from '@ballista-ts/tpch';

export interface LocalSession {
  readonly options: TaskContextOptions;
  plan(sql: string): Promise<ExecutionPlan>;
}

/** Planner and engine in this process, one partition, no stages, over the TPC-H files of a directory. */
export async function localSession(directory: string): Promise<LocalSession> {
  const listing = { stores: createObjectStoreRegistry(), caches: createFileMetadataCaches() };
  const tables = new Map<string, TableProvider>();
  for (const table of tpchTables)
    tables.set(table, await createListingTable(listing, { locations: `${directory}/${table}.parquet` }));
  const catalog: Catalog = {
    defaultCatalog: 'datafusion',
    defaultSchema: 'public',
    table: async ({ table }) => tables.get(table),
    tables: async () =>
      [...tables].map(([table, provider]) => ({
        reference: { catalog: 'datafusion', schema: 'public', table },
        provider,
      })),
    schemas: async () => [{ catalog: 'datafusion', schema: 'public' }],
  };
  const functions = createFunctionRegistry();
  const config = SessionConfig.withBallista({
    'datafusion.execution.target_partitions': 1,
    'datafusion.optimizer.prefer_hash_join': true,
  });
  const planner = createPlanner({ functions });
  return {
    options: { config, functions },
    async plan(sql) {
      const [statement] = parseStatements(sql);
      const bound = bindStatement(await resolve(statement!, catalog, { config, functions }), { config, functions });
      const ctx = planner.context({ config });
      return planner.createPhysicalPlan(planner.optimize(planner.analyze(bound, ctx), ctx), ctx);
    },
  };
}
