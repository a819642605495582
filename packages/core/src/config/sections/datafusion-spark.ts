import { defineConfig } from '../define.js';
import { oneOf } from '../kinds.js';

/** Spark functions. */
export const datafusionSparkConfig = defineConfig({
  'datafusion.spark.map_key_dedup_policy': oneOf(['EXCEPTION', 'LAST_WIN'], {
    default: 'EXCEPTION',
    doc: 'What a Spark function does when a key of a map comes twice: fails, or takes the last.',
  }),
});
