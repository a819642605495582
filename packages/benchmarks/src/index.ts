// Private: benchmarks as functions, so that the release script can run them.
export { benchTpch, type TpchBenchOptions } from './tpch.js';
