import { expect, test } from 'vitest';
import { BallistaError } from './ballista-error.js';
import { brand } from './brand.js';
import {
  CancelledError,
  ConfigError,
  DecodeError,
  ExecutionError,
  FailedPreconditionError,
  InternalError,
  InvalidArgumentError,
  IoError,
  NotYetSupportedError,
  PlanError,
  ResourcesExhaustedError,
  UnavailableError,
} from './errors.js';
import { errorOfRpcStatus, rpcStatusOf } from './rpc-status.js';

test.each([
  new PlanError('no such column'),
  new ConfigError('unknown', 'k'),
  new NotYetSupportedError('LATERAL', 'rewrite it'),
  new NotYetSupportedError('LATERAL'),
  new ExecutionError('overflow'),
  new ResourcesExhaustedError('memory'),
  new IoError('disk'),
  new CancelledError('stopped'),
  new FailedPreconditionError('protocol version mismatch: scheduler=3, executor=2'),
  new UnavailableError('gone'),
  new DecodeError('bytes'),
  new InternalError('bug'),
])('%s crosses a call with its class and message', (error) => {
  const { code, message, errorCode } = rpcStatusOf(error);
  const back = errorOfRpcStatus(code, message, errorCode);
  expect(back.constructor).toBe(error.constructor);
  expect(back.message).toBe(error.message);
});

test('a protocol mismatch is FAILED_PRECONDITION with the exact text', () => {
  const text = 'protocol version mismatch: scheduler=3, executor=2';
  expect(rpcStatusOf(new FailedPreconditionError(text))).toEqual({
    code: 9,
    message: text,
    errorCode: 'FAILED_PRECONDITION',
  });
});

test('causes go along in the message', () => {
  expect(rpcStatusOf(new IoError('cannot read a.arrow', { cause: new Error('EIO') })).message).toBe(
    'cannot read a.arrow: EIO',
  );
});

test('errors that are not ours are INTERNAL, aborts are CANCELLED', () => {
  expect(rpcStatusOf(new TypeError('x'))).toEqual({ code: 13, message: 'x' });
  expect(rpcStatusOf('text')).toEqual({ code: 13, message: 'text' });
  expect(rpcStatusOf(AbortSignal.abort().reason).code).toBe(1);
});

test('a status of a foreign peer becomes the nearest class, an unknown one names its number', () => {
  expect(errorOfRpcStatus(3, 'bad')).toBeInstanceOf(InvalidArgumentError);
  expect(errorOfRpcStatus(14, 'gone')).toBeInstanceOf(UnavailableError);
  expect(errorOfRpcStatus(12, 'unknown method', 'not-a-code')).toBeInstanceOf(NotYetSupportedError);
  expect(errorOfRpcStatus(77, 'odd').message).toBe('call failed with gRPC status 77: odd');
  expect(errorOfRpcStatus(2, 'odd', 'constructor')).toBeInstanceOf(InternalError);
});

test('every error code has a status that is not OK', () => {
  class Custom extends BallistaError {
    static {
      brand(this, 'Custom');
    }
    readonly code = 'FETCH_FAILED';
  }
  expect(rpcStatusOf(new Custom('x')).code).toBe(10);
});
