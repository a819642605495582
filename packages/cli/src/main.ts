import { describeError } from '@ballista-ts/core';
import { Command, CommanderError } from 'commander';
import { generateCommand } from './commands/generate.js';
import { sqlCommand } from './commands/sql.js';

/**
 * The command `ballista`. `argv` is what stands after the command's name.
 * @returns the exit code: 0, or 1 after one clear line on stderr
 */
export async function main(argv: readonly string[]): Promise<number> {
  // The two servers have their own options, so the rest of the line is theirs. Loaded only when asked for: the shell needs neither.
  const [first, ...rest] = argv;
  if (first === 'scheduler') return await (await import('@ballista-ts/scheduler')).main(rest);
  if (first === 'executor') return await (await import('@ballista-ts/executor')).main(rest);
  const program = new Command('ballista')
    .description('Ballista: a distributed SQL query engine')
    .addCommand(sqlCommand())
    .addCommand(generateCommand())
    .addCommand(new Command('scheduler').description('run a scheduler (see `ballista scheduler --help`)'))
    .addCommand(new Command('executor').description('run an executor (see `ballista executor --help`)'))
    .helpCommand(false);
  program.exitOverride();
  for (const command of program.commands) command.exitOverride();
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return 0;
  } catch (error) {
    // commander has already printed what is wrong with the line.
    if (error instanceof CommanderError) return error.exitCode;
    process.stderr.write(`${errorLine(error)}\n`);
    return 1;
  }
}

/** One line, whatever was thrown. */
const errorLine = (error: unknown): string => `Error: ${describeError(error)}`.trimEnd();
