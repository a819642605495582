import { CancelledError, executorId } from '@ballista-ts/core';
import { expect, test } from 'vitest';
import { type FetchDemand, LocalFetchGovernor } from './fetch-governor.js';

const never = new AbortController().signal;
const demand = (
  more: Partial<FetchDemand> & { maxRequests?: number; perExecutor?: number; maxBytes?: number } = {},
): FetchDemand => ({
  executorId: executorId('e1'),
  bytes: 10,
  reader: 'r1',
  limits: {
    maxRequests: more.maxRequests ?? 100,
    maxRequestsPerExecutor: more.perExecutor ?? 100,
    maxBytes: more.maxBytes ?? 1000,
  },
  ...more,
});

/** What has been admitted so far, by name. */
function ask(governor: LocalFetchGovernor) {
  const releases = new Map<string, () => void>();
  const request = (name: string, one: FetchDemand, signal = never): Promise<void> =>
    governor.acquire(one, signal).then((release) => void releases.set(name, release));
  const settled = async (): Promise<string[]> => {
    await new Promise((resolve) => setImmediate(resolve));
    return [...releases.keys()].sort();
  };
  return { request, settled, release: (name: string) => releases.get(name)!() };
}

test('requests, requests per executor and bytes are limited, over all readers together', async () => {
  for (const [limit, expected] of [
    [{ maxRequests: 3 }, 3],
    [{ perExecutor: 2 }, 2],
    [{ maxBytes: 45 }, 4],
  ] as const) {
    const governor = new LocalFetchGovernor();
    const { request, settled } = ask(governor);
    for (const name of ['1', '2', '3', '4', '5', '6']) void request(name, demand(limit));
    expect((await settled()).length).toBe(expected);
  }
});

test('permits that come back go to who waits longest', async () => {
  const { request, settled, release } = ask(new LocalFetchGovernor());
  for (const name of ['1', '2', '3']) void request(name, demand({ maxRequests: 1 }));
  expect(await settled()).toEqual(['1']);
  release('1');
  release('1');
  expect(await settled()).toEqual(['1', '2']);
  release('2');
  expect(await settled()).toEqual(['1', '2', '3']);
});

test('a reader that holds nothing is never kept waiting, so that two readers cannot block each other', async () => {
  const governor = new LocalFetchGovernor();
  const { request, settled, release } = ask(governor);
  const tight = { maxBytes: 10 };
  void request('a1', demand({ ...tight, reader: 'a' }));
  void request('a2', demand({ ...tight, reader: 'a' }));
  void request('b1', demand({ ...tight, reader: 'b' }));
  expect(await settled()).toEqual(['a1', 'b1']);
  // b keeps its block; a gives its one back and waits for its second, which may come although b holds all permits.
  release('a1');
  expect(await settled()).toEqual(['a1', 'a2', 'b1']);
});

test('a block larger than all permits takes all of them', async () => {
  const governor = new LocalFetchGovernor();
  const { request, settled, release } = ask(governor);
  void request('big', demand({ bytes: 1e12 }));
  void request('small', demand({ bytes: 0 }));
  expect(await settled()).toEqual(['big']);
  expect(governor.bytesInFlight).toBe(1000);
  release('big');
  expect(await settled()).toEqual(['big', 'small']);
  expect(governor.bytesInFlight).toBe(1);
});

test('who waits for a busy executor does not hold up the others, who waits for bytes does', async () => {
  const { request, settled } = ask(new LocalFetchGovernor());
  const other = executorId('e2');
  void request('1', demand({ perExecutor: 1 }));
  void request('busy', demand({ perExecutor: 1 }));
  void request('other', demand({ executorId: other, perExecutor: 1 }));
  expect(await settled()).toEqual(['1', 'other']);
  const { request: ask2, settled: settled2, release: release2 } = ask(new LocalFetchGovernor());
  void ask2('first', demand({ maxBytes: 100, bytes: 60 }));
  void ask2('second', demand({ maxBytes: 100, bytes: 30 }));
  void ask2('large', demand({ maxBytes: 100, bytes: 90 }));
  void ask2('small', demand({ maxBytes: 100, bytes: 5 }));
  expect(await settled2()).toEqual(['first', 'second']);
  release2('second');
  expect(await settled2()).toEqual(['first', 'second']);
  release2('first');
  expect(await settled2()).toEqual(['first', 'large', 'second', 'small']);
});

test('a demand can be taken back, and what stood behind it moves up', async () => {
  const governor = new LocalFetchGovernor();
  const { request, settled } = ask(governor);
  const controller = new AbortController();
  void request('1', demand({ maxBytes: 20, bytes: 10 }));
  const taken = request('large', demand({ maxBytes: 20, bytes: 20 }), controller.signal);
  void request('small', demand({ maxBytes: 20, bytes: 10 }));
  expect(await settled()).toEqual(['1']);
  controller.abort();
  await expect(taken).rejects.toBeInstanceOf(CancelledError);
  expect(await settled()).toEqual(['1', 'small']);
  await expect(governor.acquire(demand(), AbortSignal.abort())).rejects.toBeInstanceOf(CancelledError);
});
