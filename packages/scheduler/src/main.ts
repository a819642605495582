import { describeError, schedulerId } from '@ballista-ts/core';
import { createListener, type RequestHandler } from '@ballista-ts/flight';
import { CommanderError } from 'commander';
import { schedulerHandler } from './handler.js';
import { type SchedulerFlags, schedulerCommand } from './main/command.js';
import { lineLogger } from './main/console-logger.js';
import { onParentExit } from './main/parent-watch.js';
import { createScheduler } from './scheduler.js';

/** How long running queries may take to end after SIGTERM. SIGINT and the loss of the parent end them at once. */
const terminationGraceMs = 10_000;
/** After a farewell that takes longer than this the process just ends. */
const hardExitMs = 2_500;

/**
 * The command `ballista-scheduler`. `argv` is what stands after the command's name. Ends when the process is told to.
 * @returns the exit code: 0, or 1 after one clear line on stderr
 */
export async function main(argv: readonly string[]): Promise<number> {
  try {
    await schedulerCommand(run).parseAsync([...argv], { from: 'user' });
    return 0;
  } catch (error) {
    // commander has already printed what is wrong with the line.
    if (error instanceof CommanderError) return error.exitCode;
    process.stderr.write(`Error: ${describeError(error)}\n`);
    return 1;
  }
}

async function run(flags: SchedulerFlags): Promise<void> {
  const logger = lineLogger(flags.logLevelSetting);
  // The port comes first: executors report to the address that the scheduler is named after.
  let handler: RequestHandler | undefined;
  const listener = await createListener({
    host: flags.bindHost,
    port: flags.bindPort,
    handler: (request, response) => handler?.(request, response),
  });
  let logFailed: (error: Error) => void = () => {};
  const failed = new Promise<never>((_resolve, reject) => {
    logFailed = reject;
  });
  failed.catch(() => {});
  const noExecutors = flags.noExecutorsGracePeriodSeconds;
  const scheduler = createScheduler({
    schedulerId: schedulerId(`${flags.externalHost}:${listener.port}`),
    distribution: flags.taskDistribution,
    logger,
    taskMaxFailures: flags.taskMaxFailures,
    stageMaxFailures: flags.stageMaxFailures,
    executorTimeoutMs: flags.executorTimeoutSeconds * 1000,
    expireDeadExecutorIntervalMs: flags.expireDeadExecutorIntervalSeconds * 1000,
    executorTerminationGraceMs: flags.executorTerminationGracePeriod * 1000,
    ...(noExecutors !== undefined && { noExecutorsGraceMs: noExecutors * 1000 }),
    finishedJobDataCleanUpMs: flags.finishedJobDataCleanUpIntervalSeconds * 1000,
    finishedJobStateCleanUpMs: flags.finishedJobStateCleanUpIntervalSeconds * 1000,
    minReadyExecutors: flags.minReadyExecutors,
    maxMessageBytes: flags.grpcMaxMessageSize,
    strictConfig: flags.strictConfig,
    rest: !flags.disableRestApi,
    ...(flags.dataDir !== undefined && { dataDir: flags.dataDir }),
    onEventLogFailed: (error) => logFailed(error),
  });
  try {
    scheduler.start();
  } catch (error) {
    await listener.close(0);
    throw error;
  }
  handler = schedulerHandler(scheduler);
  process.stdout.write(`ballista scheduler listening on ${listener.host}:${listener.port}\n`);

  let stop: Stop;
  try {
    stop = await Promise.race([untilStopped(flags.exitWithParent), failed]);
  } catch (error) {
    // Nothing can be written down any more, so nothing may go on.
    await Promise.all([scheduler.close(), listener.close(0)]);
    throw error;
  }
  const { reason, graceMs } = stop;
  logger.info('scheduler is stopping', { reason });
  const hardExit = setTimeout(() => process.exit(1), graceMs + hardExitMs);
  hardExit.unref();
  // With a data directory what runs goes on with the next scheduler, and need not be waited for.
  await scheduler.shutdown({ graceMs: flags.dataDir === undefined ? graceMs : 0 });
  await listener.close(0);
  clearTimeout(hardExit);
}

interface Stop {
  readonly reason: string;
  readonly graceMs: number;
}

/** Waits for a signal, or for the parent's end. A second signal ends the process at once. */
async function untilStopped(watchParent: boolean): Promise<Stop> {
  return await new Promise((resolve) => {
    let stopping = false;
    const stop = (reason: string, graceMs: number): void => {
      if (stopping) process.exit(1);
      stopping = true;
      resolve({ reason, graceMs });
    };
    process.on('SIGTERM', () => stop('SIGTERM', terminationGraceMs));
    process.on('SIGINT', () => stop('SIGINT', 0));
    if (watchParent) onParentExit(() => stop('the parent process is gone', 0));
  });
}
