import { defineConfig } from '../define.js';
import { int } from '../kinds.js';

/** How a scheduler cuts stages into tasks. */
export const ballistaSchedulerConfig = defineConfig({
  'ballista.scheduler.max_partitions_per_task': int({
    default: 0,
    honoured: 'yes',
    doc: 'Partitions that one task may hold. 0: as many as the executor has free vcores. 1: a task for each partition.',
  }),
});
