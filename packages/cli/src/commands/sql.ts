import { readFile } from 'node:fs/promises';
import { type DataFrame, SessionConfig, SessionContext } from '@ballista-ts/client';
import { ConfigError, NotYetSupportedError } from '@ballista-ts/core';
import { Command, InvalidArgumentError } from 'commander';
import { type FormatName, formatNames, formatters, parseFormatName } from '../format/formats.js';

interface SqlOptions {
  readonly host?: string;
  readonly port: number;
  readonly command: readonly string[];
  readonly file: readonly string[];
  readonly format: FormatName;
  readonly set: readonly string[];
  readonly vcores?: number;
  readonly quiet?: boolean;
}

const collect = (text: string, before: readonly string[]): string[] => [...before, text];
const format = (text: string): FormatName => {
  const name = parseFormatName(text);
  if (name === undefined) throw new InvalidArgumentError(`it must be one of ${formatNames.join(', ')}.`);
  return name;
};
const port = (text: string): number => {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > 65_535)
    throw new InvalidArgumentError('it must be a port from 1 to 65535.');
  return value;
};
const vcores = (text: string): number => {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('it must be a whole number above 0.');
  return value;
};

/** `ballista sql`: runs statements on a cluster, or, without a host, in this process. */
export function sqlCommand(): Command {
  return new Command('sql')
    .description('run SQL statements; without --host in this process')
    .option('--host <host>', 'host of the scheduler')
    .option('--port <port>', 'port of the scheduler', port, 50050)
    .option('-c, --command <sql>', 'run these statements and exit (repeatable)', collect, [])
    .option('-f, --file <file>', 'run the statements in this file and exit (repeatable)', collect, [])
    .option('--format <format>', `output format: ${formatNames.join(', ')}`, format, 'table')
    .option('--set <key=value>', 'change a setting (repeatable)', collect, [])
    .option('--vcores <count>', 'worker threads when no host is given', vcores)
    .option('-q, --quiet', 'print results only')
    .action(runSql);
}

async function runSql(options: SqlOptions): Promise<void> {
  const config = configOf(options.set);
  const scripts = [...(await Promise.all(options.file.map((file) => readFile(file, 'utf8')))), ...options.command];
  if (scripts.length === 0) throw new NotYetSupportedError('the interactive shell', 'give statements with -c or -f');
  const stop = new AbortController();
  const onInterrupt = (): void => stop.abort(new Error('interrupted'));
  process.once('SIGINT', onInterrupt);
  process.once('SIGTERM', onInterrupt);
  const context =
    options.host === undefined
      ? await SessionContext.standalone({ config, ...(options.vcores !== undefined && { vcores: options.vcores }) })
      : await SessionContext.remote(`df://${options.host}:${options.port}`, {
          config,
          onWarning: (warning) => process.stderr.write(`Warning: ${warning.message}\n`),
        });
  try {
    for (const script of scripts) {
      for await (const frame of context.statements(script, { signal: stop.signal }))
        await print(frame, options, stop.signal);
    }
  } finally {
    process.removeListener('SIGINT', onInterrupt);
    process.removeListener('SIGTERM', onInterrupt);
    await context.close();
  }
}

async function print(frame: DataFrame, options: SqlOptions, signal: AbortSignal): Promise<void> {
  const { schema } = frame;
  // CREATE and SET have no result to show.
  if (schema.fields.length === 0) return;
  const started = performance.now();
  const rows = await formatters[options.format]({ schema, batches: frame.stream({ signal }) }, write);
  if (options.format !== 'table' || options.quiet === true) return;
  const seconds = ((performance.now() - started) / 1000).toFixed(3);
  await write(`${rows} row${rows === 1 ? '' : 's'} fetched. Elapsed ${seconds} seconds.\n\n`);
}

/** Waits while the reader of the pipe is slow; a closed pipe ends the output quietly, as for every other command. */
const write = (text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => {
      if (error === null || error === undefined || (error as NodeJS.ErrnoException).code === 'EPIPE') resolve();
      else reject(error);
    });
  });

/** @throws ConfigError for what is no `key=value`, an unknown key or a value that does not fit. */
function configOf(assignments: readonly string[]): SessionConfig {
  let config = SessionConfig.withBallista();
  for (const assignment of assignments) {
    const at = assignment.indexOf('=');
    if (at < 1) throw new ConfigError(`--set takes key=value, not ${JSON.stringify(assignment)}`, assignment);
    config = config.setText(assignment.slice(0, at).trim(), assignment.slice(at + 1));
  }
  return config;
}
