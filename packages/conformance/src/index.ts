// Private: what the suites share.
export {
  type JobSummary,
  type ProcessCluster,
  type ProcessClusterOptions,
  startProcessCluster,
} from './cluster/process-cluster.js';
export { duckdb, type Oracle } from './oracle/duckdb.js';
export { differenceOf } from './oracle/same-answer.js';
export { localSession } from './topology/local-session.js';
export { sltFiles } from './topology/slt-files.js';
export { sltSession } from './topology/slt-session.js';
