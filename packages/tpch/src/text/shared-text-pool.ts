import { setImmediate } from 'node:timers/promises';
import { CancelledError } from '@ballista-ts/core';
import { generateTextPool, TEXT_POOL_SIZE, TextPoolWriter } from './text-pool.js';

/** About 20 ms of work. */
const PIECE = 8 * 1024 * 1024;

let pool: WeakRef<Uint8Array> | undefined;

/**
 * The text pool of this process: generated at first use (about a second), then shared by all tables and parts, and freed
 * (300 MB) once nobody holds it any longer. It lies in shared memory, so it can be passed to worker threads as it is.
 *
 * The whole pool, because that is fastest: a comment from it takes 250 ns, mostly cache misses. Regenerating comments from
 * checkpoints every 64 bytes (39 MB) was measured at 520 ns, every 256 bytes (10 MB) at 810 ns: two to five seconds more at
 * scale 1, which takes twelve.
 */
export function sharedTextPool(): Uint8Array {
  return pool?.deref() ?? remember(generateTextPool());
}

/**
 * The same pool, generated in pieces between which the event loop turns.
 * @throws CancelledError when the signal is aborted
 */
export async function loadTextPool(signal?: AbortSignal): Promise<Uint8Array> {
  const found = pool?.deref();
  if (found !== undefined) return found;
  const writer = new TextPoolWriter(TEXT_POOL_SIZE);
  for (let size = PIECE; ; size += PIECE) {
    if (signal?.aborted) throw new CancelledError('generating was cancelled', { cause: signal.reason });
    writer.fill(Math.min(size, TEXT_POOL_SIZE));
    if (size >= TEXT_POOL_SIZE) return pool?.deref() ?? remember(writer.pool);
    await setImmediate();
  }
}

function remember(text: Uint8Array): Uint8Array {
  pool = new WeakRef(text);
  return text;
}
