import { ballistaClientConfig } from './sections/ballista-client.js';
import { ballistaOptimizerConfig } from './sections/ballista-optimizer.js';
import { ballistaPlannerConfig } from './sections/ballista-planner.js';
import { ballistaSchedulerConfig } from './sections/ballista-scheduler.js';
import { ballistaSessionConfig } from './sections/ballista-session.js';
import { ballistaShuffleConfig } from './sections/ballista-shuffle.js';
import { ballistaTestingConfig } from './sections/ballista-testing.js';
import { datafusionCatalogConfig } from './sections/datafusion-catalog.js';
import { datafusionExecutionConfig } from './sections/datafusion-execution.js';
import { datafusionExplainConfig } from './sections/datafusion-explain.js';
import { datafusionFormatConfig } from './sections/datafusion-format.js';
import { datafusionOptimizerConfig } from './sections/datafusion-optimizer.js';
import { datafusionParquetConfig } from './sections/datafusion-parquet.js';
import { datafusionRuntimeConfig } from './sections/datafusion-runtime.js';
import { datafusionSparkConfig } from './sections/datafusion-spark.js';
import { datafusionSqlParserConfig } from './sections/datafusion-sql-parser.js';
import { s3Config } from './sections/s3.js';

/** The keys of Ballista itself. */
export const ballistaDefinitions = {
  ...ballistaSessionConfig,
  ...ballistaClientConfig,
  ...ballistaShuffleConfig,
  ...ballistaSchedulerConfig,
  ...ballistaOptimizerConfig,
  ...ballistaPlannerConfig,
  ...ballistaTestingConfig,
};

/** Every key this library knows, before an embedder adds more. */
export const builtinDefinitions = {
  ...ballistaDefinitions,
  ...datafusionCatalogConfig,
  ...datafusionExecutionConfig,
  ...datafusionParquetConfig,
  ...datafusionOptimizerConfig,
  ...datafusionExplainConfig,
  ...datafusionSqlParserConfig,
  ...datafusionFormatConfig,
  ...datafusionSparkConfig,
  ...datafusionRuntimeConfig,
  ...s3Config,
};

export type BuiltinDefinitions = typeof builtinDefinitions;
/** A key of this library. */
export type ConfigKey = keyof BuiltinDefinitions;
