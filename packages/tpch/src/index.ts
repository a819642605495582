export { type GenerateOptions, generateBatches, generateTbl, tpchRowCount } from './generate.js';
export { type TpchTable, tpchTables } from './scale.js';
export { tpchSchemas } from './schemas.js';
// For other libraries and worker threads.
export { sharedTextPool } from './text/shared-text-pool.js';
