import { defineConfig } from '../define.js';
import { bool, int, oneOf } from '../kinds.js';

/** How SQL text is read. */
export const datafusionSqlParserConfig = defineConfig({
  'datafusion.sql_parser.parse_float_as_decimal': bool({
    default: false,
    honoured: 'yes',
    doc: 'Makes a literal such as 1.5 a decimal rather than a double.',
  }),
  'datafusion.sql_parser.enable_ident_normalization': bool({
    default: true,
    honoured: 'yes',
    doc: 'Turns names without quotes into lower case.',
  }),
  'datafusion.sql_parser.enable_options_value_normalization': bool({
    default: false,
    local: true,
    doc: 'Has no effect any more, is not sent to a scheduler, and will go.',
  }),
  'datafusion.sql_parser.dialect': oneOf(
    [
      'generic',
      'mysql',
      'postgresql',
      'hive',
      'sqlite',
      'snowflake',
      'redshift',
      'mssql',
      'clickhouse',
      'bigquery',
      'ansi',
      'duckdb',
      'databricks',
      'spark',
    ],
    {
      default: 'generic',
      honoured: ['generic', 'postgresql', 'duckdb'],
      doc: 'Dialect of SQL.',
    },
  ),
  'datafusion.sql_parser.support_varchar_with_length': bool({
    default: true,
    honoured: 'yes',
    doc: 'Takes VARCHAR(n) and does not look at n; with false it is an error.',
  }),
  'datafusion.sql_parser.map_string_types_to_utf8view': bool({
    default: true,
    ballista: false,
    doc: 'Makes SQL text types view types. Off in a Ballista session, because views make oversized messages.',
  }),
  'datafusion.sql_parser.collect_spans': bool({
    default: false,
    doc: 'Keeps in the plan where in the text a thing stood.',
  }),
  'datafusion.sql_parser.recursion_limit': int({
    default: 50,
    min: 1,
    honoured: 'yes',
    doc: 'How deeply a statement may nest.',
  }),
  'datafusion.sql_parser.default_null_ordering': oneOf(['nulls_max', 'nulls_min', 'nulls_first', 'nulls_last'], {
    default: 'nulls_max',
    honoured: 'yes',
    doc: 'Where ORDER BY puts NULL when it does not say: as the greatest value, the least, always first, always last.',
  }),
  'datafusion.sql_parser.enable_subquery_sort_elimination': bool({
    default: true,
    doc: 'Drops ORDER BY in subqueries where the order cannot matter.',
  }),
});
