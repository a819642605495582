import { ConfigError, InvalidArgumentError } from '@ballista-ts/core';
import { expect, test } from 'vitest';
import { parseByteSize, resolveMemoryPool, taskPoolBytes } from './memory-pool.js';

test('sizes are decimal with B and binary with iB', () => {
  expect(['8GB', '8GiB', '8 g', '1.5KiB', '123', '0', '2tb', '7MiB'].map(parseByteSize)).toEqual([
    8_000_000_000,
    8 * 2 ** 30,
    8_000_000_000,
    1536,
    123,
    0,
    2_000_000_000_000,
    7 * 2 ** 20,
  ]);
  for (const bad of ['', 'GB', '-1', '1e3', '5 parsecs', '1.2.3', '99999999999TB']) {
    expect(() => parseByteSize(bad), bad).toThrow(InvalidArgumentError);
  }
});

test('a task gets the share of its vcores', async () => {
  const pool = await resolveMemoryPool({ sizeBytes: 1003, vcores: 4 });
  expect(pool).toEqual({ sizeBytes: 1003, perVcoreBytes: 250 });
  expect([0, 1, 3].map((vcores) => taskPoolBytes(pool, vcores))).toEqual([250, 250, 750]);
});

test('without a size, it is a fraction of what the process may use', async () => {
  expect(await resolveMemoryPool({ vcores: 2, availableBytes: 1000 })).toEqual({ sizeBytes: 700, perVcoreBytes: 350 });
  expect((await resolveMemoryPool({ vcores: 1, fraction: 1, availableBytes: 1000 })).sizeBytes).toBe(1000);
  expect((await resolveMemoryPool({ vcores: 1 })).sizeBytes).toBeGreaterThan(1 << 20);
});

test('a size of 0 is no limit', async () => {
  const pool = await resolveMemoryPool({ sizeBytes: 0, vcores: 4 });
  expect(pool).toEqual({ sizeBytes: 0, perVcoreBytes: 0 });
  expect(taskPoolBytes(pool, 3)).toBeUndefined();
});

test('a pool that is too small, and a fraction out of range, are refused', async () => {
  await expect(resolveMemoryPool({ sizeBytes: 3, vcores: 4 })).rejects.toThrow(
    'memory_pool_size (3 bytes) is smaller than vcores (4)',
  );
  for (const fraction of [0, -1, 1.1, Number.NaN]) {
    await expect(resolveMemoryPool({ vcores: 1, fraction })).rejects.toBeInstanceOf(ConfigError);
  }
});
