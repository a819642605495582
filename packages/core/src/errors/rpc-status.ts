import { BallistaError, type ErrorCode } from './ballista-error.js';
import {
  CancelledError,
  ConfigError,
  DeadlineExceededError,
  DecodeError,
  ExecutionError,
  FailedPreconditionError,
  InternalError,
  InvalidArgumentError,
  IoError,
  NotFoundError,
  NotYetSupportedError,
  PlanError,
  ResourcesExhaustedError,
  SqlParseError,
  UnavailableError,
} from './errors.js';
import { describeError } from './message.js';

/** gRPC status numbers by our error codes. Several codes share a number; {@link errorCodeHeader} tells them apart. */
const rpcCodes: Readonly<Record<ErrorCode, number>> = {
  SQL: 3,
  PLAN: 3,
  CONFIG: 3,
  INVALID_ARGUMENT: 3,
  NOT_YET_SUPPORTED: 12,
  EXECUTION: 13,
  INTERNAL: 13,
  RESOURCES: 8,
  IO: 2,
  FETCH_FAILED: 10,
  CANCELLED: 1,
  NOT_FOUND: 5,
  FAILED_PRECONDITION: 9,
  UNAVAILABLE: 14,
  DEADLINE_EXCEEDED: 4,
  DECODE: 15,
};

/** Metadata that carries our {@link ErrorCode} beside the gRPC status, which has fewer values. */
export const errorCodeHeader = 'ballista-error-code';

/** What a failed call answers. */
export interface RpcStatus {
  /** gRPC status number; never 0. */
  readonly code: number;
  /** The message with its causes, for people. */
  readonly message: string;
  /** Value of {@link errorCodeHeader}; absent for errors that are not ours. */
  readonly errorCode?: ErrorCode;
}

/** The status that tells a peer of this error. Anything that is not ours is INTERNAL. */
export function rpcStatusOf(error: unknown): RpcStatus {
  const message = describeError(error);
  if (error instanceof BallistaError) return { code: rpcCodes[error.code], message, errorCode: error.code };
  if (error instanceof Error && error.name === 'AbortError') return { code: rpcCodes.CANCELLED, message };
  return { code: rpcCodes.INTERNAL, message };
}

/** The error that stands for a peer's status. `errorCode` is the value of {@link errorCodeHeader}, if the peer sent one. */
export function errorOfRpcStatus(code: number, message: string, errorCode?: string): BallistaError {
  const ours = errorCode !== undefined && Object.hasOwn(byErrorCode, errorCode) ? (errorCode as ErrorCode) : undefined;
  const make = (ours === undefined ? undefined : byErrorCode[ours]) ?? byRpcCode[code];
  return make === undefined ? new InternalError(`call failed with gRPC status ${code}: ${message}`) : make(message);
}

const byErrorCode: Readonly<Record<ErrorCode, (message: string) => BallistaError>> = {
  SQL: (message) => new SqlParseError(message),
  PLAN: (message) => new PlanError(message),
  CONFIG: (message) => new ConfigError(message, ''),
  INVALID_ARGUMENT: (message) => new InvalidArgumentError(message),
  NOT_YET_SUPPORTED: (message) => NotYetSupportedError.fromMessage(message),
  EXECUTION: (message) => new ExecutionError(message),
  INTERNAL: (message) => new InternalError(message),
  RESOURCES: (message) => new ResourcesExhaustedError(message),
  IO: (message) => new IoError(message),
  // The ids of the output do not travel in a status; who asked knows them.
  FETCH_FAILED: (message) => new IoError(message),
  CANCELLED: (message) => new CancelledError(message),
  NOT_FOUND: (message) => new NotFoundError(message),
  FAILED_PRECONDITION: (message) => new FailedPreconditionError(message),
  UNAVAILABLE: (message) => new UnavailableError(message),
  DEADLINE_EXCEEDED: (message) => new DeadlineExceededError(message),
  DECODE: (message) => new DecodeError(message),
};

/** For peers that are not ours. 2 UNKNOWN, 6 ALREADY_EXISTS, 10 ABORTED, 11 OUT_OF_RANGE and so on have no class of their own. */
const byRpcCode: Readonly<Record<number, (message: string) => BallistaError>> = {
  1: byErrorCode.CANCELLED,
  3: byErrorCode.INVALID_ARGUMENT,
  4: byErrorCode.DEADLINE_EXCEEDED,
  5: byErrorCode.NOT_FOUND,
  8: byErrorCode.RESOURCES,
  9: byErrorCode.FAILED_PRECONDITION,
  11: byErrorCode.INVALID_ARGUMENT,
  12: byErrorCode.NOT_YET_SUPPORTED,
  13: byErrorCode.INTERNAL,
  14: byErrorCode.UNAVAILABLE,
  15: byErrorCode.DECODE,
};
