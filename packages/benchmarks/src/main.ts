import { parseArgs } from 'node:util';
import { benchTpch } from './tpch.js';

const usage = 'usage: pnpm bench tpch [--scale 0.1] [--queries 1,6] [--runs 3]';

const { values, positionals } = parseArgs({
  args: process.argv.slice(2).filter((arg) => arg !== '--'),
  allowPositionals: true,
  options: {
    scale: { type: 'string', default: '0.1' },
    queries: { type: 'string' },
    runs: { type: 'string', default: '3' },
  },
});
if (positionals[0] !== 'tpch') {
  console.error(usage);
  process.exitCode = 1;
} else {
  await benchTpch({
    scale: Number(values.scale),
    runs: Number(values.runs),
    ...(values.queries !== undefined && { queries: values.queries.split(',').map(Number) }),
  });
}
