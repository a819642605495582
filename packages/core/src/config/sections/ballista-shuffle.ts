import { defineConfig } from '../define.js';
import { bool, bytes, int, oneOf } from '../kinds.js';

/** How stages hand rows to each other. */
export const ballistaShuffleConfig = defineConfig({
  'ballista.shuffle.max_concurrent_read_requests': int({
    default: 64,
    min: 1,
    honoured: 'yes',
    doc: 'Fetches of map outputs that may run at once.',
  }),
  'ballista.shuffle.force_remote_read': bool({
    default: false,
    honoured: 'yes',
    doc: 'Fetches map outputs over the network even when their files lie on the reading executor.',
  }),
  'ballista.shuffle.remote_read_prefer_flight': bool({
    default: false,
    honoured: 'yes',
    doc: 'Fetches decoded batches (Flight DoGet) where otherwise the bytes of the file travel as they are (Flight DoAction).',
  }),
  'ballista.shuffle.reader.max_bytes_in_flight': bytes({
    default: 50_331_648,
    min: 1,
    honoured: 'yes',
    doc: 'Bytes of map outputs that may be under way at once. What exceeds 4294967295 counts as that.',
  }),
  'ballista.shuffle.reader.max_blocks_in_flight_per_address': int({
    default: 128,
    min: 1,
    honoured: 'yes',
    doc: 'Fetches from one executor that may run at once.',
  }),
  'ballista.shuffle.reader.default_block_size_bytes': bytes({
    default: 1_048_576,
    min: 1,
    honoured: 'yes',
    doc: 'Size that a map output is taken to have when its statistics do not tell.',
  }),
  'ballista.shuffle.writer_channel_capacity': int({
    default: 8,
    min: 1,
    max: 4_294_967_295,
    doc: 'Batches that may wait between a stage and the writer of its output.',
  }),
  'ballista.shuffle.sort_based.batch_size': int({
    default: 8192,
    min: 1,
    honoured: 'yes',
    doc: 'Rows of a batch in a sorted shuffle file.',
  }),
  'ballista.shuffle.sort_based.memory_limit_per_task_bytes': bytes({
    default: 268_435_456,
    honoured: 'yes',
    doc: 'Bytes that a task buffers for its sorted shuffle file before it spills. 0: only the memory pool decides.',
  }),
  'ballista.shuffle.compression.codec': oneOf(['none', 'lz4', 'zstd'], {
    default: 'lz4',
    honoured: 'yes',
    doc: 'Codec of shuffle files.',
    describeWrong: (input) => `Got an invalid compression codec ${input}: Valid options are: lz4, zstd and none`,
  }),
});
