import { readFile } from 'node:fs/promises';
import { text as readAll } from 'node:stream/consumers';
import { type DataFrame, SessionConfig, SessionContext } from '@ballista-ts/client';
import { ConfigError, describeError, IoError, NotYetSupportedError } from '@ballista-ts/core';
import { formatters } from '../format/formats.js';
import { interruptible } from '../interrupt.js';
import { writeOut } from '../write-out.js';
import type { Script, SqlFlags } from './sql.js';

/** Runs the statements of a call in one session and prints their results. @throws the first failure */
export async function runSql(flags: SqlFlags, scripts: readonly Script[]): Promise<void> {
  const config = configOf(flags.set);
  const texts = scripts.length > 0 ? await Promise.all(scripts.map(readScript)) : [await standardInput()];
  if (flags.dataPath !== undefined) changeDirectory(flags.dataPath);
  await interruptible(async (signal) => {
    const context = await open(flags, config);
    try {
      for (const text of texts) {
        for await (const frame of context.statements(text, { signal })) {
          if (!(await print(frame, flags, signal))) return;
        }
      }
    } finally {
      await context.close();
    }
  });
}

function open(flags: SqlFlags, config: SessionConfig): Promise<SessionContext> {
  const onWarning = (warning: Error): void => void process.stderr.write(`Warning: ${warning.message}\n`);
  if (flags.host === undefined) {
    const { vcores } = flags;
    return SessionContext.standalone({ config, onWarning, ...(vcores !== undefined && { vcores }) });
  }
  const host = flags.host.includes(':') && !flags.host.startsWith('[') ? `[${flags.host}]` : flags.host;
  return SessionContext.remote(`df://${host}:${flags.port}`, { config, onWarning });
}

async function readScript(script: Script): Promise<string> {
  if (script.kind === 'text') return script.sql;
  try {
    return await readFile(script.path, 'utf8');
  } catch (error) {
    throw new IoError(`cannot read ${script.path}: ${describeError(error)}`);
  }
}

async function standardInput(): Promise<string> {
  if (process.stdin.isTTY) {
    throw new NotYetSupportedError('the interactive shell', 'give statements with -c, -f or on standard input');
  }
  return await readAll(process.stdin);
}

function changeDirectory(path: string): void {
  try {
    process.chdir(path);
  } catch (error) {
    throw new IoError(`--data-path ${path} is no directory: ${describeError(error)}`);
  }
}

/** Prints the result of a statement. False when nobody reads any more. */
async function print(frame: DataFrame, flags: SqlFlags, signal: AbortSignal): Promise<boolean> {
  const { schema } = frame;
  // CREATE and SET have no result to show.
  if (schema.fields.length === 0) return true;
  const out = writeOut();
  const stop = AbortSignal.any([signal, out.closed]);
  try {
    const started = performance.now();
    const rows = await formatters[flags.format]({ schema, batches: frame.stream({ signal: stop }) }, out.write);
    if (flags.format === 'table' && flags.quiet !== true) {
      const seconds = ((performance.now() - started) / 1000).toFixed(3);
      await out.write(`${rows} row${rows === 1 ? '' : 's'} fetched. Elapsed ${seconds} seconds.\n\n`);
    }
  } catch (error) {
    // The reader has gone, as `head` does: that ends the output, and is no failure.
    if (out.closed.aborted && !signal.aborted) return false;
    throw error;
  } finally {
    out.release();
  }
  return !out.closed.aborted;
}

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
