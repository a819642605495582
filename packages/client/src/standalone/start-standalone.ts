import { type SessionConfig, silentLogger } from '@ballista-ts/core';
import { createExecutor } from '@ballista-ts/executor';
import type { FunctionRegistry } from '@ballista-ts/functions';
import { createScheduler } from '@ballista-ts/scheduler';
import { once } from '../once.js';
import type { QueryBackend } from '../query-backend.js';
import { RemoteBackend } from '../remote/remote-backend.js';
import type { RemoteOptions } from '../remote/transport.js';
import type { StandaloneOptions } from './options.js';

const loopback = '127.0.0.1';

/** A scheduler and an executor in this process, reached over loopback. */
export async function startStandalone(
  options: StandaloneOptions & RemoteOptions,
  config: SessionConfig,
  functions: FunctionRegistry,
): Promise<QueryBackend> {
  const logger = options.logger ?? silentLogger;
  const scheduler = createScheduler({ logger, functions });
  const closeAll: (() => Promise<void>)[] = [() => scheduler.close()];
  const close = once(async () => {
    for (const one of closeAll.splice(0).reverse()) await one();
  });
  try {
    const listener = await scheduler.listen({ host: loopback, port: 0 });
    const executor = createExecutor({
      logger,
      bindHost: loopback,
      externalHost: loopback,
      port: 0,
      grpcPort: 0,
      healthPort: false,
      schedulerHost: loopback,
      schedulerPort: listener.port,
      vcores: options.vcores ?? config.get('ballista.standalone.parallelism'),
      ...(options.workDir !== undefined && { workDir: options.workDir }),
      ...(options.extensions !== undefined && { extensions: options.extensions }),
    });
    closeAll.push(() => executor.close());
    await executor.start();
    const remote = new RemoteBackend(`http://${loopback}:${listener.port}`, options);
    closeAll.push(() => remote.close());
    return {
      execute: (plan, settings, run) => remote.execute(plan, settings, run),
      analyze: (plan, settings, run) => remote.analyze(plan, settings, run),
      close,
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
