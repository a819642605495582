import { rm } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { differenceOf, duckdb } from '@ballista-ts/conformance';
import { BALLISTA_VERSION, batchRows, InvalidArgumentError, planSchema, type Value } from '@ballista-ts/core';
import { runPlan } from '@ballista-ts/engine';
import { tempDirectory } from '@ballista-ts/testing';
import { generateTpch, type QueryNumber, queries, queryNumbers, tpchTables } from '@ballista-ts/tpch';
import { localSession } from './local-session.js';

export interface TpchBenchOptions {
  readonly scale: number;
  /** Counted runs of each query on each engine, in turn; the median counts. One uncounted run goes before. */
  readonly runs: number;
  /** @default all 22 */
  readonly queries?: readonly number[];
}

/**
 * The TPC-H queries on Parquet files, in one process: this engine on one thread and DuckDB on one thread, in turn, on the same
 * files, from SQL text to the last row. Answers are compared in the same run. Prints a Markdown table.
 */
export async function benchTpch(options: TpchBenchOptions): Promise<void> {
  const { scale, runs } = options;
  if (!(scale > 0) || !Number.isInteger(runs) || runs < 1)
    throw new InvalidArgumentError('scale must be above 0 and runs a whole number above 0');
  const numbers = (options.queries ?? queryNumbers).map((number): QueryNumber => {
    const known = queryNumbers.find((one) => one === number);
    if (known === undefined) throw new InvalidArgumentError(`there is no TPC-H query ${number}`);
    return known;
  });
  const temp = await tempDirectory('bench-tpch');
  await using oracle = await duckdb();
  try {
    await generateTpch({ scale, directory: temp.path, compression: 'snappy' });
    await oracle.run('SET threads = 1');
    for (const table of tpchTables)
      await oracle.run(`CREATE VIEW ${table} AS SELECT * FROM read_parquet('${temp.path}/${table}.parquet')`);
    const session = await localSession(temp.path);
    console.log(
      `Ballista for TypeScript ${BALLISTA_VERSION}, Node ${process.version}, ${availableParallelism()} x ${cpus()[0]?.model ?? 'unknown CPU'}, ${new Date().toISOString().slice(0, 10)}`,
    );
    console.log(`TPC-H scale ${scale}, Parquet (snappy), one thread each, median of ${runs}\n`);
    console.log('| query | ms | DuckDB ms | ratio | answer |\n|---|---|---|---|---|');
    const ratios: number[] = [];
    for (const number of numbers) {
      const ours: number[] = [];
      const theirs: number[] = [];
      let difference: string | undefined;
      for (let run = 0; run <= runs; run += 1) {
        const start = performance.now();
        const plan = await session.plan(queries[number]);
        const rows: Value[][] = [];
        for await (const batch of runPlan(plan, session.options)) rows.push(...batchRows(batch));
        const middle = performance.now();
        const expected = await oracle.query(queries[number]);
        const end = performance.now();
        if (run === 0) difference = differenceOf({ schema: planSchema(plan), rows }, expected, { ordered: false });
        else {
          ours.push(middle - start);
          theirs.push(end - middle);
        }
      }
      const ratio = median(ours) / median(theirs);
      ratios.push(ratio);
      console.log(
        `| ${number} | ${median(ours).toFixed(0)} | ${median(theirs).toFixed(0)} | ${ratio.toFixed(1)} | ${difference ?? 'same'} |`,
      );
    }
    const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
    console.log(`\ngeometric mean of the ratios: ${mean.toFixed(1)}`);
  } finally {
    await rm(temp.path, { recursive: true, force: true });
    await temp[Symbol.asyncDispose]();
  }
}

function median(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
