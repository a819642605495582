import { BALLISTA_VERSION, describeError } from '@ballista-ts/core';
import { Command, CommanderError } from 'commander';
import { generateCommand } from './commands/generate.js';
import { sqlCommand } from './commands/sql.js';
import { exitCodeOf, InterruptedError } from './interrupt.js';

/**
 * The command `ballista`. `argv` is what stands after the command's name.
 * @returns the exit code: 0, 1 after one clear error on stderr, or 128 and the number of the signal that stopped it
 */
export async function main(argv: readonly string[]): Promise<number> {
  // The two servers have their own options, so the rest of the line is theirs. Loaded only when asked for: the shell needs neither.
  const [first, ...rest] = argv;
  if (first === 'scheduler') return await (await import('@ballista-ts/scheduler')).main(rest);
  if (first === 'executor') return await (await import('@ballista-ts/executor')).main(rest);
  const program = new Command('ballista')
    .description('Ballista: a distributed SQL query engine')
    .version(BALLISTA_VERSION)
    .addCommand(sqlCommand())
    .addCommand(generateCommand())
    .addCommand(new Command('scheduler').description('run a scheduler (see `ballista scheduler --help`)'))
    .addCommand(new Command('executor').description('run an executor (see `ballista executor --help`)'))
    .helpCommand(false);
  overrideExit(program);
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return 0;
  } catch (error) {
    // commander has already printed what is wrong with the line.
    if (error instanceof CommanderError) return error.exitCode;
    if (error instanceof InterruptedError) {
      process.stderr.write(`Error: ${error.message}\n`);
      return exitCodeOf(error.signal);
    }
    process.stderr.write(`Error: ${describeError(error).trimEnd()}\n`);
    return 1;
  }
}

/** A library does not end its process: commander throws instead, in every command below too. */
function overrideExit(command: Command): void {
  command.exitOverride();
  for (const child of command.commands) overrideExit(child);
}
