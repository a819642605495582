import { brand } from './brand.js';

/**
 * What kind of failure an error is, independent of the class that carries it. The one mapping to RPC codes and to
 * `FailedTask` reasons (`errors/classify.ts`) switches on it.
 */
export type ErrorCode =
  | 'SQL' // the text is not SQL of our dialect
  | 'PLAN' // names, types or shapes do not fit: the user's query is at fault
  | 'CONFIG' // unknown key or a value outside its range
  | 'NOT_YET_SUPPORTED' // a feature we name but do not have
  | 'EXECUTION' // a row made an operator fail (overflow, cast, division by zero, corrupt file)
  | 'RESOURCES' // a memory, disk or size limit was reached
  | 'IO' // a file or socket failed; trying again may help
  | 'FETCH_FAILED' // a map output could not be read
  | 'CANCELLED'
  | 'NOT_FOUND'
  | 'INVALID_ARGUMENT' // a request that no state could make valid
  | 'FAILED_PRECONDITION' // valid, but not in this state
  | 'UNAVAILABLE' // the peer is not there
  | 'DEADLINE_EXCEEDED'
  | 'DECODE' // bytes that are not what they claim to be
  | 'INTERNAL'; // a bug of ours

/** The base of every error this project throws. `cause` keeps what led to it. */
export abstract class BallistaError extends Error {
  static {
    brand(this, 'BallistaError');
  }
  abstract readonly code: ErrorCode;
}
