import { describeError, InvalidArgumentError, NotYetSupportedError } from '@ballista-ts/core';
import { InvalidArgumentError as BadFlag, Command, CommanderError, Option } from 'commander';
import { createExecutor, type Executor } from './create-executor.js';
import type { ExecutorOptions } from './executor-options.js';
import { type LogLevel, lineLogger, logLevels } from './log.js';
import { parseByteSize } from './memory-pool.js';
import { watchParent } from './parent-watch.js';
import type { MetricsChoice } from './process-metrics.js';

/** How long an executor whose parent is gone may take to end. */
const orphanGraceMs = 1000;

interface Flags {
  readonly bindHost: string;
  readonly externalHost?: string;
  readonly bindPort: number;
  readonly bindGrpcPort: number;
  readonly bindHealthPort: number;
  readonly schedulerHost: string;
  readonly schedulerPort: number;
  readonly schedulerConnectTimeoutSeconds: number;
  readonly vcores: number;
  readonly concurrentTasks?: number;
  readonly workDir?: string;
  readonly memoryPoolSize?: number;
  readonly memoryPoolFraction: number;
  readonly executorHeartbeatIntervalSeconds: number;
  readonly clientTtl: number;
  readonly metrics: MetricsChoice;
  readonly jobDataCleanUpIntervalSeconds: number;
  readonly jobDataTtlSeconds: number;
  readonly taskSchedulingPolicy: string;
  readonly sessionRuntimeCacheCapacity: number;
  readonly logLevelSetting: LogLevel;
  readonly extensions?: string;
  readonly exitWithParent: boolean;
  readonly [other: string]: unknown;
}

/** Flags of features that are still to come. A flag that is accepted and ignored would be a lie. */
const notYet: readonly (readonly [flags: string, feature: string])[] = [
  ['--log-dir <dir>', 'log files (--log-dir)'],
  ['--log-file-name-prefix <prefix>', 'log files (--log-file-name-prefix)'],
  ['--log-rotation-policy <policy>', 'log files (--log-rotation-policy)'],
  ['--print-thread-info', 'log lines with threads (--print-thread-info)'],
  ['--cache-dir <dir>', 'data cache (--cache-dir)'],
  ['--cache-capacity <bytes>', 'data cache (--cache-capacity)'],
  ['--cache-io-concurrency <n>', 'data cache (--cache-io-concurrency)'],
  ['--data-cache-policy <policy>', 'data cache (--data-cache-policy)'],
  ['--poll-interval-ms <ms>', 'pull scheduling (--poll-interval-ms)'],
  ['--grpc-max-decoding-message-size <bytes>', 'gRPC message limits (--grpc-max-decoding-message-size)'],
  ['--grpc-max-encoding-message-size <bytes>', 'gRPC message limits (--grpc-max-encoding-message-size)'],
  ['--grpc-server-max-decoding-message-size <bytes>', 'gRPC message limits (--grpc-server-max-decoding-message-size)'],
  ['--grpc-server-max-encoding-message-size <bytes>', 'gRPC message limits (--grpc-server-max-encoding-message-size)'],
  ['--tls-cert <file>', 'TLS (--tls-cert)'],
  ['--tls-key <file>', 'TLS (--tls-key)'],
  ['--tls-ca <file>', 'TLS (--tls-ca)'],
];

const seconds = (count: number): number => count * 1000;

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new BadFlag('expected a whole number from 0 up');
  return Number(text);
}

function fraction(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value <= 1)) throw new BadFlag('expected a number over 0 and up to 1');
  return value;
}

function byteSize(text: string): number {
  try {
    return parseByteSize(text);
  } catch (error) {
    throw new BadFlag(describeError(error));
  }
}

/** The command line, as data; `--help` is printed from it. */
export function executorCommand(): Command {
  const command = new Command('ballista-executor')
    .description('Runs tasks for a Ballista scheduler.')
    .option('--bind-host <host>', 'address to bind', '127.0.0.1')
    .option('--external-host <host>', 'host that peers are told to dial (default: the bound one)')
    .option('-p, --bind-port <port>', 'port of the Flight service', wholeNumber, 50_051)
    .option('--bind-grpc-port <port>', 'port of the control service', wholeNumber, 50_052)
    .option('--bind-health-port <port>', 'port of /healthz and /readyz', wholeNumber, 50_053)
    .option('--scheduler-host <host>', 'host of the scheduler', 'localhost')
    .option('--scheduler-port <port>', 'port of the scheduler', wholeNumber, 50_050)
    .option(
      '--scheduler-connect-timeout-seconds <n>',
      'how long to wait for the scheduler at start; 0: one try',
      wholeNumber,
      0,
    )
    .option('-c, --vcores <n>', 'tasks that run at once; 0: all cores', wholeNumber, 0)
    .addOption(new Option('--concurrent-tasks <n>', 'older name of --vcores').argParser(wholeNumber).hideHelp())
    .option('--work-dir <dir>', 'folder for shuffle files (default: a temporary one)')
    .option(
      '--memory-pool-size <size>',
      'memory for all tasks: 8GB, 8GiB or bytes; 0: no limit (default: a fraction of what there is)',
      byteSize,
    )
    .option('--memory-pool-fraction <f>', 'that fraction', fraction, 0.7)
    .option('--executor-heartbeat-interval-seconds <n>', 'pause between heartbeats', wholeNumber, 60)
    .option(
      '--client-ttl <n>',
      'seconds an unused connection to another executor stays open; 0: not at all',
      wholeNumber,
      30,
    )
    .addOption(
      new Option('-m, --metrics <which>', 'what heartbeats measure')
        .choices(['sys', 'proc', 'all', 'off'])
        .default('proc'),
    )
    .option('--job-data-clean-up-interval-seconds <n>', 'how often old job folders are swept; 0: never', wholeNumber, 0)
    .option('--job-data-ttl-seconds <n>', 'how old they must be', wholeNumber, 604_800)
    .addOption(
      new Option('-s, --task-scheduling-policy <policy>', 'who moves tasks')
        .choices(['push-staged', 'pull-staged'])
        .default('push-staged'),
    )
    .option('--session-runtime-cache-capacity <n>', 'session environments that are kept', wholeNumber, 16)
    .addOption(
      new Option('--log-level-setting <level>', 'least severe lines that are printed')
        .choices(logLevels)
        .argParser((text) => text.toLowerCase())
        .default('info'),
    )
    .option('--extensions <url>', 'module with functions, operators and codecs for the plans of your applications')
    .option('--exit-with-parent', 'end when the process that started this one does', false)
    .exitOverride()
    .configureOutput({ outputError: () => {} });
  for (const [flags, feature] of notYet)
    command.addOption(new Option(flags, `not supported yet: ${feature}`).hideHelp());
  return command;
}

