// Writes docs/configuration.md from the definitions, so that the page and the code cannot disagree. Runs after the build:
// `npx -y pnpm@10 --filter @ballista-ts/core generate`.
import { writeFileSync } from 'node:fs';
import { builtinDefinitions, configTable } from '../dist/config/index.js';

const sections = [
  [
    'ballista.',
    'Keys of Ballista',
    'How a query is cut into stages and tasks, and how clients, schedulers and executors talk.',
  ],
  ['datafusion.catalog.', 'Catalogs', 'Names of tables, and what CREATE EXTERNAL TABLE takes for granted.'],
  ['datafusion.execution.parquet.', 'Parquet', 'Reading and writing Parquet files.'],
  ['datafusion.execution.', 'Execution', 'How plans run.'],
  ['datafusion.optimizer.', 'Optimizer', 'What planning does and leaves.'],
  ['datafusion.explain.', 'EXPLAIN', 'What EXPLAIN shows.'],
  ['datafusion.sql_parser.', 'SQL', 'How SQL text is read.'],
  ['datafusion.format.', 'Output as text', 'How values are written.'],
  ['datafusion.spark.', 'Spark functions', 'Where they leave a choice.'],
  [
    'datafusion.runtime.',
    'Limits of a process',
    'They belong to the process in which they are set, and are not sent to a scheduler. Sizes may carry K, M or G, which count in 1024s.',
  ],
  ['s3.', 'S3', 'They travel to the executors with the session. What is secret is shown as `***` everywhere.'],
];

const intro = `# Configuration

<!-- Generated from packages/core/src/config by packages/core/scripts/generate-config-docs.mjs. Edit the definitions there. -->

A session has settings by key. They are set in code, in SQL, or on the command line, and travel with each query:

\`\`\`ts
const config = SessionConfig.withBallista({ 'ballista.job.name': 'nightly' });
const tuned = config.set('datafusion.execution.batch_size', 4096); // config itself stays as it was
tuned.get('ballista.shuffle.compression.codec'); // typed: 'none' | 'lz4' | 'zstd'
\`\`\`

\`\`\`sql
SET ballista.job.name = 'nightly';
SHOW ALL;
RESET ballista.job.name;
\`\`\`

- A value is checked when it is set: its type, its range, and whether it is one of those that are allowed. So is the key; a
  key that does not exist is refused with the nearest one that does.
- **Honoured** tells whether the engine acts on a key. The default of a key may always be set. Another value of a key that is
  not honoured yet is refused by the client, rather than taken and forgotten. A scheduler leaves such a setting out and says so
  in its reply; with \`--strict-config\` it refuses the query.
- **Default** is that of a session with a cluster, standalone ones included. Where the engine on its own has another, that
  stands in parentheses.
- Whole numbers go up to 9007199254740991, the largest that a JavaScript number holds exactly.
- Packages that embed this library add keys under a prefix of their own with \`defineConfig\`.
`;

const rest = new Map(Object.entries(builtinDefinitions));
let page = intro;
for (const [prefix, title, about] of sections) {
  const own = [...rest].filter(([key]) => key.startsWith(prefix));
  for (const [key] of own) rest.delete(key);
  page += `\n## ${title}\n\n\`${prefix}*\`: ${about.charAt(0).toLowerCase()}${about.slice(1)}\n\n${configTable(Object.fromEntries(own))}`;
}
if (rest.size > 0) throw new Error(`no section of the page takes ${[...rest.keys()].join(', ')}`);

const target = new URL('../../../docs/configuration.md', import.meta.url);
writeFileSync(target, page);
