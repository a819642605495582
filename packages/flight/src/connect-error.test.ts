import { FailedPreconditionError, IoError, PlanError, SqlParseError } from '@ballista-ts/core';
import { Code, ConnectError } from '@connectrpc/connect';
import { expect, test } from 'vitest';
import { fromConnectError, isUnreachable, toConnectError } from './connect-error.js';

test.each([new PlanError('no such column'), new SqlParseError('not SQL'), new IoError('disk')])(
  '%s comes back as what it was',
  (error) => {
    const back = fromConnectError(toConnectError(error)) as Error;
    expect([back.constructor, back.message]).toEqual([error.constructor, error.message]);
  },
);

test('the status is that of gRPC, with the exact text', () => {
  const error = toConnectError(new FailedPreconditionError('protocol version mismatch: scheduler=3, executor=2'));
  expect([error.code, error.rawMessage]).toEqual([9, 'protocol version mismatch: scheduler=3, executor=2']);
});

test('errors of nobody are internal, errors of Connect stay themselves', () => {
  expect(toConnectError(new TypeError('x')).code).toBe(Code.Internal);
  const own = new ConnectError('gone', Code.Unavailable);
  expect(toConnectError(own)).toBe(own);
  const other = new TypeError('x');
  expect(fromConnectError(other)).toBe(other);
});

test('a connection that was reset is a peer that is not there', () => {
  expect(fromConnectError(new ConnectError('read ECONNRESET', Code.Aborted))).toMatchObject({
    code: 'UNAVAILABLE',
    message: 'read ECONNRESET',
  });
});

test('only a peer that could not be reached or did not answer is unreachable', () => {
  expect(isUnreachable(new ConnectError('', Code.Unavailable))).toBe(true);
  expect(isUnreachable(new ConnectError('', Code.DeadlineExceeded))).toBe(true);
  expect(isUnreachable(new ConnectError('', Code.Internal))).toBe(false);
  expect(isUnreachable(new Error('x'))).toBe(false);
});
