import { defineConfig } from '../define.js';
import { bool, bytes, int } from '../kinds.js';

/** What Ballista's own planning steps go by. */
export const ballistaOptimizerConfig = defineConfig({
  'ballista.optimizer.broadcast_join_threshold_bytes': bytes({
    default: 134_217_728,
    honoured: 'yes',
    doc: 'A join side smaller than this many bytes is sent whole to every task of the other side. 0: never.',
  }),
  'ballista.optimizer.broadcast_join_threshold_rows': int({
    default: 1_000_000,
    doc: 'Where the bytes of a join side are not known, adaptive planning broadcasts it below this many rows. 0: never.',
  }),
  'ballista.optimizer.hash_join_max_build_partition_bytes': bytes({
    default: 67_108_864,
    doc: 'Adaptive planning takes a hash join while the largest partition of its build side has at most this many bytes, and a sort-merge join otherwise. 0: no limit.',
  }),
  'ballista.optimizer.not_in_subquery_rewrite': bool({
    default: true,
    honoured: 'yes',
    doc: 'Turns NOT IN over a subquery that may give NULL into an anti join beside two counts, which runs in parallel.',
  }),
});

/**
 * Keys that earlier generations had. Setting one is an unknown key like any other; the hint says what to do. Written without
 * the `ballista.` prefix.
 */
export const removedKeys: Readonly<Record<string, string>> = {
  'optimizer.broadcast_sort_merge_join_enabled':
    'it was removed in 55.0.0, as sort-merge joins are never turned into broadcast joins; drop the setting, and set datafusion.optimizer.prefer_hash_join = true if small sides shall be broadcast',
};
