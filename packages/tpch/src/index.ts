export { type GenerateOptions, generateBatches, generateTbl, tpchRowCount } from './generate.js';
export {
  type GeneratedTable,
  type GenerateTpchOptions,
  generateTpch,
  type TpchProgress,
} from './generate-tpch.js';
export { type QueryNumber, queries, queriesAt, queryNumbers } from './queries/index.js';
export { type TpchTable, tpchTables } from './scale.js';
export { tpchSchemas } from './schemas.js';
export { createTableStatements, type TpchFormat } from './table-locations.js';
// For other libraries and worker threads.
export { sharedTextPool } from './text/shared-text-pool.js';