/** @throws NotYetSupportedError, InvalidArgumentError */
export function executorOptionsFromFlags(flags: Flags): ExecutorOptions {
  for (const [definition, feature] of notYet) {
    if (flags[new Option(definition).attributeName()] !== undefined) throw new NotYetSupportedError(feature);
  }
  if (flags.taskSchedulingPolicy !== 'push-staged') {
    throw new NotYetSupportedError('pull scheduling (--task-scheduling-policy pull-staged)');
  }
  if (flags.sessionRuntimeCacheCapacity !== 16) {
    throw new NotYetSupportedError('session runtime cache (--session-runtime-cache-capacity)');
  }
  return {
    bindHost: flags.bindHost,
    port: flags.bindPort,
    grpcPort: flags.bindGrpcPort,
    healthPort: flags.bindHealthPort,
    schedulerHost: flags.schedulerHost,
    schedulerPort: flags.schedulerPort,
    schedulerConnectTimeoutMs: seconds(flags.schedulerConnectTimeoutSeconds),
    vcores: flags.concurrentTasks ?? flags.vcores,
    memoryPoolFraction: flags.memoryPoolFraction,
    heartbeatIntervalMs: seconds(flags.executorHeartbeatIntervalSeconds),
    clientTtlMs: seconds(flags.clientTtl),
    metrics: flags.metrics,
    jobDataCleanUpIntervalMs: seconds(flags.jobDataCleanUpIntervalSeconds),
    jobDataTtlMs: seconds(flags.jobDataTtlSeconds),
    logger: lineLogger(flags.logLevelSetting, (line) => process.stderr.write(line)),
    ...(flags.externalHost === undefined ? {} : { externalHost: flags.externalHost }),
    ...(flags.workDir === undefined ? {} : { workDir: flags.workDir }),
    ...(flags.memoryPoolSize === undefined ? {} : { memoryPoolSize: flags.memoryPoolSize }),
    ...(flags.extensions === undefined ? {} : { extensions: moduleUrl(flags.extensions) }),
  };
}

function moduleUrl(text: string): string {
  try {
    return new URL(text, `file://${process.cwd()}/`).href;
  } catch {
    throw new InvalidArgumentError(`--extensions ${JSON.stringify(text)} is neither a path nor a URL`);
  }
}

/**
 * The command `ballista-executor`: runs until it is told to stop, and resolves with the exit code. SIGTERM and SIGINT let running tasks
 * end; a second one does not wait.
 *
 * @param argv arguments after the program's name
 */
export async function main(argv: readonly string[]): Promise<number> {
  let executor: Executor;
  let flags: Flags;
  try {
    flags = executorCommand().parse(argv, { from: 'user' }).opts<Flags>();
    executor = createExecutor(executorOptionsFromFlags(flags));
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0; // --help
    process.stderr.write(`ballista-executor: ${describeError(error).replace(/^error: /, '')}\n`);
    return 1;
  }
  let signals = 0;
  const onSignal = (signal: NodeJS.Signals): void => {
    signals += 1;
    if (signals > 1) void executor.close();
    else void executor.shutdown({ reason: `got ${signal}` });
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  const unwatch = flags.exitWithParent
    ? watchParent(
        () => void executor.shutdown({ reason: 'the process that started it is gone', graceMs: orphanGraceMs }),
      )
    : () => {};
  try {
    await executor.start();
    const { flight, grpc, health } = executor.ports;
    process.stdout.write(
      `executor ${executor.id} started: flight ${flight}, grpc ${grpc}, health ${health ?? 'off'}\n`,
    );
    const exit = await executor.exited;
    if (exit.error !== undefined) process.stderr.write(`ballista-executor: ${exit.error.message}\n`);
    return exit.error === undefined ? 0 : 1;
  } catch (error) {
    // A signal while it was starting is no failure.
    if (signals > 0) return 0;
    process.stderr.write(`ballista-executor: ${describeError(error)}\n`);
    return 1;
  } finally {
    unwatch();
    process.off('SIGTERM', onSignal);
    process.off('SIGINT', onSignal);
  }
}
