import type { ExecutorId, PartitionId } from '../ids.js';
import { BallistaError } from './ballista-error.js';
import { brand } from './brand.js';

/** A place in a SQL text: 1-based line and column, 0-based UTF-16 offset. */
export interface SourceLocation {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** The text is not SQL of our dialect. The message already names the position. */
export class SqlParseError extends BallistaError {
  static {
    brand(this, 'SqlParseError');
  }
  readonly code = 'SQL';
  constructor(
    message: string,
    readonly location?: SourceLocation,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The query is well formed, but names, types or shapes do not fit. */
export class PlanError extends BallistaError {
  static {
    brand(this, 'PlanError');
  }
  readonly code = 'PLAN';
  constructor(
    message: string,
    readonly location?: SourceLocation,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** A configuration key that does not exist, or a value outside what the key takes. */
export class ConfigError extends BallistaError {
  static {
    brand(this, 'ConfigError');
  }
  readonly code = 'CONFIG';
  constructor(
    message: string,
    readonly key: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/**
 * A feature that we know of and do not have. `docs/not-yet.md` is generated from the first argument of every call, so it is
 * always a literal or a template whose fixed part names the feature.
 */
export class NotYetSupportedError extends BallistaError {
  static {
    brand(this, 'NotYetSupportedError');
  }
  readonly code = 'NOT_YET_SUPPORTED';
  /** The error of a peer, whose whole message is known: it names the feature already. */
  static fromMessage(message: string): NotYetSupportedError {
    const [feature = message, hint] = message.split(' is not supported yet');
    return new this(feature, hint?.startsWith(': ') ? hint.slice(2) : undefined);
  }
  constructor(
    readonly feature: string,
    hint?: string,
    options?: ErrorOptions,
  ) {
    super(`${feature} is not supported yet${hint === undefined ? '' : `: ${hint}`}`, options);
  }
}

/** A row, a value or a file made an operator fail. Trying again gives the same failure. */
export class ExecutionError extends BallistaError {
  static {
    brand(this, 'ExecutionError');
  }
  readonly code = 'EXECUTION';
}

/** A memory, disk or size limit was reached. The message names the limit, its size and who holds it. */
export class ResourcesExhaustedError extends BallistaError {
  static {
    brand(this, 'ResourcesExhaustedError');
  }
  readonly code = 'RESOURCES';
}

/** A file or socket failed. The task that met it may be tried again. */
export class IoError extends BallistaError {
  static {
    brand(this, 'IoError');
  }
  readonly code = 'IO';
}

/** A reduce task could not read a map output. Retrying the read is no use: the scheduler reruns the map task. */
export class FetchFailedError extends BallistaError {
  static {
    brand(this, 'FetchFailedError');
  }
  readonly code = 'FETCH_FAILED';
  constructor(
    /** The executor that should have served the output. */
    readonly executorId: ExecutorId,
    /** Stage and output partition that were asked for. */
    readonly output: PartitionId,
    detail?: string,
    options?: ErrorOptions,
  ) {
    super(
      `cannot fetch partition ${output.partitionId} of stage ${output.stageId} of job ${output.jobId} from executor ${executorId}${
        detail === undefined ? '' : `: ${detail}`
      }`,
      options,
    );
  }
}

/** Somebody asked for this work to stop. */
export class CancelledError extends BallistaError {
  static {
    brand(this, 'CancelledError');
  }
  readonly code = 'CANCELLED';
}

/** A job, executor, session, table or file with that name does not exist. */
export class NotFoundError extends BallistaError {
  static {
    brand(this, 'NotFoundError');
  }
  readonly code = 'NOT_FOUND';
}

/** A request that no state of ours could make valid. */
export class InvalidArgumentError extends BallistaError {
  static {
    brand(this, 'InvalidArgumentError');
  }
  readonly code = 'INVALID_ARGUMENT';
}

/** A request that is valid, but not in the present state (wrong protocol version, already closed). */
export class FailedPreconditionError extends BallistaError {
  static {
    brand(this, 'FailedPreconditionError');
  }
  readonly code = 'FAILED_PRECONDITION';
}

/** The peer cannot be reached now. */
export class UnavailableError extends BallistaError {
  static {
    brand(this, 'UnavailableError');
  }
  readonly code = 'UNAVAILABLE';
}

/** A call took longer than its deadline. */
export class DeadlineExceededError extends BallistaError {
  static {
    brand(this, 'DeadlineExceededError');
  }
  readonly code = 'DEADLINE_EXCEEDED';
}

/** Bytes that are not the message, plan or file they claim to be, or that exceed a limit of the decoder. */
export class DecodeError extends BallistaError {
  static {
    brand(this, 'DecodeError');
  }
  readonly code = 'DECODE';
}

/** A bug of ours: an invariant does not hold. The message tells the story that led here. */
export class InternalError extends BallistaError {
  static {
    brand(this, 'InternalError');
  }
  readonly code = 'INTERNAL';
}
