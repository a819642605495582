import { DecodeError, FailedPreconditionError, NotFoundError, UnavailableError } from '@ballista-ts/core';
import { flight } from '@ballista-ts/core/proto';
import { ConnectError, createClient, createRouterTransport } from '@connectrpc/connect';
import { expect, test } from 'vitest';
import { connectErrorOf, errorOfConnect, serverErrors } from './connect-errors.js';

const clientOf = (fail: () => never) => {
  const transport = createRouterTransport(
    ({ service }) => {
      service(flight.FlightService, {
        getFlightInfo: fail,
        async *listActions() {
          yield { type: 'one' };
          fail();
        },
      });
    },
    { router: { interceptors: [serverErrors] } },
  );
  return createClient(flight.FlightService, transport);
};

test('an error keeps its class and text over a unary call', async () => {
  const text = 'protocol version mismatch: scheduler=3, executor=2';
  const client = clientOf(() => {
    throw new FailedPreconditionError(text);
  });
  const error = await client.getFlightInfo({}).catch(errorOfConnect);
  expect(error).toBeInstanceOf(FailedPreconditionError);
  expect((error as Error).message).toBe(text);
});

test('an error keeps its class in the middle of a stream', async () => {
  const client = clientOf(() => {
    throw new DecodeError('bytes');
  });
  const seen: string[] = [];
  const run = async (): Promise<void> => {
    for await (const { type } of client.listActions({})) seen.push(type);
  };
  expect(await run().catch(errorOfConnect)).toBeInstanceOf(DecodeError);
  expect(seen).toEqual(['one']);
});

test('what is neither ours nor Connect is INTERNAL, and what is, stays', () => {
  expect(connectErrorOf(new TypeError('x')).code).toBe(13);
  const ours = new NotFoundError('x');
  expect(errorOfConnect(ours)).toBe(ours);
  const theirs = new ConnectError('gone', 14);
  expect(connectErrorOf(theirs)).toBe(theirs);
  expect(errorOfConnect(theirs)).toBeInstanceOf(UnavailableError);
});
