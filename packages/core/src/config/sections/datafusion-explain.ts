import { defineConfig } from '../define.js';
import { bool, int, oneOf, someOf } from '../kinds.js';

/** What EXPLAIN shows. */
export const datafusionExplainConfig = defineConfig({
  'datafusion.explain.format': oneOf(['indent', 'tree', 'pgjson', 'graphviz'], {
    default: 'indent',
    honoured: ['indent', 'tree'],
    doc: 'Form of EXPLAIN when the statement does not say.',
  }),
  'datafusion.explain.logical_plan_only': bool({
    default: false,
    honoured: 'yes',
    doc: 'Shows the logical plan only.',
  }),
  'datafusion.explain.physical_plan_only': bool({
    default: false,
    honoured: 'yes',
    doc: 'Shows the physical plan only.',
  }),
  'datafusion.explain.show_statistics': bool({
    default: false,
    honoured: 'yes',
    doc: 'Shows the statistics of operators.',
  }),
  'datafusion.explain.show_sizes': bool({
    default: true,
    doc: 'Shows the partition sizes of tables in memory.',
  }),
  'datafusion.explain.show_schema': bool({
    default: false,
    honoured: 'yes',
    doc: 'Shows the schemas of operators.',
  }),
  'datafusion.explain.tree_maximum_render_width': int({
    default: 240,
    doc: 'Widest line of the tree form. 0: no limit.',
  }),
  'datafusion.explain.analyze_level': oneOf(['summary', 'dev'], {
    default: 'dev',
    honoured: 'yes',
    doc: 'Metrics of EXPLAIN ANALYZE: those for users (summary) or all (dev).',
  }),
  'datafusion.explain.analyze_categories': someOf(['rows', 'bytes', 'timing', 'uncategorized'], {
    default: ['rows', 'bytes', 'timing', 'uncategorized'],
    honoured: 'yes',
    doc: 'Categories of metrics that EXPLAIN ANALYZE shows.',
  }),
});
