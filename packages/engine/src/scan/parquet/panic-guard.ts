/**
 * parquet-wasm panics on a corrupt page in an asynchronous read: the promise never settles and the panic surfaces as an
 * uncaught `RuntimeError` of the thread. One read is in flight per thread, so the panic belongs to it. Anything else that
 * is thrown meanwhile goes on to whoever handles it.
 */
let queue: Promise<unknown> = Promise.resolve();

export function guarded<T>(read: () => Promise<T>): Promise<T> {
  const run = queue.then(() => raced(read));
  queue = run.catch(() => undefined);
  return run;
}

async function raced<T>(read: () => Promise<T>): Promise<T> {
  let onPanic: (error: unknown) => void = () => undefined;
  const panic = new Promise<never>((_resolve, reject) => {
    onPanic = (error) => {
      if (isPanic(error)) reject(error as Error);
      else throw error;
    };
  });
  panic.catch(() => undefined);
  process.on('uncaughtException', onPanic);
  try {
    return await Promise.race([read(), panic]);
  } finally {
    process.removeListener('uncaughtException', onPanic);
  }
}

/** Whether something thrown is a WebAssembly trap. */
export const isPanic = (error: unknown): boolean => error instanceof Error && error.name === 'RuntimeError';
