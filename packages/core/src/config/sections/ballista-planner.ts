import { defineConfig } from '../define.js';
import { bool, bytes, float } from '../kinds.js';

/** Planning again while a query runs. */
export const ballistaPlannerConfig = defineConfig({
  'ballista.planner.adaptive.enabled': bool({
    default: true,
    doc: 'Plans the rest of a query again after each stage, with the sizes that the stage really had.',
  }),
  'ballista.planner.adaptive_join.enabled': bool({
    default: true,
    doc: 'Adaptive planning leaves the kind of a join open until the sizes of both sides are known.',
  }),
  'ballista.planner.propagate_empty.enabled': bool({
    default: true,
    doc: 'Adaptive planning drops what an empty stage makes empty.',
  }),
  'ballista.planner.parallel_window.enabled': bool({
    default: false,
    doc: 'Adaptive planning splits a window over the whole input by ranges of its ORDER BY key.',
  }),
  'ballista.planner.coalesce.enabled': bool({
    // Upstream: false. Small partitions cost more than they bring, and the sizes are exact by then.
    default: true,
    doc: 'Adaptive planning merges small neighbouring shuffle partitions.',
  }),
  'ballista.planner.coalesce.target_partition_bytes': bytes({
    default: 67_108_864,
    min: 1,
    doc: 'Bytes that a merged shuffle partition should have.',
  }),
  'ballista.planner.coalesce.small_partition_factor': float({
    default: 0.2,
    min: 0,
    doc: 'A merged partition below this share of the target joins its neighbour.',
  }),
  'ballista.planner.coalesce.merged_partition_factor': float({
    default: 1.2,
    min: 0,
    doc: 'Neighbours are joined while their sum stays below this multiple of the target.',
  }),
});
