import { setMaxListeners } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { CancelledError, InternalError } from '@ballista-ts/core';
import { ConnectionPool } from '@ballista-ts/flight';
import type { FromWorker, ToWorker, WorkerSetup } from './messages.js';
import { RemoteGovernor } from './remote-governor.js';
import { type ExecutorExtensions, runTaskRequest } from './run-task.js';

// The program of a worker thread: one task at a time. An error that escapes here ends the thread, and the main thread reports the task.
const port = parentPort;
if (port === null) throw new InternalError('this module is the program of a worker thread and runs nowhere else');
const setup = workerData as WorkerSetup;
const post = (message: FromWorker): void => port.postMessage(message);

const governor = new RemoteGovernor(post);
const pool = new ConnectionPool({ idleTtlMs: setup.clientTtlMs });
const extensions = loadExtensions(setup.extensions);
const running = new Map<number, AbortController>();

port.on('message', (message: ToWorker) => {
  switch (message.kind) {
    case 'run':
      void run(message);
      return;
    case 'cancel':
      running.get(message.run)?.abort(new CancelledError('Task cancelled'));
      return;
    case 'granted':
      governor.grant(message.request);
      return;
    case 'close':
      void pool.close().then(() => port.close());
  }
});
post({ kind: 'ready' });

async function run(request: ToWorker & { readonly kind: 'run' }): Promise<void> {
  const abort = new AbortController();
  setMaxListeners(0, abort.signal); // every reader of the task listens
  running.set(request.run, abort);
  const environment = { workDir: setup.workDir, pool, governor, extensions: await extensions };
  const outcome = await runTaskRequest(request, environment, abort.signal);
  running.delete(request.run);
  post({ kind: 'ended', run: request.run, outcome });
}

/** The default export of the module that the operator of this executor named. */
async function loadExtensions(module: string | undefined): Promise<ExecutorExtensions> {
  if (module === undefined) return {};
  const { default: extensions } = (await import(module)) as { readonly default?: ExecutorExtensions };
  if (extensions === undefined) throw new InternalError(`${module} has no default export`);
  return extensions;
}
