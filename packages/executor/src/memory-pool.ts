import { readFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { ConfigError, InvalidArgumentError } from '@ballista-ts/core';

const units: Readonly<Record<string, number>> = {
  b: 1,
  k: 1e3,
  kb: 1e3,
  m: 1e6,
  mb: 1e6,
  g: 1e9,
  gb: 1e9,
  t: 1e12,
  tb: 1e12,
  ki: 1024,
  kib: 1024,
  mi: 1024 ** 2,
  mib: 1024 ** 2,
  gi: 1024 ** 3,
  gib: 1024 ** 3,
  ti: 1024 ** 4,
  tib: 1024 ** 4,
};

/** `8GB` is 8·10⁹ bytes, `8GiB` is 8·2³⁰, a plain number is bytes. @throws InvalidArgumentError */
export function parseByteSize(text: string): number {
  const [, digits, unit = 'b'] = /^\s*(\d+(?:\.\d+)?)\s*([a-z]+)?\s*$/i.exec(text) ?? [];
  const factor = units[unit.toLowerCase()];
  const bytes = Math.floor(Number(digits) * (factor ?? Number.NaN));
  if (!Number.isSafeInteger(bytes)) {
    throw new InvalidArgumentError(
      `${JSON.stringify(text)} is not a size: expected for example 8GB, 8GiB or a number of bytes`,
    );
  }
  return bytes;
}

export interface MemoryPoolOptions {
  /** Bytes for all tasks; 0: no limit. @default {@link fraction} of the machine's memory */
  readonly sizeBytes?: number | undefined;
  /** Share of the memory that this process may use, in (0, 1]. @default 0.7 */
  readonly fraction?: number | undefined;
  readonly vcores: number;
  /** Bytes that this process may use. @default the machine's, or its control group's where that is less */
  readonly availableBytes?: number;
}

/** How much memory tasks get. A task gets its vcores' shares. */
export interface MemoryPool {
  /** 0: no limit. */
  readonly sizeBytes: number;
  /** 0: no limit. */
  readonly perVcoreBytes: number;
}

/** @throws ConfigError when the pool is too small for its vcores or the fraction is out of range */
export async function resolveMemoryPool(options: MemoryPoolOptions): Promise<MemoryPool> {
  const { vcores, fraction = 0.7 } = options;
  if (!(fraction > 0 && fraction <= 1)) {
    throw new ConfigError(`memory_pool_fraction ${fraction} is not in (0, 1]`, 'memory_pool_fraction');
  }
  const sizeBytes = options.sizeBytes ?? Math.floor((options.availableBytes ?? (await availableMemory())) * fraction);
  if (sizeBytes === 0 && options.sizeBytes === 0) return { sizeBytes: 0, perVcoreBytes: 0 };
  const perVcoreBytes = Math.floor(sizeBytes / vcores);
  if (perVcoreBytes === 0) {
    throw new ConfigError(
      `memory_pool_size (${sizeBytes} bytes) is smaller than vcores (${vcores})`,
      'memory_pool_size',
    );
  }
  return { sizeBytes, perVcoreBytes };
}

/** What a task of that many vcores may use; undefined: no limit. */
export const taskPoolBytes = ({ perVcoreBytes }: MemoryPool, vcoresConsumed: number): number | undefined =>
  perVcoreBytes === 0 ? undefined : perVcoreBytes * Math.max(vcoresConsumed, 1);

/** The machine's memory, or what its control group allows where that is less. */
async function availableMemory(): Promise<number> {
  const limits = await Promise.all(
    ['/sys/fs/cgroup/memory.max', '/sys/fs/cgroup/memory/memory.limit_in_bytes'].map((path) =>
      readFile(path, 'utf8').then(
        (text) => Number(text.trim()), // "max" is no number
        () => Number.NaN,
      ),
    ),
  );
  return Math.min(totalmem(), ...limits.filter((limit) => Number.isFinite(limit) && limit > 0));
}
