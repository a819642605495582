import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const entry = createRequire(import.meta.url).resolve('@ballista-ts/client');

/** A loader hook that says what is loaded. */
const hook = `data:text/javascript,${encodeURIComponent(`
  import { register } from 'node:module';
  register('data:text/javascript,' + encodeURIComponent(\`
    import { writeSync } from 'node:fs';
    export async function load(url, context, next) { writeSync(2, 'loads ' + url + '\\\\n'); return next(url, context); }
  \`));
`)}`;

test('importing the client loads neither engine nor scheduler nor executor nor a Parquet decoder, and starts nothing', async () => {
  const { stdout, stderr } = await run(process.execPath, [
    '--import',
    hook,
    '--input-type=module',
    '-e',
    `const { SessionContext } = await import(${JSON.stringify(entry)});
     const ctx = await SessionContext.remote('df://localhost:1');
     await ctx.close();
     console.log(process.getActiveResourcesInfo().filter((one) => !/^(Pipe|TTY|MessagePort|FSReq)/.test(one)).join());`,
  ]);
  const loaded = stderr.match(/(?<=^loads ).*$/gm) ?? [];
  expect(loaded.some((url) => url.includes('/planner/'))).toBe(true);
  const heavy =
    /\/packages\/(engine|scheduler|executor)\/|\/(engine|scheduler|executor)\/dist\/|parquet-wasm|commander/;
  expect(loaded.filter((url) => heavy.test(url))).toEqual([]);
  expect(stdout.trim()).toBe('');
});

test('a CommonJS app can require the client', async () => {
  const { stdout } = await run(process.execPath, [
    '-e',
    `const { SessionContext } = require(${JSON.stringify(entry)}); console.log(typeof SessionContext.remote)`,
  ]);
  expect(stdout.trim()).toBe('function');
});

test('a CommonJS app can start a session of its own, so nothing that is loaded later waits at its top level either', async () => {
  const { stdout } = await run(process.execPath, [
    '-e',
    `for (const name of ['@ballista-ts/engine', '@ballista-ts/scheduler', '@ballista-ts/executor'])
       require(require('node:module').createRequire(${JSON.stringify(entry)}).resolve(name));
     console.log('all')`,
  ]);
  expect(stdout.trim()).toBe('all');
});
