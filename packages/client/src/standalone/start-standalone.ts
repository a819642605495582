import { availableParallelism } from 'node:os';
import { silentLogger } from '@ballista-ts/core';
import { createExecutor } from '@ballista-ts/executor';
import { createScheduler } from '@ballista-ts/scheduler';
import type { QueryBackend } from '../query-backend.js';
import { RemoteBackend } from '../remote/remote-backend.js';
import type { StandaloneOptions } from './options.js';

const loopback = '127.0.0.1';

/** A scheduler and an executor in this process, reached over loopback. */
export async function startStandalone(options: StandaloneOptions): Promise<QueryBackend> {
  const logger = options.logger ?? silentLogger;
  const scheduler = createScheduler({ logger });
  const listener = await scheduler.listen({ host: loopback, port: 0 });
  try {
    const executor = createExecutor({
      logger,
      bindHost: loopback,
      externalHost: loopback,
      port: 0,
      grpcPort: 0,
      healthPort: false,
      schedulerHost: loopback,
      schedulerPort: listener.port,
      vcores: options.vcores ?? availableParallelism(),
      ...(options.workDir !== undefined && { workDir: options.workDir }),
    });
    await executor.start();
    const remote = new RemoteBackend(`http://${loopback}:${listener.port}`);
    const close = async (): Promise<void> => {
      await remote.close();
      await executor.close();
      await scheduler.close();
    };
    return { execute: (plan, config, run) => remote.execute(plan, config, run), close, [Symbol.asyncDispose]: close };
  } catch (error) {
    await scheduler.close();
    throw error;
  }
}
