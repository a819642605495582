import { availableParallelism } from 'node:os';
import type { SessionConfig } from './session-config.js';

const fewest = 2;
const most = 200;

/**
 * How many partitions a query aims at. What the user set counts, 0 meaning one for each core. Otherwise a scheduler that
 * knows its cluster takes two for each vcore, within 2 and 200: 16 for 8 vcores. Without a cluster it is the default.
 */
export function chooseTargetPartitions(config: SessionConfig, clusterVcores?: number): number {
  const key = 'datafusion.execution.target_partitions';
  const own = config.get(key);
  if (own === 0) return clusterVcores === undefined || clusterVcores === 0 ? availableParallelism() : clusterVcores;
  if (config.isSet(key) || clusterVcores === undefined) return own;
  return Math.min(most, Math.max(fewest, 2 * clusterVcores));
}
