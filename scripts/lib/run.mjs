import { spawn } from 'node:child_process';

/**
 * Runs a command to its end. Output is kept, not shown.
 * @param {string} command @param {readonly string[]} args
 * @param {{ cwd?: string, env?: Record<string, string | undefined>, timeoutMs?: number }} [options]
 * @returns {Promise<{ code: number, stdout: string, output: string }>} `output` is both streams in the order they came
 */
export function run(command, args, { cwd, env, timeoutMs = 300_000 } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    });
    let stdout = '';
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      stdout += chunk;
      output += chunk;
    });
    child.stderr.setEncoding('utf8').on('data', (chunk) => {
      output += chunk;
    });
    child.once('error', (error) => resolve({ code: 127, stdout, output: `${output}${command}: ${error.message}` }));
    child.once('close', (code, signal) => {
      const ending = signal === null ? '' : `\n${command} was ended by ${signal} after ${timeoutMs} ms`;
      resolve({ code: code ?? 1, stdout, output: output + ending });
    });
  });
}

/** Runs a command and throws its output when it fails. @type {typeof run} */
export async function mustRun(command, args, options) {
  const result = await run(command, args, options);
  if (result.code !== 0)
    throw new Error(`${command} ${args.join(' ')} ended with code ${result.code}:\n${result.output.trim()}`);
  return result;
}

/** How to call the pnpm that runs this script; on its own a script fetches it. @returns {[string, string[]]} */
export function pnpmCommand() {
  const running = process.env['npm_execpath'];
  return running !== undefined && /pnpm/.test(running) ? [process.execPath, [running]] : ['npx', ['-y', 'pnpm@10']];
}

/**
 * Does the work for every item, at most `limit` at a time, and never stops early.
 * @template T, R @param {readonly T[]} items @param {number} limit @param {(item: T) => Promise<R>} work @returns {Promise<R[]>}
 */
export async function mapLimited(items, limit, work) {
  /** @type {R[]} */
  const results = new Array(items.length);
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const index = next;
      next += 1;
      results[index] = await work(/** @type {T} */ (items[index]));
    }
  };
  await Promise.all(Array.from({ length: limit }, worker));
  return results;
}
