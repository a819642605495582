import { defineConfig } from '../define.js';
import { bytes, duration, int, text } from '../kinds.js';

/** Limits of this process. They are shared by its sessions and never travel to a scheduler or an executor. */
export const datafusionRuntimeConfig = defineConfig({
  'datafusion.runtime.memory_limit': bytes({
    optional: true,
    default: null,
    suffixes: true,
    nullText: 'unlimited',
    local: true,
    doc: 'Memory that queries of this process may hold. What needs more spills, or fails.',
  }),
  'datafusion.runtime.max_temp_directory_size': bytes({
    default: 107_374_182_400,
    suffixes: true,
    local: true,
    doc: 'Disk that spilled data may take.',
  }),
  'datafusion.runtime.temp_directory': text({
    optional: true,
    default: null,
    local: true,
    doc: 'Folder of spilled data. NULL: the one of the operating system.',
  }),
  'datafusion.runtime.metadata_cache_limit': bytes({
    default: 52_428_800,
    suffixes: true,
    local: true,
    doc: 'Memory for the footers of files.',
  }),
  'datafusion.runtime.file_statistics_cache_limit': bytes({
    default: 20_971_520,
    suffixes: true,
    local: true,
    doc: 'Memory for the statistics of files.',
  }),
  'datafusion.runtime.list_files_cache_limit': bytes({
    default: 1_048_576,
    suffixes: true,
    local: true,
    doc: 'Memory for the lists of files.',
  }),
  'datafusion.runtime.list_files_cache_ttl': duration({
    optional: true,
    default: null,
    local: true,
    doc: 'How long a list of files is believed. NULL: for ever.',
  }),
  'datafusion.runtime.max_spill_merge_fan_in': int({
    default: 0,
    local: true,
    doc: 'Spill files that a merge opens at once. 0: no limit; 1 acts as 2.',
  }),
});
