import { NotYetSupportedError } from '@ballista-ts/core';
import { Command, InvalidArgumentError, Option } from 'commander';
import { type LogLevel, logLevels } from './console-logger.js';

/** The flags of `ballista scheduler`, by upstream's names. Times are seconds, sizes bytes. */
export interface SchedulerFlags {
  readonly bindHost: string;
  readonly bindPort: number;
  readonly externalHost: string;
  readonly schedulerPolicy: 'push-staged' | 'pull-staged';
  readonly taskDistribution: 'bias' | 'round-robin';
  readonly taskMaxFailures: number;
  readonly stageMaxFailures: number;
  readonly executorTimeoutSeconds: number;
  readonly expireDeadExecutorIntervalSeconds: number;
  readonly executorTerminationGracePeriod: number;
  readonly noExecutorsGracePeriodSeconds?: number;
  readonly minReadyExecutors: number;
  readonly finishedJobDataCleanUpIntervalSeconds: number;
  readonly finishedJobStateCleanUpIntervalSeconds: number;
  readonly grpcMaxMessageSize: number;
  readonly dataDir?: string;
  readonly strictConfig: boolean;
  readonly disableRestApi: boolean;
  readonly logLevelSetting: LogLevel;
  readonly exitWithParent: boolean;
}

const whole =
  (min: number, max = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max) {
      throw new InvalidArgumentError(
        `it must be a whole number from ${min}${max < Number.MAX_SAFE_INTEGER ? ` to ${max}` : ''}.`,
      );
    }
    return value;
  };

/** Upstream's flags for what we do not have. Better refused than ignored. */
const missing = [
  '-n, --namespace <name>',
  '--advertise-flight-endpoint <address>',
  '--enable-embedded-flight-proxy',
  '--event-loop-buffer-size <count>',
  '--scheduler-event-expected-processing-duration <microseconds>',
  '--grpc-server-max-encoding-message-size <bytes>',
  '--grpc-server-max-decoding-message-size <bytes>',
  '--log-dir <directory>',
  '--log-rotation-policy <policy>',
  '--print-thread-info',
  '--cors-allowed-origins <origins>',
  '--web-tui-route <route>',
  '--event-log-dir <directory>',
] as const;

/** @param run what the command does with its flags */
export function schedulerCommand(run: (flags: SchedulerFlags) => Promise<void>): Command {
  const command = new Command('ballista-scheduler')
    .description('run a scheduler')
    .option('--bind-host <host>', 'address to listen on', '127.0.0.1')
    .option('-p, --bind-port <port>', 'port to listen on; 0 takes a free one', whole(0, 65_535), 50050)
    .option('--external-host <host>', 'host by which executors and clients know this scheduler', 'localhost')
    .addOption(
      new Option('-s, --scheduler-policy <policy>', 'who begins: the scheduler, or executors that poll')
        .choices(['push-staged', 'pull-staged'])
        .default('push-staged'),
    )
    .addOption(
      new Option('--task-distribution <policy>', 'which executor gets the next task')
        .choices(['bias', 'round-robin'])
        .default('bias'),
    )
    .option('--task-max-failures <count>', 'failures of one partition that fail its job', whole(1), 4)
    .option('--stage-max-failures <count>', 'attempts of one stage with failed fetches that fail its job', whole(1), 4)
    .option('--executor-timeout-seconds <seconds>', 'silence after which an executor counts as lost', whole(1), 180)
    .option('--expire-dead-executor-interval-seconds <seconds>', 'how often silence is looked for', whole(1), 15)
    .option('--executor-termination-grace-period <seconds>', 'how long a terminating executor may take', whole(0), 30)
    .option(
      '--no-executors-grace-period-seconds <seconds>',
      'how long running jobs wait when all executors are lost (default: the executor timeout)',
      whole(0),
    )
    .option('--min-ready-executors <count>', 'executors that must be there before /readyz says so', whole(0), 1)
    .option(
      '--finished-job-data-clean-up-interval-seconds <seconds>',
      'how long results stay on executors; 0: for ever',
      whole(0),
      300,
    )
    .option(
      '--finished-job-state-clean-up-interval-seconds <seconds>',
      'how long ended jobs are remembered; 0: for ever',
      whole(0),
      3600,
    )
    .option('--grpc-max-message-size <bytes>', 'largest message, sent or received', whole(1024), 16 * 1024 * 1024)
    .option('--data-dir <directory>', 'keep an event log there: jobs and their results outlive the scheduler')
    .option('--strict-config', 'refuse queries with settings that are unknown or not honoured', false)
    .option('--disable-rest-api', 'serve no REST, health and metrics', false)
    .addOption(new Option('--log-level-setting <level>', 'what is logged').choices([...logLevels]).default('info'))
    .option('--exit-with-parent', 'end when the process that started this one is gone', false)
    .exitOverride();
  for (const flags of missing) {
    const option = new Option(flags).hideHelp();
    command.addOption(option);
    command.on(`option:${option.name()}`, () => {
      throw new NotYetSupportedError(`scheduler flag --${option.name()}`);
    });
  }
  return command.action(async (flags: SchedulerFlags & { readonly executorsGracePeriodSeconds?: unknown }) => {
    if (flags.schedulerPolicy === 'pull-staged') {
      throw new NotYetSupportedError('scheduler policy pull-staged', 'use push-staged');
    }
    await run(flags);
  });
}
