import { availableParallelism } from 'node:os';
import { defineConfig } from '../define.js';
import { bool, int, text } from '../kinds.js';

/** A job's name, the size of a standalone cluster, and the cache switch. */
export const ballistaSessionConfig = defineConfig({
  'ballista.job.name': text({
    optional: true,
    default: null,
    honoured: 'yes',
    doc: 'Name of the jobs of this session, for people who look at a list of jobs.',
  }),
  'ballista.standalone.parallelism': int({
    default: () => availableParallelism(),
    defaultText: 'number of CPU cores',
    min: 1,
    max: 65_535,
    honoured: 'yes',
    doc: 'Tasks that a standalone session runs at once.',
  }),
  'ballista.cache.noop': bool({
    default: true,
    doc: 'Makes DataFrame.cache() hand back the plan as it is. With false, a cached frame becomes a node of its own in the plan.',
  }),
});
