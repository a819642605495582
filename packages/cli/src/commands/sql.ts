import { NotYetSupportedError } from '@ballista-ts/core';
import { Command, InvalidArgumentError, Option } from 'commander';
import { type FormatName, formatNames, parseFormatName } from '../format/format-names.js';

/** Where statements come from. */
export type Script = { readonly kind: 'text'; readonly sql: string } | { readonly kind: 'file'; readonly path: string };

/** The flags of `ballista sql`. */
export interface SqlFlags {
  readonly host?: string;
  readonly port: number;
  readonly format: FormatName;
  readonly set: readonly string[];
  readonly vcores?: number;
  readonly dataPath?: string;
  readonly quiet?: boolean;
}

const format = (text: string): FormatName => {
  const name = parseFormatName(text);
  if (name === undefined) throw new InvalidArgumentError(`it must be one of ${formatNames.join(', ')}.`);
  return name;
};
const wholeNumber =
  (min: number, max: number) =>
  (text: string): number => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max)
      throw new InvalidArgumentError(`it must be a whole number from ${min} to ${max}.`);
    return value;
  };

/** Upstream's flags for what we do not have. Better refused than ignored. */
const missing = ['-r, --rc <file>', '--color', '--tui'] as const;

/** `ballista sql`: runs statements on a cluster, or, without a host, in this process. */
export function sqlCommand(): Command {
  // Both options fill one list, so that statements run in the order of the command line.
  const scripts: Script[] = [];
  const command = new Command('sql')
    .description('run SQL statements, given by -c, -f or standard input; without --host in this process')
    .option('--host <host>', 'host of the scheduler')
    .option('--port <port>', 'port of the scheduler', wholeNumber(1, 65_535), 50050)
    .option('-c, --command <sql>', 'run these statements and exit (repeatable)', (sql) => {
      scripts.push({ kind: 'text', sql });
    })
    .option('-f, --file <file>', 'run the statements in this file and exit (repeatable)', (path) => {
      scripts.push({ kind: 'file', path });
    })
    .option('--format <format>', `output format: ${formatNames.join(', ')}`, format, 'table')
    .option(
      '--set <key=value>',
      'change a setting (repeatable)',
      (text: string, before: readonly string[]) => [...before, text],
      [] as readonly string[],
    )
    .option('--vcores <count>', 'tasks that run at once when no host is given', wholeNumber(1, 65_535))
    .option('-p, --data-path <directory>', 'directory that relative paths begin at')
    .option('-q, --quiet', 'print results only');
  for (const flags of missing) {
    const option = new Option(flags).hideHelp();
    command.addOption(option);
    command.on(`option:${option.name()}`, () => {
      throw new NotYetSupportedError(`ballista sql --${option.name()}`);
    });
  }
  // Loaded only when it runs: `--help`, schedulers and executors need none of it.
  return command.action(async (flags: SqlFlags) => (await import('./run-sql.js')).runSql(flags, scripts));
}
