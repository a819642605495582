import { defineConfig } from '../define.js';
import { bool, bytes, int } from '../kinds.js';

/** What planning does and leaves. */
export const datafusionOptimizerConfig = defineConfig({
  'datafusion.optimizer.enable_distinct_aggregation_soft_limit': bool({
    default: true,
    doc: 'Lets a GROUP BY without aggregates stop once LIMIT has enough groups.',
  }),
  'datafusion.optimizer.enable_round_robin_repartition': bool({
    default: true,
    ballista: false,
    fixed: 'dealing rows out in turn does not fit stages that exchange files',
    doc: 'Deals the rows of a scan out in turn to use more cores. Always off in a Ballista session.',
  }),
  'datafusion.optimizer.enable_topk_aggregation': bool({
    default: true,
    doc: 'Keeps only as many groups as LIMIT asks for, in aggregates like min and max.',
  }),
  'datafusion.optimizer.enable_window_limits': bool({
    default: true,
    doc: 'Moves LIMIT below window functions that need no more rows.',
  }),
  'datafusion.optimizer.enable_window_topn': bool({
    default: false,
    doc: 'Makes a filter such as row_number() <= 3 a top-k of each window partition.',
  }),
  'datafusion.optimizer.enable_topk_repartition': bool({
    default: true,
    doc: 'Moves a top-k below a hash repartition where the keys allow.',
  }),
  'datafusion.optimizer.enable_topk_dynamic_filter_pushdown': bool({
    default: true,
    ballista: false,
    doc: 'Filters a scan by the bound that a top-k has reached.',
  }),
  'datafusion.optimizer.enable_physical_uncorrelated_scalar_subquery': bool({
    default: true,
    ballista: false,
    doc: 'Runs scalar subqueries that do not depend on the row as nodes of their own, where otherwise they become joins. A subquery that gives several rows is an error either way.',
  }),
  'datafusion.optimizer.enable_join_dynamic_filter_pushdown': bool({
    // Upstream: off in a Ballista session, because such a filter cannot cross to another stage. Inside a stage it can only help.
    default: true,
    doc: 'Filters the probe side of a hash join by the values of its build side. In a Ballista session this ends at the border of the stage.',
  }),
  'datafusion.optimizer.enable_aggregate_dynamic_filter_pushdown': bool({
    default: true,
    ballista: false,
    doc: 'Filters a scan by what min and max have found so far.',
  }),
  'datafusion.optimizer.enable_dynamic_filter_pushdown': bool({
    default: true,
    ballista: false,
    alsoSets: [
      'datafusion.optimizer.enable_topk_dynamic_filter_pushdown',
      'datafusion.optimizer.enable_join_dynamic_filter_pushdown',
      'datafusion.optimizer.enable_aggregate_dynamic_filter_pushdown',
    ],
    doc: 'Sets the switches of dynamic filters for top-k, joins and aggregates all at once.',
  }),
  'datafusion.optimizer.filter_null_join_keys': bool({
    default: false,
    doc: 'Drops rows with a NULL join key before an inner join.',
  }),
  'datafusion.optimizer.repartition_aggregations': bool({
    default: true,
    honoured: 'yes',
    doc: 'Repartitions by the group keys, to aggregate in parallel.',
  }),
  'datafusion.optimizer.repartition_joins': bool({
    default: true,
    honoured: 'yes',
    doc: 'Repartitions by the join keys, to join in parallel.',
  }),
  'datafusion.optimizer.repartition_windows': bool({
    default: true,
    honoured: 'yes',
    doc: 'Repartitions by PARTITION BY, to compute windows in parallel.',
  }),
  'datafusion.optimizer.repartition_sorts': bool({
    default: true,
    honoured: 'yes',
    doc: 'Sorts partitions side by side and merges them.',
  }),
  'datafusion.optimizer.repartition_file_scans': bool({
    default: true,
    honoured: 'yes',
    doc: 'Splits files to reach the target number of partitions.',
  }),
  'datafusion.optimizer.repartition_file_min_size': bytes({
    default: 1_048_576,
    honoured: 'yes',
    doc: 'A scan of fewer bytes stays in one partition.',
  }),
  'datafusion.optimizer.preserve_file_partitions': int({
    default: 0,
    doc: 'With at least this many values of the partition columns, a scan keeps one partition for each and counts as partitioned by them. 0: never.',
  }),
  'datafusion.optimizer.subset_repartition_threshold': int({
    default: 4,
    honoured: 'yes',
    doc: 'With at least this many partitions, being partitioned by (a) is enough where (a, b) is wanted. 0: never.',
  }),
  'datafusion.optimizer.allow_symmetric_joins_without_pruning': bool({
    default: true,
    doc: 'Permits symmetric hash joins of endless inputs that are not ordered.',
  }),
  'datafusion.optimizer.prefer_existing_sort': bool({
    default: false,
    doc: 'Keeps an order through repartitions, where otherwise rows are sorted again.',
  }),
  'datafusion.optimizer.prefer_existing_union': bool({
    default: false,
    honoured: 'yes',
    doc: 'Leaves a union a union, where otherwise equal partitionings are interleaved.',
  }),
  'datafusion.optimizer.skip_failed_rules': bool({
    default: false,
    honoured: 'yes',
    doc: 'Warns and goes on when a rule of the logical optimizer fails.',
  }),
  'datafusion.optimizer.max_passes': int({
    default: 3,
    honoured: 'yes',
    doc: 'Rounds of the logical optimizer.',
  }),
  'datafusion.optimizer.top_down_join_key_reordering': bool({
    default: true,
    doc: 'Orders join keys like the partitioning of the inputs.',
  }),
  'datafusion.optimizer.join_reordering': bool({
    default: true,
    honoured: 'yes',
    doc: 'Swaps the sides of joins by their statistics.',
  }),
  'datafusion.optimizer.use_statistics_registry': bool({
    default: false,
    doc: 'Asks registered providers for statistics.',
  }),
  'datafusion.optimizer.prefer_hash_join': bool({
    default: true,
    ballista: false,
    honoured: 'yes',
    doc: 'Plans hash joins rather than sort-merge joins. Off in a Ballista session, because sort-merge joins spill.',
  }),
  'datafusion.optimizer.enable_piecewise_merge_join': bool({
    default: false,
    doc: 'Permits a merge join for a single comparison of ranges. An experiment.',
  }),
  'datafusion.optimizer.hash_join_single_partition_threshold': bytes({
    default: 1_048_576,
    ballista: 134_217_728,
    honoured: 'yes',
    doc: 'A join side of at most this many bytes is collected whole for each partition of the other side.',
  }),
  'datafusion.optimizer.hash_join_single_partition_threshold_rows': int({
    default: 131_072,
    ballista: 1_000_000,
    honoured: 'yes',
    doc: 'The same in rows, where the bytes are not known.',
  }),
  'datafusion.optimizer.hash_join_inlist_pushdown_max_size': bytes({
    default: 131_072,
    doc: 'A build side of at most this many bytes is given to the scan as an IN list. 0: never.',
  }),
  'datafusion.optimizer.hash_join_inlist_pushdown_max_distinct_values': int({
    default: 150,
    doc: 'The same in rows. 0: never.',
  }),
  'datafusion.optimizer.default_filter_selectivity': int({
    default: 20,
    max: 100,
    honoured: 'yes',
    doc: 'Percent of rows that a filter is taken to keep when nothing is known.',
  }),
  'datafusion.optimizer.expand_views_at_output': bool({
    default: false,
    doc: 'Gives results as LargeUtf8 and LargeBinary where they would be view types.',
  }),
  'datafusion.optimizer.enable_sort_pushdown': bool({
    default: true,
    doc: 'Asks sources to read in the order that is wanted, or backwards.',
  }),
  'datafusion.optimizer.enable_leaf_expression_pushdown': bool({
    default: true,
    doc: 'Moves field access and the like into scans.',
  }),
  'datafusion.optimizer.enable_unions_to_filter': bool({
    default: false,
    doc: 'Joins the branches of a UNION DISTINCT over one source into one scan with OR.',
  }),
});
