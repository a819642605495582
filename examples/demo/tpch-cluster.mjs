// Starts a scheduler and two executors, runs TPC-H queries through them, says what happened, and stops them.
import { parseArgs } from 'node:util';
import { SessionContext } from '@ballista-ts/client';
import { createTableStatements, generateTpch, queries } from '@ballista-ts/tpch';
import { onAncestorDeath } from './ancestors.mjs';
import { startCluster } from './cluster.mjs';
import { createWorkspace } from './workspace.mjs';

const { values } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== '--'),
  options: {
    scale: { type: 'string', default: '0.1' },
    queries: { type: 'string', default: '1,3,5,6,10,12' },
    parts: { type: 'string', default: '4' },
  },
});
const scale = Number(values.scale);
const parts = Number(values.parts);
const numbers = values.queries.split(',').map(Number);
const unknown = numbers.find((number) => queries[number] === undefined);
if (!(scale > 0) || !(parts > 0) || unknown !== undefined) {
  console.error(
    unknown === undefined ? '--scale and --parts must be numbers above 0' : `there is no TPC-H query ${unknown}`,
  );
  process.exit(1);
}

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(signal, () => stop.abort(new Error(`stopped by ${signal}`)));
onAncestorDeath(() => stop.abort(new Error('the process that started the demo is gone')));

let failed = false;
const workspace = createWorkspace();
try {
  const started = performance.now();
  console.log(`generating TPC-H data at scale ${scale}, ${parts} files a table`);
  await generateTpch({ scale, directory: workspace.data, parts, signal: stop.signal });
  console.log(`  done in ${seconds(started)}`);

  const cluster = await startCluster({ directory: workspace.directory, executors: 2, vcores: 2, signal: stop.signal });
  try {
    console.log(`scheduler on ${cluster.address}, executors ${cluster.executors.join(' and ')}\n`);
    // More partitions than one executor has vcores, so that every stage is spread over both.
    const context = await SessionContext.remote(cluster.address, {
      config: { 'datafusion.execution.target_partitions': 8 },
    });
    try {
      for (const statement of createTableStatements(workspace.data, { parts })) await context.sql(statement);
      for (const number of numbers) await runQuery(context, cluster, number);
    } finally {
      await context.close();
    }
  } finally {
    await cluster.stop();
  }
} catch (error) {
  failed = true;
  console.error(`demo failed: ${error instanceof Error ? error.message : error}`);
} finally {
  workspace.remove();
}
process.exit(failed ? 1 : 0);

async function runQuery(context, cluster, number) {
  const started = performance.now();
  let job;
  const frame = await context.sql(queries[number]);
  const rows = await frame.toArray('exact', {
    signal: stop.signal,
    onProgress: (event) => {
      job = event.jobId;
    },
  });
  const elapsed = seconds(started);
  const summary = await cluster.summarize(job);
  console.log(
    `TPC-H ${number}: ${rows.length} rows in ${elapsed}, ${summary.stages} stages, tasks ${Object.entries(
      summary.tasksPerExecutor,
    )
      .map(([executor, tasks]) => `${executor}: ${tasks}`)
      .join(', ')}, ${(summary.remoteBytes / 1024).toFixed(1)} KiB fetched remotely`,
  );
  console.table(
    rows
      .slice(0, 10)
      .map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)]))),
  );
  if (rows.length > 10) console.log(`  ... and ${rows.length - 10} more rows\n`);
}

function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(2)} s`;
}
