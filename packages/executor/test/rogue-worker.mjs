// A worker that does with a task what the task's job id says. Plain JavaScript: worker threads cannot load the sources.
import { parentPort } from 'node:worker_threads';

const cancelled = new Map();

parentPort.on('message', (message) => {
  if (message.kind === 'cancel') cancelled.get(message.run)?.();
  if (message.kind !== 'run') return;
  const end = (outcome) => parentPort.postMessage({ kind: 'ended', run: message.run, outcome });
  const ok = () => end({ kind: 'ok', partitions: [], metrics: [], runtimeStats: [] });
  switch (message.task.jobId) {
    case 'throws':
      setTimeout(() => {
        throw new TypeError('nobody catches this');
      }, 5);
      return;
    case 'exits':
      process.exit(3);
      return;
    case 'out-of-memory': {
      const hoard = [];
      for (;;) hoard.push(new Array(100_000).fill(hoard.length));
    }
    case 'spins':
      for (;;);
    case 'waits':
      cancelled.set(message.run, () =>
        end({
          kind: 'failed',
          failed: { error: 'Task cancelled', retryable: true, countToFailures: false, reason: { kind: 'taskKilled' } },
        }),
      );
      return;
    case 'takes-permits':
      parentPort.postMessage({
        kind: 'acquire',
        request: 1,
        executorId: 'e1',
        bytes: 10,
        reader: 'r1',
        limits: { maxRequests: 1, maxRequestsPerExecutor: 1, maxBytes: 10 },
      });
      setTimeout(() => process.exit(1), 50);
      return;
    default:
      setTimeout(ok, 5);
  }
});
parentPort.postMessage({ kind: 'ready' });
